// Feeds any bytes to the reader of Sokoban levels: it may refuse them with an Error, nothing else; and what it accepts
// is written in a form that is read back as the same level, and has steps that can be made.

#include <scrump/base/error.hpp>
#include <scrump/problems/sokoban/sokoban.hpp>
#include <scrump/problems/sokoban/xsb.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace scrump::sokoban;
    // So few cells that a run takes microseconds.
    constexpr std::size_t limit = 200;
    std::vector<Level> levels;
    try {
        levels = parse_xsb({reinterpret_cast<const char*>(data), size}, "fuzz", limit);
    } catch (const scrump::Error&) {
        return 0;
    }
    for (const Level& level : levels) {
        const Sokoban model(level);
        const State initial = model.initial();
        const Sokoban again(parse_level(model.to_string(initial), "written", 1, limit));
        if (again.initial() != initial || again.level().neighbours != level.neighbours) std::abort();
        model.successors(initial, [&](StateSpan next) {
            if (next.size() != initial.size()) std::abort();
            for (const Cell cell : next)
                if (cell >= level.cells()) std::abort();
        });
    }
    return 0;
}
