#pragma once
// What a file holds that is a graph, in whatever format, and how it is to be read.

#include <scrump/problems/graph/arcs.hpp>
#include <scrump/problems/graph/format.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/graph/vertex_names.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::graph {

/// The largest graph that is read or generated: its matrix takes 512 MiB.
inline constexpr std::size_t max_vertices = 65536;

/// The largest graph that is read or generated as lists of neighbours: vertices alone take 512 MiB then.
inline constexpr std::size_t max_sparse_vertices = std::size_t{1} << 26;

/// The largest weight of a vertex: those of all vertices add up to less than 2^56.
inline constexpr std::uint64_t max_weight = 1'000'000'000;

/// Is told what of a text is odd, but no error: "name:line: …".
using Warn = std::function<void(const std::string& what)>;

/// Whether weights of vertices are read or, as they may be for other problems, skipped whatever they are.
enum class VertexWeights { skip, read };

/// What happens to what a text says of edges beyond EdgeReading::undirected that is not read: columns after the ends of
/// an edge, data of GraphML, parallel edges. It never matters, and is skipped without a word, where edges are read as
/// undirected.
enum class Unread {
    warned,  ///< it is skipped with a warning
    refused  ///< it is an error, except for data of GraphML, which most programs write
};

/// What a file holds.
struct GraphFile {
    SparseGraph graph{};                       ///< two vertices are adjacent if an edge goes either way
    std::vector<std::uint64_t> weights{};      ///< of each vertex, up to `max_weight`; empty where none is given
    std::vector<SparseGraph::Vertex> loops{};  ///< the vertices that are their own neighbours, ascending
    std::vector<std::uint64_t> labels{};       ///< of each vertex; empty: the graph has no labels
    Arcs arcs{};                               ///< all edges, of a graph with directions or labels of edges
    std::vector<std::string> label_words{};    ///< of vertices and edges; see label_words.hpp
    VertexNames names{};                       ///< what the file calls its vertices

    bool operator==(const GraphFile&) const = default;
};

/// The graph with these edges, and the loops that are among them.
GraphFile file_of(std::size_t vertices, std::span<const SparseGraph::Edge> edges);

/// The same of edges that go one way.
GraphFile file_of(std::size_t vertices, Arcs arcs);

/// How a text is read.
struct Reading {
    std::string name;  ///< what messages call the text
    VertexWeights weights = VertexWeights::skip;
    EdgeReading edges = EdgeReading::undirected;
    std::size_t limit = max_sparse_vertices;  ///< of vertices
    Warn warn{};
    bool guessed = false;  ///< whether the format is a guess, which the text may refute
    Unread unread = Unread::warned;
};

/// Throws Error "where: what" if the reading refuses `what`, which is not read; otherwise warns. Only for readings
/// other than EdgeReading::undirected.
void leave_unread(const Reading& how, const std::string& where, const std::string& what);

/// The same of parallel edges, which a graph does not tell apart: `parallel` is how many edges of the text, in that
/// format, repeat an earlier one. Does nothing for 0, or where edges are read as undirected.
void leave_parallel_edges(std::size_t parallel, Format format, const Reading& how);

/// "70000 vertices; expected at most 65536, as a graph is kept as a matrix".
std::string too_many_vertices(std::uint64_t vertices, std::size_t limit);

/// The graph of a file's edges, which have directions if these are asked for.
GraphFile file_of(std::size_t vertices, std::span<const SparseGraph::Edge> edges, const Reading& how);

/// Reads a text in that format. Throws Error "name:line: …" for what is no graph, has more vertices than the limit, or,
/// where they are read, weights that are out of range; "name: …" where directions are asked for that it cannot have.
GraphFile parse_graph(std::string_view text, Format format, const Reading& how);

/// Whether write_graph() knows the format; the others are only read.
bool has_writer(Format format);

/// Writes what the format has a place for: see left_out(). Throws Error for a format that is only read, and for a graph
/// that is too large for graph6, or names that no list of edges can have. Failures are left in the state of `out`.
void write_graph(std::ostream& out, const GraphFile& file, Format format);

/// What the format has no place for, in words: "loops", "weights", "labels", "directions of edges", "labels of edges",
/// "names of vertices".
std::vector<std::string> left_out(const GraphFile& file, Format format);

}  // namespace scrump::graph
