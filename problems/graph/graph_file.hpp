#pragma once
// The contents of a graph file in any format, and options for reading it.

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

/// Largest number of vertices that is read or generated: the matrix takes 512 MiB.
inline constexpr std::size_t max_vertices = 65536;

/// Largest number of vertices that is read or generated as lists of neighbours: the vertices alone then take 512 MiB.
inline constexpr std::size_t max_sparse_vertices = std::size_t{1} << 26;

/// Largest weight of a vertex: the sum of all is then less than 2^56.
inline constexpr std::uint64_t max_weight = 1'000'000'000;

/// Reports an oddity of a text that is not an error: "name:line: …".
using Warn = std::function<void(const std::string& what)>;

/// Whether weights of vertices are read or, if they may belong to other problems, skipped in any form.
enum class VertexWeights { skip, read };

/// Treatment of properties of edges beyond EdgeReading::undirected that are not read: columns after the ends of an
/// edge, data of GraphML, parallel edges. If edges are read as undirected, they never matter and are skipped silently.
enum class Unread {
    warned,  ///< skipped with a warning
    refused  ///< an error, except for data of GraphML, which most programs write
};

/// The contents of a graph file.
struct GraphFile {
    SparseGraph graph{};                   ///< two vertices are adjacent if an edge connects them in either direction
    std::vector<std::uint64_t> weights{};  ///< weight of each vertex, at most `max_weight`; empty if none is given
    std::vector<SparseGraph::Vertex> loops{};  ///< vertices with loops, ascending
    std::vector<std::uint64_t> labels{};       ///< label of each vertex; empty: the graph has no labels
    Arcs arcs{};                               ///< all edges of a graph with directions or labels of edges
    std::vector<std::string> label_words{};    ///< words of the labels of vertices and edges; see label_words.hpp
    VertexNames names{};                       ///< names of the vertices in the file

    bool operator==(const GraphFile&) const = default;
};

/// The graph with these edges, and the loops among them.
GraphFile file_of(std::size_t vertices, std::span<const SparseGraph::Edge> edges);

/// The same for directed edges.
GraphFile file_of(std::size_t vertices, Arcs arcs);

/// Options for reading a text.
struct Reading {
    std::string name;  ///< name of the text for messages
    VertexWeights weights = VertexWeights::skip;
    EdgeReading edges = EdgeReading::undirected;
    std::size_t limit = max_sparse_vertices;  ///< largest number of vertices
    Warn warn{};
    bool guessed = false;  ///< whether the format is a guess, which the text may refute
    Unread unread = Unread::warned;
};

/// Throws Error "where: what" if the reading does not allow `what` to be left unread; otherwise warns. Only for
/// readings other than EdgeReading::undirected.
void leave_unread(const Reading& how, const std::string& where, const std::string& what);

/// The same for parallel edges, which a graph does not distinguish: `parallel` is the number of edges of the text, in
/// that format, that repeat an earlier one. Does nothing for 0, or if edges are read as undirected.
void leave_parallel_edges(std::size_t parallel, Format format, const Reading& how);

/// Message such as "70000 vertices; expected at most 65536, as a graph is kept as a matrix".
std::string too_many_vertices(std::uint64_t vertices, std::size_t limit);

/// The graph of a file's edges, with directions if these are requested.
GraphFile file_of(std::size_t vertices, std::span<const SparseGraph::Edge> edges, const Reading& how);

/// Reads a text in that format. Throws Error "name:line: …" for a text that is not a graph, has too many vertices, or,
/// if they are read, weights that are out of range; "name: …" if directions are requested that the format cannot have.
GraphFile parse_graph(std::string_view text, Format format, const Reading& how);

/// Whether write_graph() supports the format; the others are only read.
bool has_writer(Format format);

/// Writes everything that the format can hold: see left_out(). Throws Error for a format that is only read, for a graph
/// that is too large for graph6, and for names that no list of edges can have. Failures are left in the state of `out`.
void write_graph(std::ostream& out, const GraphFile& file, Format format);

/// The contents that the format cannot hold, in words: "loops", "weights", "labels", "directions of edges", "labels of
/// edges", "names of vertices".
std::vector<std::string> left_out(const GraphFile& file, Format format);

}  // namespace scrump::graph
