#pragma once
// Scores: objectives and bounds as numbers of which more is better, whatever is sought, and how subtrees put theirs
// into a state (dual_bound.hpp).

#include <scrump/search/detail/state.hpp>

#include <chrono>
#include <cmath>
#include <limits>

namespace scrump::detail {

/// An objective as a score, of which more is better in either sense; never worse than the objective.
template <class Sense, class Objective>
double score_of(Objective objective) {
    const auto exact = static_cast<long double>(objective);
    const long double wanted = Sense::better(1, 0) ? exact : -exact;
    const auto score = static_cast<double>(wanted);
    return score < wanted ? std::nextafter(score, std::numeric_limits<double>::infinity()) : score;
}

/// A search that can bound the answers below a node.
template <class Search>
concept Bounded = requires {
    requires Search::bounded;
};

/// Longest time that a worker spends on the bounds of unexplored siblings one by one. A thread that stops a search
/// waits for it.
inline constexpr std::chrono::milliseconds longest_look_at_bounds{50};

/// Adds an unexplored subtree to a state; its root was itself visited, or not.
template <class Search>
void note_subtree(StateWriter& state, const Search& search, const typename Search::Node& root, unsigned depth,
                  bool visited) {
    if constexpr (Bounded<Search>) {
        if (state.bounds_only()) return state.bound(search.score(root));
    }
    if constexpr (Search::transferable) state.subtree(depth, visited).put(root);
}

}  // namespace scrump::detail
