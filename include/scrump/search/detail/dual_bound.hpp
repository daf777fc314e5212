#pragma once
// The quality that an answer can still have: the best bound of unexplored subtrees, over all localities (the dual
// bound).
//
// The loops do not know about it. It is taken from states, like checkpoints (state.hpp): at a moment when all workers
// stand still, each unexplored subtree is in exactly one place. A bound that was true once stays true.

#include <scrump/base/clock.hpp>

namespace scrump::detail {

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
