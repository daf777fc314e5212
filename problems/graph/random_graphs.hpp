#pragma once
// Random graphs of the families on which clique algorithms are compared. The same arguments give the same graph on
// every platform: probabilities are rounded to multiples of 2^-32, so that no rounding of a floating-point unit shows.

#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::graph {

/// G(n, p): each pair of the `n` vertices is an edge with probability `p`, independently (Gilbert 1959). C125.9 is an
/// example.
Graph random_graph(std::size_t n, double p, std::uint64_t seed);

/// A random graph with a wider spread of degrees and larger cliques than G(n, p): each vertex draws a weight from [a,
/// b), and a pair is an edge with the mean of its weights as probability; the expected density is (a + b) / 2. The
/// p_hat generator of Gendreau, Soriano and Salvail, "Solving the maximum clique problem using a tabu search approach"
/// (1993).
Graph p_hat_graph(std::size_t n, double a, double b, std::uint64_t seed);

/// A graph and the vertices, ascending, of a clique that was planted in it.
struct HiddenClique {
    Graph graph;
    std::vector<std::size_t> clique;
};

/// G(n, p) in which `k` random vertices are made a clique. Their degrees give them away. Needs k ≤ n.
HiddenClique plant_clique(std::size_t n, std::size_t k, double p, std::uint64_t seed);

/// A clique of `k` vertices among `n` of density about `p` that degrees do not give away, like DIMACS's brock graphs:
/// Brockington and Culberson, "Camouflaging independent sets in quasi-random graphs" (1996). With `depth` d ≥ 1, after
/// choosing any d − 1 vertices of the clique and removing all but their common neighbours, the vertices of the clique
/// and the others still have the same expected degree. With depth 0 the clique is not hidden. Every other vertex misses
/// the same number of the clique's vertices, up to rounding. Needs k ≤ n; throws `UsageError` if no probabilities can
/// hide the clique.
HiddenClique hide_clique(std::size_t n, std::size_t k, double p, unsigned depth, std::uint64_t seed);

}  // namespace scrump::graph
