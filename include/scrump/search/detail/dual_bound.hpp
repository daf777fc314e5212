#pragma once
// The quality that an answer can still have: the best bound of unexplored subtrees, over all localities (the dual
// bound).
//
// The loops do not know about it. It is taken from states, like checkpoints (state.hpp): at a moment when all workers
// stand still, each unexplored subtree is in exactly one place. A bound that was true once stays true.

#include <scrump/base/clock.hpp>
#include <scrump/search/detail/state.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

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

/// Of the process that leads a run.
class DualBound {
  public:
    /// `root`: the score that no node exceeds. Updated at most once per `every`.
    DualBound(double root, Clock::duration every, Clock::time_point now)
        : every_(every), next_(now + every), score_(root) {}

    /// Whether it is time for an update.
    bool due(Clock::time_point now) const { return now >= next_; }
    Clock::time_point deadline() const { return next_; }

    /// The states of all localities were requested.
    void ask(Clock::time_point now) { asked_ = now; }
    /// The states have arrived: the best score in them, and how long workers stood still for it. The next update is
    /// late enough for all updates to take at most a hundredth of the time.
    void learn(double score, Clock::duration pause, Clock::time_point now);

    /// The score that no node exceeds.
    double score() const { return score_; }

  private:
    const Clock::duration every_;
    Clock::time_point next_;
    Clock::time_point asked_{};
    double score_;
};

}  // namespace scrump::detail
