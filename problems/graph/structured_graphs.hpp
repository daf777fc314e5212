#pragma once
// Graphs from coding theory, geometry and design theory on which clique algorithms are compared. Vertices are numbered
// as in the DIMACS benchmark files, so that keller_graph(4) and keller4.clq, for example, are equal, not only
// isomorphic.

#include <scrump/problems/graph/graph.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace scrump::graph {

/// DIMACS's hamming<n>-<d>: all words of `n` ≤ 16 bits, adjacent when they differ in at least `d` ≥ 1 bits. A
/// clique is a binary code of distance d (Hasselberg, Pardalos and Vairaktarakis 1993).
Graph hamming_graph(unsigned n, unsigned d);

/// DIMACS's johnson<n>-<w>-<d>: all words of `n` ≤ 32 bits of which `w` are 1, adjacent when they differ in
/// at least `d` ≥ 1 bits. A clique is a constant-weight code.
Graph johnson_graph(unsigned n, unsigned w, unsigned d);

/// The number of n-bit words of weight w.
std::size_t johnson_vertices(unsigned n, unsigned w);

/// DIMACS's keller<dim>. The Keller graph has the words of length `dim` ≤ 8 over Z4 as vertices, adjacent when they
/// differ in at least two places and by exactly 2 in at least one; it has a clique of 2^dim if Keller's cube-tiling
/// conjecture fails (Lagarias and Shor 1992). As all its vertices are alike, DIMACS keeps only the neighbours of the
/// word 00…0, which makes the largest clique smaller by one: 4^dim − 3^dim − dim vertices.
Graph keller_graph(unsigned dim);

/// Triples of points such that any two points are in exactly one.
using SteinerTripleSystem = std::vector<std::array<std::size_t, 3>>;

/// The triple systems on which Fulkerson, Nemhauser and Trotter found set covering hard (1974): A9 and A15 of Bose's
/// construction, and their repeated triplings. None unless `points` is 3 · 3^i or 15 · 3^i.
std::optional<SteinerTripleSystem> steiner_triple_system(std::size_t points);

/// DIMACS's MANN_a<points>, by Mannino and Sassano: the smallest set of points that meets every triple, as a
/// clique problem. If it has c points, the largest clique has points + triples − c vertices. The complement
/// has a vertex for each point, and for each triple a triangle whose corners are joined to the triple's
/// points: a largest independent set has the points outside a smallest cover and, from each triangle, the
/// corner of a point inside. `points` as above.
Graph steiner_cover_graph(std::size_t points);

}  // namespace scrump::graph
