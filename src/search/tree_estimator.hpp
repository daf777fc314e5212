#pragma once
// The estimate of a running search, of the process that leads it: nodes visited so far, and samples of the remaining
// tree (tree_sampler.hpp). What is left comes from a snapshot over all localities, as in a checkpoint, so an estimate
// takes nothing from the loops, knows exactly what is done, and begins again where a resumed run does.
//
// Samples are taken by the serving thread, a few nodes at a time. Beside a search that is to be finished, they and the
// pauses of snapshots take at most a hundredth of the time. A dry run searches for half of its time, which gives the
// rate and, for an optimisation, an incumbent, and then samples what is left.

#include "tree_sampler.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/search/estimate.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {

class TreeEstimator {
  public:
    using MakePlanner = std::function<std::unique_ptr<ShardPlanner>()>;

    /// `dry_run`: its duration; none: a search that is to be finished.
    TreeEstimator(MakePlanner make_planner, std::optional<Clock::duration> dry_run, std::uint64_t seed,
                  Clock::time_point now);

    /// Whether it is time to look at the open nodes, and whether a dry run is over.
    bool due(Clock::time_point now) const { return now >= look_at_; }
    bool over(Clock::time_point now) const { return dry_run_ && now >= began_ + *dry_run_; }
    /// When something is to be done, or was.
    Clock::time_point deadline() const;

    /// The open nodes: `visited` nodes were visited before, of which this run visited all but `earlier`.
    void learn(std::vector<Subtree> open, std::uint64_t visited, std::uint64_t earlier, Clock::duration pause,
               Clock::time_point now);
    /// Samples a little, if it is time.
    void sample(Clock::time_point now);
    /// Samples what the last look found, of a search that stops.
    void sample_the_rest();

    /// All nodes were visited: this is their number.
    void complete(std::uint64_t nodes);

    /// Whether it is of a dry run that has an estimate.
    bool is_dry_and_knows() const { return dry_run_ && known_; }
    /// The estimate, if there is one, for this number of visited nodes, of which this run visited all but `earlier`.
    std::optional<SearchEstimate> estimate(std::uint64_t visited, std::uint64_t earlier, Clock::time_point now) const;

  private:
    struct Known {
        std::uint64_t visited = 0;
        SampledSize rest{};
        std::uint64_t probed = 0;
    };
    void take_over();
    bool is_precise() const;
    double rate(std::uint64_t nodes, Clock::time_point now) const;

    const MakePlanner make_planner_;
    const std::optional<Clock::duration> dry_run_;
    const std::uint64_t seed_;
    const Clock::time_point began_;
    Clock::time_point look_at_;
    Clock::time_point sample_at_;
    std::unique_ptr<TreeSampler> sampler_;  // of the last look
    std::uint64_t visited_ = 0;             // before it
    double rate_ = 0;                       // at that time; 0: unknown
    std::uint64_t nodes_at_once_;
    std::optional<Known> known_;
};

}  // namespace scrump::detail
