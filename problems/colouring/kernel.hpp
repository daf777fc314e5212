#pragma once
// The part of a graph that decides how many colours it needs.
//
// With k colours at hand, a vertex with fewer than k neighbours can be coloured when all others are, so it can go for
// the time being; and so can a vertex whose neighbours are all neighbours of another one as well, as it can take that
// one's colour. What goes may let more go.

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace scrump::colouring {

struct Kernel {
    /// A vertex that went, and the other one whose colour it can take; if there is none, some colour is free for it.
    struct Gone {
        std::size_t vertex;
        std::optional<std::size_t> other;
    };

    graph::Graph graph;
    std::vector<std::size_t> vertices;  ///< of the whole graph, that those of `graph` stand for; ascending
    std::vector<Gone> gone;             ///< in the order in which they went
};

/// What is left of `graph` when at least `colours` colours may be used. The vertices in `stay` stay.
Kernel reduce(const graph::Graph& graph, std::size_t colours, std::span<const std::size_t> stay);

/// A colouring of the whole graph that uses as many colours as that of its kernel, or `colours` if these are more.
Colouring extend(const graph::Graph& graph, const Kernel& kernel, const Colouring& colouring);

}  // namespace scrump::colouring
