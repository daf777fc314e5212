// Feeds any bytes to the readers of DIMACS graphs: they may refuse them with an Error, nothing else; both for the same
// reason, or neither. What they accept is the same graph to both, and they write it in a form that they read back.

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>

namespace {

using namespace scrump::graph;

// Few enough vertices that a run takes microseconds, and that out-of-range numbers come up often.
constexpr std::size_t limit = 300;

void check(bool holds) {
    if (!holds) std::abort();
}

/// What `read()` returns, or nothing and why.
template <class Read>
auto result_of(const Read& read, std::string& refusal) -> std::optional<decltype(read())> {
    try {
        return read();
    } catch (const scrump::Error& error) {
        refusal = error.what();
        return std::nullopt;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    std::string why;
    std::string why_sparse;
    std::string oddity;
    std::string oddity_sparse;
    const auto to = [](std::string& place) { return [&place](const std::string& what) { place += what; }; };
    const auto graph = result_of([&] { return parse_dimacs(text, "fuzz", limit, to(oddity)); }, why);
    const auto sparse = result_of(
        [&] { return parse_sparse_dimacs(text, "fuzz", VertexWeights::skip, limit, to(oddity_sparse)); }, why_sparse);
    check(oddity == oddity_sparse);
    check(why == why_sparse);
    check(graph.has_value() == sparse.has_value());
    if (graph) {
        for (std::size_t vertex = 0; vertex < graph->size(); ++vertex) check(!graph->adjacent(vertex, vertex));
        check(to_dense(sparse->graph) == *graph && to_sparse(*graph) == sparse->graph && sparse->weights.empty());
        std::stringstream written;
        write_dimacs(written, *graph, "again");
        check(read_dimacs(written, "written", limit) == *graph);
    }

    const auto weighted = result_of([&] { return parse_sparse_dimacs(text, "fuzz", VertexWeights::read, limit); }, why);
    if (weighted) {
        check(sparse && weighted->graph == sparse->graph);
        check(weighted->weights.empty() || weighted->weights.size() == weighted->graph.size());
        std::stringstream written;
        write_dimacs(written, weighted->graph, "again", weighted->weights);
        // Loops are not written.
        const GraphFile again = parse_sparse_dimacs(written.str(), "written", VertexWeights::read, limit);
        check(again.graph == weighted->graph && again.weights == weighted->weights);
    }
    return 0;
}
