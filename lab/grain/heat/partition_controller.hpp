#pragma once
// Chooses the size of partitions while a run goes on, and for how many steps each choice is tried.
//
// Grubel et al. (2015) show (section IV) that the idle-rate bounds a range of good sizes but does not tell which is
// best within it: there it is memory that decides, by the duration of tasks, and this shows in the time of a step. So a
// run is cut into epochs and goes through three phases:
//
//   approach: the first guess is corrected until management and waiting are tolerable (GrainController);
//   search:   sizes 4 times as large and as small are tried for a short epoch each, then twice; what made steps shorter
//             is kept;
//   hold:     long and longer epochs at the best size; after each one a neighbour is tried, as machines change.
//
// Every epoch goes through all of the memory once more, so only an eighth of the steps may be spent on short ones. A
// run of few steps therefore does without them, and stands on its first guess. To make this a good one, it is corrected
// by a rehearsal before the run: some microseconds of the same work on a ring of its own, which tells what management
// costs.

#include <scrump/runtime/detail/grain.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "epoch.hpp"

namespace scrump::heat {

/// Pure: it is told what epochs cost.
class PartitionController {
  public:
    struct Settings {
        std::size_t points = 1;
        unsigned workers = 1;
        std::uint64_t steps = 1;
        std::size_t first = 0;        ///< the first guess, in points; 0: its own
        std::size_t cache = 1 << 20;  ///< bytes of a core's own cache
    };

    explicit PartitionController(const Settings& settings)
        : points_(settings.points),
          workers_(settings.workers),
          most_(std::max<std::size_t>(points_ / (fewest * workers_), 1)),
          least_(std::min(smallest, most_)),
          probe_(std::max(shortest_epoch, settings.steps / 32)),
          steps_(settings.steps),
          range_({.first = static_cast<double>(settings.first > 0 ? settings.first : guess(settings)),
                  .least = static_cast<double>(least_),
                  .most = static_cast<double>(most_),
                  .tolerated_management = tolerated_management,
                  .tolerated_waiting = tolerated_waiting,
                  .most_change = 64}) {
        begin();
    }

    // --- Before the run

    /// How often to rehearse: not at all where it would take more than a hundredth of the run.
    unsigned rehearsals() const {
        const double work = static_cast<double>(tries * rehearsed_steps) * static_cast<double>(rehearsal_points());
        return 100 * work <= static_cast<double>(points_) * static_cast<double>(steps_) ? tries : 0;
    }
    Epoch rehearsal() const { return {.partition = size_of(range_.grain()), .steps = rehearsed_steps}; }
    std::size_t rehearsal_points() const { return std::min(8 * size_of(range_.grain()) * workers_, points_); }

    /// The least that one of them cost: other programs make some of them cost more, and none less.
    void learn_rehearsal(const detail::GrainCost& cost) {
        range_.learn({.management = cost.management});
        begin();
    }

    // --- The run

    /// No partition will be smaller.
    std::size_t least() const { return least_; }

    /// What is to be done now; no steps when all are done.
    const Epoch& epoch() const { return epoch_; }

    /// What that cost.
    void learn(const EpochCost& cost) {
        const double step = cost.seconds / static_cast<double>(epoch_.steps);
        switch (phase_) {
            case Phase::approach:
                approach(cost);
                break;
            case Phase::base:
                best_ = {tried_, step};
                overhead_ = tried_ * cost.shares.management / std::max(1 - cost.shares.management, 0.001);
                search();
                break;
            case Phase::search:
                judge(step);
                search();
                break;
            case Phase::hold:
                best_.step = step;
                look_aside();
                break;
            case Phase::aside:
                if (faster(step)) best_ = {tried_, step};
                side_ = 1 / side_;
                hold();
                break;
        }
    }

  private:
    enum class Phase : std::uint8_t { approach, base, search, hold, aside };

    /// A size and how long a step took with it, in seconds.
    struct Sample {
        double grain;
        double step;
    };

    static constexpr std::size_t smallest = 256;
    static constexpr unsigned fewest = 4;  // partitions for each worker: of fewer, who is disturbed keeps all waiting
    static constexpr unsigned tries = 3;
    static constexpr unsigned rehearsed_steps = 8;
    static constexpr std::uint64_t shortest_epoch = 4;
    static constexpr double long_enough = 0.02;  // seconds to compare epochs by
    static constexpr double tolerated_management = 0.15;
    static constexpr double tolerated_waiting = 0.05;
    static constexpr unsigned most_corrections = 5;  // where nothing is tolerable, what is fastest still counts
    static constexpr double gain = 0.97;             // less than that is noise

    // Tasks of some ten microseconds. But a worker that goes ahead as far as it can has as many partitions in its hands
    // as an epoch has steps, and what decides most is whether they fit in its cache, of which half is left to others.
    // In a run of few steps they can, with tasks of some microseconds: of two, management takes a sixth.
    static std::size_t guess(const Settings& settings) {
        static constexpr std::size_t usual = 16'384;
        static constexpr std::size_t low = 8192;
        const std::size_t fitting = settings.cache / 2 / (2 * sizeof(double));
        const bool all_fit = settings.points / settings.workers <= fitting;
        if (all_fit || fitting / settings.steps < low / 2) return usual;
        return std::clamp<std::size_t>(fitting / settings.steps, low, usual);
    }

    std::size_t size_of(double grain) const {
        return std::clamp(static_cast<std::size_t>(std::llround(grain)), least_, most_);
    }

    bool faster(double step) const { return step < gain * best_.step; }

    void plan(double grain, std::uint64_t steps) {
        tried_ = std::clamp(grain, static_cast<double>(least_), static_cast<double>(most_));
        if (left_ < steps + probe_) steps = left_;  // what would be left is no epoch
        left_ -= steps;
        epoch_ = {.partition = size_of(tried_), .steps = steps};
    }

    // One more short epoch, if there may be one.
    void look(Phase phase, double grain, std::uint64_t steps) {
        if (budget_ < steps) return hold();
        budget_ -= steps;
        phase_ = phase;
        plan(grain, steps);
    }

    // --- Approach. Its first epoch is also the one in which threads start and memory is touched: no sample.

    void begin() {
        left_ = steps_;
        budget_ = steps_ / 8;
        plan_approach();
    }

    // Without a search after it, it is not worth its epoch.
    void plan_approach() {
        best_.grain = range_.grain();
        if (budget_ < probe_ / 2 + 3 * probe_) return plan(best_.grain, left_);
        look(Phase::approach, best_.grain, probe_ / 2);
    }

    void approach(const EpochCost& cost) {
        const double steps = long_enough / cost.seconds * static_cast<double>(epoch_.steps);
        if (steps < static_cast<double>(probe_)) probe_ = std::max(shortest_epoch, static_cast<std::uint64_t>(steps));
        // A task of a step can keep others waiting for as long as it takes, so what exceeds its share of a worker's
        // tasks has another cause, such as other programs.
        const double cause = tried_ * static_cast<double>(workers_) / static_cast<double>(points_);
        const bool tolerable = range_.learn({cost.shares.management, std::min(cost.shares.waiting, cause)}) == tried_;
        best_.grain = range_.grain();
        if (tolerable || ++corrections_ == most_corrections) return look(Phase::base, best_.grain, probe_);
        plan_approach();
    }

    // --- Search

    void judge(double step) {
        if (faster(step)) {
            best_ = {tried_, step};
            failures_ = 1;  // the other direction is where it came from
        } else {
            ++failures_;
            upwards_ = !upwards_;
        }
    }

    void search() {
        for (; factor_ > 1.5; factor_ = std::sqrt(factor_), failures_ = 0) {
            for (; failures_ < 2; ++failures_, upwards_ = !upwards_) {
                const double next = upwards_ ? best_.grain * factor_ : best_.grain / factor_;
                if (worth_trying(next)) return look(Phase::search, next, probe_);
            }
        }
        hold();
    }

    // Not what is sure to cost too much management: each task costs about the same.
    bool worth_trying(double grain) const {
        if (grain < static_cast<double>(least_) || grain > static_cast<double>(most_)) return false;
        return grain > best_.grain || overhead_ / (grain + overhead_) <= tolerated_management;
    }

    // --- Hold

    void hold() {
        phase_ = Phase::hold;
        hold_ = hold_ == 0 ? 8 * probe_ : 4 * hold_;
        plan(best_.grain, hold_);
    }

    void look_aside() {
        if (!worth_trying(best_.grain * side_)) side_ = 1 / side_;
        if (!worth_trying(best_.grain * side_)) return hold();
        phase_ = Phase::aside;
        plan(best_.grain * side_, hold_ / 4);
    }

    const std::size_t points_;
    const unsigned workers_;
    const std::size_t most_;
    const std::size_t least_;
    std::uint64_t probe_;     // steps of a short epoch
    std::uint64_t hold_ = 0;  // of the last long one
    const std::uint64_t steps_;
    std::uint64_t left_ = 0;    // that are not planned yet
    std::uint64_t budget_ = 0;  // of these, for short epochs
    detail::GrainController range_;
    Phase phase_ = Phase::approach;
    Epoch epoch_;
    double tried_ = 0;
    Sample best_{};
    double overhead_ = 0;  // a task's management, in points that could be computed meanwhile
    unsigned corrections_ = 0;
    double factor_ = 4;
    bool upwards_ = true;
    unsigned failures_ = 0;  // directions tried with this factor
    double side_ = 2;
};

}  // namespace scrump::heat
