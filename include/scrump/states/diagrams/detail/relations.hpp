#pragma once
// The relations that make up a transition relation, as operations see them, and how they lie in words of remote memory,
// where the workers of all localities find them.

#include <scrump/states/diagrams/detail/edge.hpp>
#include <scrump/states/diagrams/detail/node.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

struct Relation {
    Edge relation{};
    Edge cube{};              ///< of the state variables that it speaks of
    Level level = below_all;  ///< of the first of them

    bool operator==(const Relation&) const = default;
};

using Relations = std::vector<Relation>;

/// How many there may be.
inline constexpr std::size_t most_relations = std::size_t{1} << 14U;
inline constexpr std::size_t words_of_relation = 3;

}  // namespace scrump::detail
