#pragma once
// Weights of vertices, however long they take.

#include <scrump/problems/colouring/detail/fractional.hpp>

#include <cstdint>
#include <limits>

namespace scrump::colouring::test {

inline Effort unlimited() {
    return Effort(std::numeric_limits<std::int64_t>::max());
}

inline Weighting weighting_of(const graph::Graph& graph) {
    Effort effort = unlimited();
    return find_weighting(graph, 0, graph.size() + 1, effort);
}

}  // namespace scrump::colouring::test
