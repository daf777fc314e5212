// Feeds any bytes to the reader of TSPLIB instances: it may refuse them with an Error, nothing else; and what it
// accepts has symmetric distances that are no longer than it promises, and fixed edges that some tour has.

#include <scrump/base/error.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Few enough cities that a run takes microseconds, and that numbers out of range come up often.
    constexpr std::size_t limit = 50;
    std::optional<scrump::tsp::TsplibFile> file;
    try {
        file = scrump::tsp::parse_tsplib({reinterpret_cast<const char*>(data), size}, "fuzz", limit);
    } catch (const scrump::Error&) {
        return 0;
    }
    const scrump::tsp::Instance& instance = file->instance;
    if (instance.size() == 0 || instance.size() > limit) std::abort();
    for (std::size_t a = 0; a < instance.size(); ++a) {
        for (std::size_t b = 0; b < instance.size(); ++b) {
            const auto distance = instance.distance(a, b);
            if (distance != instance.distance(b, a)) std::abort();
            if (distance < -scrump::tsp::longest || distance > scrump::tsp::longest) std::abort();
        }
    }
    if (!has_all(any_tour(instance, file->fixed), file->fixed)) std::abort();
    return 0;
}
