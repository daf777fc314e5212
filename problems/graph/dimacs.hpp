#pragma once
// Graphs in the text format of the second DIMACS implementation challenge ("Clique and Coloring Problems Graph Format",
// DIMACS, May 1993), the usual format of benchmark instances for cliques and colourings.
//
//     c a comment
//     p edge 4 2          vertices, edges; `col`, `edges` and `clq` are read as `edge`
//     e 1 2               an edge; vertices are numbered from 1
//
// Real files are less regular than the format, so the reader accepts any spacing, CRLF, blank lines, comments anywhere,
// edges given twice or in both directions, and a wrong number of edges. If fewer edges are listed than announced, the
// reader warns, as the file may be truncated, unless it is half as many: files such as DSJC250.5 announce each edge
// twice, once for each end, and list it once. Loops are not edges, as they make no difference to a clique or a
// colouring; the reader of lists of neighbours reports them. Lines of other kinds in the format (`n` and `v`: vertex
// weights; `d`, `x`: geometry and parameters of a generator) are skipped. Everything else is an error.
//
// If weights are requested, they come from the `n` lines, of which there may be one for each vertex:
//
//     n 3 17              vertex 3 has weight 17; without such a line it is 1
//
// One reader makes matrices, for up to 65,536 vertices, and lists of neighbours, for up to 2^26.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

namespace scrump::graph {

/// Reads the DIMACS text `text`; `name` stands for it in messages. Throws `Error` saying "name:line: …" for a text that
/// is not a graph or has more than `limit` vertices.
Graph parse_dimacs(std::string_view text, const std::string& name, std::size_t limit = max_vertices,
                   const Warn& warn = {});

/// The same from a stream, which is read to its end.
Graph read_dimacs(std::istream& in, const std::string& name, std::size_t limit = max_vertices);

/// The same from a file; "-" is standard input.
Graph read_dimacs_file(const std::string& path, std::size_t limit = max_vertices);

/// As parse_dimacs(), but as lists of neighbours. Also throws for weights that are out of range or given twice. Reads
/// 100 MB a second or more; takes 16 bytes per edge and 8 bytes per vertex while it reads, whatever sizes the text
/// announces.
GraphFile parse_sparse_dimacs(std::string_view text, const std::string& name,
                              VertexWeights weights = VertexWeights::read, std::size_t limit = max_sparse_vertices,
                              const Warn& warn = {});

/// The same from a file; "-" is standard input.
GraphFile read_sparse_dimacs_file(const std::string& path, VertexWeights weights = VertexWeights::read,
                                  std::size_t limit = max_sparse_vertices);

/// Writes `graph`, preceded by each line of `comment` as a comment. Failures are left in the state of `out`.
void write_dimacs(std::ostream& out, const Graph& graph, std::string_view comment = {});

/// The same with weights, if any: one for each vertex.
void write_dimacs(std::ostream& out, const SparseGraph& graph, std::string_view comment = {},
                  std::span<const std::uint64_t> weights = {});

}  // namespace scrump::graph
