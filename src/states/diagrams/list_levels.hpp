#pragma once
// A set of vectors taken out of the node table, by levels, so that levels can change places. Every vector has one
// element for each level, so a list of a level is referenced from the level before alone: two neighbours can be swapped
// without any change to other levels (Rudell, Dynamic variable ordering for ordered binary decision diagrams, ICCAD
// 1993; here for lists). What is swapped is new, and the levels before stay as they are: several tasks can try swaps of
// the same ones at once.

#include "census.hpp"

#include <scrump/states/diagrams/detail/diagram_worker.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

/// The nodes of the lists of a level, and the lists to which nodes of the level before lead.
struct ListLevel {
    static constexpr std::uint32_t end = 0;  ///< place of no node: the end of a list

    struct Node {
        std::uint32_t value = 0;  ///< place of the value in `values`
        std::uint32_t down = 0;   ///< place in the next level's `heads`; in the last level, 0
        std::uint32_t right = 0;  ///< place of the next node of the list, which has a greater value

        bool operator==(const Node&) const = default;
    };

    std::uint32_t counter = 0;            ///< of which it has values
    std::vector<std::uint32_t> values{};  ///< all values, ascending
    std::vector<Node> nodes{{}};          ///< each once, after the rest of its list; the first stands for `end`
    std::vector<std::uint32_t> heads{};   ///< places of the first nodes of lists, each once

    std::uint64_t size() const { return nodes.size() - 1; }
};
using SharedLevel = std::shared_ptr<const ListLevel>;

/// The levels of a set, which is not empty and has vectors with elements; `counters` are those of the levels.
std::vector<SharedLevel> levels_of(const ListNodes& nodes, std::span<const std::uint32_t> counters);

/// The set of these levels, in the node table.
Edge set_of(DiagramWorker& worker, std::span<const SharedLevel> levels);

/// Two levels that follow each other.
struct ListLevels {
    SharedLevel upper{};
    SharedLevel lower{};

    std::uint64_t size() const { return upper->size() + lower->size(); }
};

/// What a swap may come to.
struct SwapLimits {
    std::uint64_t nodes = 0;  ///< number of nodes of both levels
    std::uint64_t steps = 0;  ///< number of steps, about
};

/// The same two levels the other way round; none if that exceeds a limit. Adds the steps that it took.
std::optional<ListLevels> swapped(const ListLevel& upper, const ListLevel& lower, const SwapLimits& most,
                                  std::uint64_t& steps);

}  // namespace scrump::detail
