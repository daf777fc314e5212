#pragma once
// The fractional chromatic number as a lower bound: weights of vertices such that no independent set, and so no colour,
// has more than a certain weight. Column generation, as by Mehrotra and Trick, "A column generation approach for graph
// coloring" (INFORMS Journal on Computing 8, 1996), with bounds in integers that are safe whatever was rounded, as by
// Held, Cook and Sewell, "Maximum-weight stable sets and safe lower bounds for graph coloring" (Mathematical
// Programming Computation 4, 2012).

#include <scrump/problems/colouring/detail/stable_sets.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <vector>

namespace scrump::colouring {

/// Weights of vertices, and a weight that no independent set exceeds. Without weights nothing is known.
struct Weighting {
    std::vector<Weight> weights;
    Weight capacity = 1;  ///< of a colour

    Weight total() const;
    /// Number of colours that the vertices need.
    std::size_t colours() const;
};

/// Whether weights of the graph can be found in time: heavy independent sets of large sparse graphs are too difficult.
bool can_weigh(const graph::Graph& graph);

/// A good weighting, best for the fractional chromatic number if the effort suffices. Stops once that proves that
/// `enough` colours are needed, and soon where it cannot prove that more than `at_least` are. Nothing is known of
/// graphs that cannot be weighed.
Weighting find_weighting(const graph::Graph& graph, std::size_t at_least, std::size_t enough, Effort& effort);

}  // namespace scrump::colouring
