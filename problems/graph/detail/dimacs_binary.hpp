#pragma once
// Graphs in the binary format of the second DIMACS implementation challenge, in files that end in .b: a line with the
// number of bytes of a preamble; the preamble, which is DIMACS text without edges; and then the lower triangle of the
// matrix, bits in rows of whole bytes, the highest bit of a byte first.

#include <scrump/problems/graph/graph_file.hpp>

#include <string_view>

namespace scrump::graph {

/// See parse_graph().
GraphFile parse_dimacs_binary(std::string_view text, const Reading& how);

}  // namespace scrump::graph
