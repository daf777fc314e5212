#pragma once
// The sequential twin of the exploration of a state space: breadth-first with a std::unordered_set and two vectors, as
// one would write it.

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace scrump::twins {

/// How many states are how far from the initial one, up to `most_levels` away; a state is a word.
template <class Model>
std::vector<std::uint64_t> count_levels_by_hand(const Model& model, std::uint64_t most_levels) {
    std::vector<std::uint64_t> levels;
    std::unordered_set<std::uint64_t> visited = {model.initial()};
    std::vector<std::uint64_t> level = {model.initial()};
    std::vector<std::uint64_t> next;
    while (!level.empty()) {
        levels.push_back(level.size());
        if (levels.size() > most_levels) break;
        for (const std::uint64_t state : level) {
            model.successors(state, [&](std::uint64_t successor) {
                if (visited.insert(successor).second) next.push_back(successor);
            });
        }
        level.swap(next);
        next.clear();
    }
    return levels;
}

}  // namespace scrump::twins
