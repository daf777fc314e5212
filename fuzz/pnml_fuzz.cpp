// Feeds any bytes to the reader of nets in PNML: it may refuse them with an Error, nothing else; and what it accepts is
// written in a form that is read back as the same net, whose transitions can fire.

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/problems/petri/pnml.hpp>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace scrump::petri;
    // So few parts that a run takes microseconds.
    constexpr std::size_t limit = 100;
    std::optional<Net> net;
    try {
        net = parse_pnml({reinterpret_cast<const char*>(data), size}, "fuzz", limit);
    } catch (const scrump::Error&) {
        return 0;
    }
    const Net written = parse_pnml(to_pnml(*net), "written", limit);
    // What XML cannot hold, such as control characters in names, need not come back.
    if (written.places.size() != net->places.size() || written.transitions.size() != net->transitions.size())
        std::abort();
    for (std::size_t i = 0; i < net->transitions.size(); ++i) {
        if (written.transitions[i].takes != net->transitions[i].takes) std::abort();
        if (written.transitions[i].puts != net->transitions[i].puts) std::abort();
    }
    const Markings model(*net);
    try {
        model.successors(model.initial(), [&](MarkingSpan next) { static_cast<void>(model.decode(next)); });
    } catch (const scrump::Error&) {  // a place overflows
    }
    return 0;
}
