#pragma once
// Graphs by name: `random:n=300,p=0.7,seed=1`, `keller:dim=5`. A table of families with their parameters makes the
// graphs, checks the user's text, and is printed as help.

#include <scrump/base/spec.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace scrump::graph {

/// A family of graphs that differ in parameters. Random ones have an optional parameter `seed`.
struct Family {
    std::string_view name;
    std::string_view summary;  ///< one line of help
    std::span<const Parameter> parameters;
    /// One of the two is set: a family's graphs are made as matrices or as lists of neighbours.
    Graph (*make)(const Arguments& arguments, std::uint64_t default_seed) = nullptr;
    SparseGraph (*make_sparse)(const Arguments& arguments, std::uint64_t default_seed) = nullptr;
};

/// All families, in the order of help.
std::span<const Family> families();

/// Whether `text` is, or begins up to a ':' with, the name of a family.
bool is_generator_spec(std::string_view text);

/// Whether the graphs of the family that `spec` names, if any, are made as lists of neighbours, because they may be too
/// large for a matrix.
bool is_sparse_spec(std::string_view spec);

/// The graph that `spec` describes; `default_seed` is for random families whose spec gives no seed. Throws `UsageError`
/// for an unknown family, and for parameters that are unknown, given twice, missing, not numbers, or out of range, and
/// for a graph with more than `max_vertices` vertices (dimacs.hpp).
Graph generate(std::string_view spec, std::uint64_t default_seed);

/// The same as lists of neighbours, for any family; only those that make matrices have the limit of vertices.
SparseGraph generate_sparse(std::string_view spec, std::uint64_t default_seed);

}  // namespace scrump::graph
