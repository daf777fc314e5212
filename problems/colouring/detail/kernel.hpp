#pragma once
// The part of a graph that determines how many colours it needs.
//
// With k colours available, a vertex with fewer than k neighbours can be coloured after all others, so it can be
// removed for now; so can a vertex whose neighbours are all neighbours of another one as well, as it can take the
// colour of that one. Removals may enable further removals.

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace scrump::colouring {

struct Kernel {
    /// A removed vertex, and the one whose colour it can take; if there is none, some colour is free for it.
    struct Gone {
        std::size_t vertex;
        std::optional<std::size_t> other;
    };

    graph::Graph graph;
    std::vector<std::size_t> vertices;  ///< vertices of the whole graph for which those of `graph` stand; ascending
    std::vector<Gone> gone;             ///< removed vertices, in the order of removal
};

/// The rest of `graph` when at least `colours` colours may be used. The vertices in `stay` are not removed.
Kernel reduce(const graph::Graph& graph, std::size_t colours, std::span<const std::size_t> stay);

/// A colouring of the whole graph that uses as many colours as that of its kernel, or `colours` if that is more.
Colouring extend(const graph::Graph& graph, const Kernel& kernel, const Colouring& colouring);

}  // namespace scrump::colouring
