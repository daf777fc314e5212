// Feeds any bytes to the reader of DIMACS graphs: it may refuse them with an Error, nothing else; and what it
// accepts, it writes in a form that it reads back as the same graph.

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Few enough vertices that a run takes microseconds, and that out-of-range numbers come up often.
    constexpr std::size_t limit = 300;
    const std::string text(data, data + size);
    scrump::graph::Graph graph;
    try {
        graph = scrump::graph::parse_dimacs(text, "fuzz", limit);
    } catch (const scrump::Error&) {
        return 0;
    }
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex)
        if (graph.adjacent(vertex, vertex)) std::abort();
    std::stringstream written;
    scrump::graph::write_dimacs(written, graph, "again");
    if (scrump::graph::read_dimacs(written, "written", limit) != graph) std::abort();
    return 0;
}
