#pragma once
// Looks ahead from a node of the search: tries the colours of some vertices, and those that follow from each, to choose
// the vertex that leaves least to be searched. As for satisfiability: Li and Anbulagan, "Heuristics based on unit
// propagation for satisfiability problems" (IJCAI 1997).

#include <scrump/problems/colouring/detail/generator.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrump::colouring {

struct Choice {
    std::size_t vertex = 0;
    std::uint64_t failing = 0;  ///< colours, as bits, with which no colouring is left
};

/// Chooses one of the uncoloured `vertices`, at least one, where at most `most` colours, and at most 64, may be used.
Choice look_ahead(const Space& space, const Node& node, std::span<const std::size_t> vertices, std::int32_t most);

}  // namespace scrump::colouring
