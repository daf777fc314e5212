#pragma once
// If time passes only by workers' reports of their work (pace.hpp), a worker reports every few nodes: between the
// calls of its split policy, and without calling it.

#include <scrump/base/detail/pace.hpp>
#include <scrump/runtime/detail/attention.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace scrump::detail {

class PacedPolling {
  public:
    using Work = Pace::Work;

    explicit PacedPolling(Pace& pace) : pace_(pace) {}

    /// Number of backtracks after which the engine must come back, given the number so far; it was to come back after
    /// `wanted` of them, unless it came back for the time alone: then the earlier request counts.
    std::uint64_t interval(std::uint64_t wanted, std::uint64_t backtracks) {
        if (!only_time_) due_ = wanted > never - backtracks ? never : backtracks + wanted;
        only_time_ = false;
        return std::min(step_, due_ - backtracks);
    }

    /// Lets time pass for the nodes explored since. Returns whether the engine came back for that alone.
    bool came_for_time(std::uint64_t nodes, std::uint64_t backtracks, Attention& attention) {
        attention.forget_expired();
        if (!attention.called()) fit_step(nodes - told_nodes_, backtracks - told_backtracks_);
        tell(nodes, backtracks);
        only_time_ = !attention.called() && backtracks < due_;
        return only_time_;
    }
    void tell(std::uint64_t nodes, std::uint64_t backtracks) {
        const std::uint64_t passed = nodes - told_nodes_;
        told_nodes_ = nodes;
        told_backtracks_ = backtracks;
        if (passed > 0) pace_.pass(Work::node, passed);
    }

  private:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    // Sets the number of backtracks for the number of nodes that the pace allows.
    void fit_step(std::uint64_t nodes, std::uint64_t backtracks) {
        const std::uint64_t most = std::max<std::uint64_t>(pace_.step(Work::node), 1);
        if (nodes > most && step_ > 1) step_ /= 2;
        if (nodes < most / 2 && backtracks >= step_) step_ *= 2;
    }

    Pace& pace_;
    std::uint64_t step_ = 16;  // in backtracks
    std::uint64_t due_ = never;
    bool only_time_ = false;
    std::uint64_t told_nodes_ = 0;
    std::uint64_t told_backtracks_ = 0;
};

}  // namespace scrump::detail
