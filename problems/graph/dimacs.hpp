#pragma once
// Graphs in the text format of the second DIMACS implementation challenge ("Clique and Coloring Problems
// Graph Format", DIMACS, May 1993), the format in which the benchmark instances for cliques and colourings
// are passed around.
//
//     c a comment
//     p edge 4 2          vertices, edges; `col`, `edges` and `clq` are read as `edge`
//     e 1 2               an edge; vertices are numbered from 1
//
// The files in circulation are less regular than the format, so the reader takes any spacing, CRLF, blank
// lines, comments anywhere, edges given twice or in both directions, and a wrong number of edges. Loops are
// ignored, as they make no difference to a clique or a colouring. Lines of other kinds that the format knows
// (`n` and `v`: vertex weights; `d`, `x`: geometry and parameters of a generator) are skipped. Everything
// else is an error.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace scrump::graph {

/// The largest graph that is read or generated: its matrix takes 512 MiB.
inline constexpr std::size_t max_vertices = 65536;

/// Reads the DIMACS text `text`; `name` is what messages call it. Throws `Error` saying "name:line: …" for
/// what is no graph or has more than `limit` vertices.
Graph parse_dimacs(std::string_view text, const std::string& name, std::size_t limit = max_vertices);

/// The same from a stream, which is read to its end.
Graph read_dimacs(std::istream& in, const std::string& name, std::size_t limit = max_vertices);

/// The same from a file; "-" is standard input.
Graph read_dimacs_file(const std::string& path, std::size_t limit = max_vertices);

/// Writes `graph` with each line of `comment` as a comment before it. Failures are left in the state of
/// `out`.
void write_dimacs(std::ostream& out, const Graph& graph, std::string_view comment = {});

}  // namespace scrump::graph
