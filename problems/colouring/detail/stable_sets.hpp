#pragma once
// Heaviest independent sets: branch and bound, with a cover of the candidates by cliques as the bound, as Held, Cook
// and Sewell, "Maximum-weight stable sets and safe lower bounds for graph coloring" (Mathematical Programming
// Computation 4, 2012), section 4.

#include <scrump/problems/colouring/detail/effort.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::colouring {

using Weight = std::int64_t;

struct StableSet {
    Weight weight = 0;
    std::vector<std::size_t> vertices;
};

struct Heaviest {
    StableSet set;        ///< empty if none is heavier than asked for
    bool proved = false;  ///< no set is heavier than this one, or than asked for
};

/// Looks for a heaviest independent set of more than `than`, until the effort is over; vertices without weight are left
/// out.
Heaviest find_heaviest(const graph::Graph& graph, std::span<const Weight> weights, Weight than, Effort& effort);

/// A maximal independent set of the vertices with weights: `first`, and then the heaviest that fit. `by_weight` are the
/// vertices by decreasing weight.
StableSet take_heaviest(const graph::Graph& graph, std::span<const Weight> weights,
                        std::span<const std::size_t> by_weight, std::size_t first);

/// The vertices that have a weight, by decreasing weight.
std::vector<std::size_t> vertices_by_weight(std::span<const Weight> weights);

}  // namespace scrump::colouring
