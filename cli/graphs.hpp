#pragma once
// Graphs as users name them on the command line.

#include "live_search.hpp"
#include "report.hpp"

#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/runtime/session.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace scrump::cli {

/// What a graph may be, for the help of an option.
inline constexpr const char* graph_help =
    "DIMACS file, - for standard input, or a generator: random:n=300,p=0.7,seed=1";

/// Tells the user of what is odd about a text; on the first process only.
graph::Warn warn_in(const Session& session);

/// Refuses what a generator made larger than can be searched. Throws UsageError.
void expect_at_most(std::size_t most, std::size_t vertices, const std::string& source);

/// Collective: the graph that `source` names, of at most `most` vertices. Only the first process reads files: they need
/// not be there for the others. Throws Error.
graph::Graph load_graph(const std::string& source, const LiveSearch& live, std::size_t most);

/// What a report says of an instance that is a graph.
template <class Graph>
Report::Json describe(const std::string& source, const Graph& graph) {
    return {{"graph", source}, {"vertices", graph.size()}, {"edges", graph.edges()}};
}

/// A graph as a matrix, if it is small or dense, or else as lists of neighbours.
struct AnyGraph {
    std::variant<graph::Graph, graph::SparseGraph> graph;
    std::vector<std::uint64_t> weights{};  ///< of its vertices; empty where no line of a file gives one

    std::size_t size() const;
    std::uint64_t edges() const;

    /// The matrix in any case. Throws Error for a graph that is too large for one.
    graph::Graph matrix() &&;
};

/// Collective, as load_graph(), for graphs that may be too large for a matrix.
AnyGraph load_any_graph(const std::string& source, graph::VertexWeights weights, const LiveSearch& live,
                        std::size_t most = graph::max_sparse_vertices);

}  // namespace scrump::cli
