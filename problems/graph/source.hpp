#pragma once
// Where a graph comes from, as a user names it on a command line: a file, standard input, or a generator.

#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstdint>
#include <string>

namespace scrump::graph {

/// Whether `source` names a file rather than a generator. Throws `Error` where it is neither.
bool names_file(const std::string& source);

/// The graph that `source` names: "-" is standard input; an existing file is read as DIMACS text, even if it
/// is called like a family of graphs; anything else is a spec for `generate`, for which `seed` is the default
/// seed. Throws `Error`.
Graph load(const std::string& source, std::uint64_t seed);

/// The same as lists of neighbours, with the vertex weights of a file if they are asked for.
DimacsGraph load_sparse(const std::string& source, std::uint64_t seed, VertexWeights weights = VertexWeights::skip);

}  // namespace scrump::graph
