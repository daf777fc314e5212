// Feeds any bytes to the readers of graphs for subgraph isomorphism, in each format: they may refuse them with an
// Error, nothing else; and what they accept is written in a form that is read back as the same graph.

#include <scrump/base/error.hpp>
#include <scrump/problems/sip/lad.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(const std::string& text, scrump::sip::Format format) {
    using namespace scrump::sip;
    // Few enough vertices that a run takes microseconds, and that out-of-range numbers come up often.
    constexpr std::size_t limit = 300;
    LabelledGraph graph;
    try {
        graph = parse_graph(text, "fuzz", format, limit);
    } catch (const scrump::Error&) {
        return;
    }
    const Format written = graph.labels.empty() ? Format::lad : Format::labelled_lad;
    if (parse_graph(to_lad(graph), "written", written, limit) != graph) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using scrump::sip::Format;
    const std::string text(data, data + size);
    for (const Format format : {Format::automatic, Format::lad, Format::labelled_lad, Format::dimacs})
        check(text, format);
    return 0;
}
