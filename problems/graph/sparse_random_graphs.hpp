#pragma once
// Large random graphs with a given number of edges. The same arguments give the same graph on every platform:
// everything is computed with integers or with products of doubles, whose rounding IEEE 754 fixes, and never with the
// functions of a mathematical library, which differ in their last digits.

#include <scrump/problems/graph/sparse_graph.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::graph {

/// G(n, m): `m` edges, with all sets of that size equally likely (Erdős and Rényi 1959), and the edges of a clique of
/// `k` random vertices, if k > 1. Needs m ≤ n (n − 1) / 2, k ≤ n and n < 2^32.
SparseGraph random_sparse_graph(std::size_t n, std::uint64_t m, std::size_t k, std::uint64_t seed);

/// A graph whose degrees follow a power law: about x^−`exponent` of the vertices have degree x, `exponent` ≥ 2. The two
/// ends of an edge are drawn independently, vertex i = 0, 1, … with a probability proportional to (i + 1)^(−1/(exponent
/// − 1)): Chung and Lu, "The average distances in random graphs with given expected degrees" (PNAS 99, 2002), but with
/// `m` edges, as loops and repeated edges are replaced by new draws. If the hubs leave no room for that many there are
/// fewer: after 64 rounds of replacing all at once. The clique and the requirements are as above.
SparseGraph power_law_graph(std::size_t n, std::uint64_t m, double exponent, std::size_t k, std::uint64_t seed);

}  // namespace scrump::graph
