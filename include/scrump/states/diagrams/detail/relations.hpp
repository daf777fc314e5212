#pragma once
// The parts of a transition relation, in the form for operations, and their layout in words of remote memory, where the
// workers of all localities find them.

#include <scrump/states/diagrams/detail/edge.hpp>
#include <scrump/states/diagrams/detail/node.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

struct Relation {
    Edge relation{};
    Edge cube{};              ///< cube of its state variables
    Level level = below_all;  ///< level of the first of them

    bool operator==(const Relation&) const = default;
};

using Relations = std::vector<Relation>;

/// Largest number of relations.
inline constexpr std::size_t most_relations = std::size_t{1} << 14U;
inline constexpr std::size_t words_of_relation = 3;

}  // namespace scrump::detail
