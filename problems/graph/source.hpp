#pragma once
// The source of a graph, as a user names it on a command line: a file, standard input, or a generator.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/graph_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace scrump::graph {

/// Whether `source` names a file rather than a generator. Throws `Error` if it is neither.
bool names_file(const std::string& source);

/// The graph in a file of any format (format.hpp), compressed or not; "-" is standard input. Throws `Error`.
GraphFile read_graph_file(const std::string& path, VertexWeights weights = VertexWeights::skip,
                          std::size_t limit = max_sparse_vertices);

/// The graph that `source` names: "-" is standard input; an existing file is read, even if its name is that of a family
/// of graphs; anything else is a spec for `generate`, for which `seed` is the default seed. Throws `Error`.
Graph load(const std::string& source, std::uint64_t seed);

/// The same as lists of neighbours, with the vertex weights of a file if they are requested.
GraphFile load_sparse(const std::string& source, std::uint64_t seed, VertexWeights weights = VertexWeights::skip);

}  // namespace scrump::graph
