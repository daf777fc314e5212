#pragma once
// A piece of a search that may move.

#include <scrump/pools/heuristic_place.hpp>

#include <cstdint>
#include <limits>

namespace scrump {

/// A subtree to explore: its root, which was itself visited by whoever made the task, and the root's depth.
template <class Search>
struct Task {
    static constexpr std::uint64_t unordered = std::numeric_limits<std::uint64_t>::max();

    typename Search::Node node{};
    unsigned depth = 0;
    HeuristicPlace place{};
    std::uint64_t order = unordered;  ///< place in the replicable order, under the ordered skeleton
    bool foreign = false;  ///< made by another process, and not yet asked whether it can be a task of this search
    [[no_unique_address]] typename Search::Start start{};  ///< what an ordered task may know from the start
};

}  // namespace scrump
