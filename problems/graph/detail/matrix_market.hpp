#pragma once
// Graphs as sparse matrices in the Matrix Market exchange format: R. Boisvert, R. Pozo and K. Remington, "The Matrix
// Market exchange formats: initial design", NISTIR 5935, 1996.
//
//     %%MatrixMarket matrix coordinate pattern symmetric
//     % a comment
//     4 4 3               rows, columns, entries
//     2 1                 an edge between the vertices 2 and 1; they are numbered from 1
//     3 2
//     4 3
//
// The first line may begin with a single %, as in many files. Each entry is an edge, whatever its value, and has no
// direction. The matrix must have as many rows as columns. Entries on the diagonal are loops.

#include <scrump/problems/graph/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump::graph {

/// Whether the text begins with the format's first line, in any case, with one % or two.
bool begins_as_matrix_market(std::string_view text);

/// See parse_graph(). Accepts `coordinate` with any values and symmetry. Warns if EdgeReading::arcs is requested and a
/// `general` matrix is not symmetric.
GraphFile parse_matrix_market(std::string_view text, const Reading& how);

/// Writes a symmetric pattern.
void write_matrix_market(std::ostream& out, const GraphFile& file);

}  // namespace scrump::graph
