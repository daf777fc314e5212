#include "graphs.hpp"

#include "complain.hpp"
#include "source.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/source.hpp>

#include <utility>

namespace scrump::cli {
graph::Warn warn_in(const Session& session) {
    if (!session.first()) return {};
    return [](const std::string& what) { complain("warning: " + what); };
}

void expect_at_most(std::size_t most, std::size_t vertices, const std::string& source) {
    if (vertices <= most) return;
    throw UsageError(source + ": " + std::to_string(vertices) + " vertices; expected at most " + std::to_string(most));
}

graph::Graph load_graph(const std::string& source, const LiveSearch& live, std::size_t most) {
    const auto [text, title] = read_source(source, graph::names_file, live.session());
    if (text) return graph::parse_dimacs(*text, title, most, warn_in(live.session()));
    graph::Graph graph = graph::generate(source, live.seed());
    expect_at_most(most, graph.size(), source);
    return graph;
}

AnyGraph load_any_graph(const std::string& source, graph::VertexWeights weights, const LiveSearch& live,
                        std::size_t most) {
    graph::DimacsGraph read;
    if (const auto [text, title] = read_source(source, graph::names_file, live.session()); text) {
        read = graph::parse_sparse_dimacs(*text, title, weights, most, warn_in(live.session()));
    } else if (graph::is_sparse_spec(source) && most > graph::max_vertices) {
        read.graph = graph::generate_sparse(source, live.seed());
    } else {
        return {graph::generate(source, live.seed())};
    }
    if (graph::is_better_as_matrix(read.graph.size(), read.graph.edges()))
        return {graph::to_dense(read.graph), std::move(read.weights)};
    return {std::move(read.graph), std::move(read.weights)};
}

std::size_t AnyGraph::size() const {
    return std::visit([](const auto& it) { return it.size(); }, graph);
}

std::uint64_t AnyGraph::edges() const {
    return std::visit([](const auto& it) -> std::uint64_t { return it.edges(); }, graph);
}

graph::Graph AnyGraph::matrix() && {
    if (auto* const dense = std::get_if<graph::Graph>(&graph)) return std::move(*dense);
    return graph::to_dense(std::get<graph::SparseGraph>(graph));
}

}  // namespace scrump::cli
