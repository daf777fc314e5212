#pragma once
// Sifting (Rudell, ICCAD 1993): one level after the other tries all places among the others, and stays where the set
// has fewest nodes. Levels that are swapped are new ones, so several of them, each upwards and downwards, try at once
// from the same order, each as a task; of the moves that help, those are made that do not touch the same levels.

#include "list_levels.hpp"

#include <scrump/tasks/fork.hpp>

#include <cstdint>
#include <vector>

namespace scrump::detail {

struct Sifted {
    std::vector<SharedLevel> levels{};
    std::uint64_t nodes_before = 0;
    std::uint64_t nodes = 0;  ///< at most as many as before
    std::uint64_t swaps = 0;
    std::uint64_t steps = 0;
};

/// Sifts the levels of a set, all of them again while that helps, in about `most_steps` steps at most.
Sifted sift(Fork& fork, std::vector<SharedLevel> levels, std::uint64_t most_steps);

}  // namespace scrump::detail
