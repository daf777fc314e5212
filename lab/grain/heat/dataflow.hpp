#pragma once
// Runs the time steps of a ring in parallel, as HPX's stencil does (section I-C and figure 2 of Grubel et al. (2015)):
// a partition at a time step is a future, and the task that makes it waits for the three futures of the step before. No
// step waits for the whole one before.
//
// Steps may be run in several epochs, each with partitions of another size. Each is a computation of its own, whose
// statistics tell what it cost.

#include <scrump/metrics/activity.hpp>
#include <scrump/runtime/session.hpp>

#include <cstdint>
#include <functional>

#include "epoch.hpp"
#include "order.hpp"
#include "ring.hpp"

namespace scrump::heat {

/// What all workers did, and how long the whole run took.
struct RunTimes {
    double seconds = 0;  ///< wall time, threads started and joined within it
    /// Tasks are those of partitions. The time in which the first task makes them is management.
    Activity activity;
    std::uint64_t steals_tried = 0;
    std::uint64_t steals_won = 0;
};

class Dataflow {
  public:
    /// Says what to do next, told what the last epoch cost.
    using Plan = std::function<Epoch(const EpochCost&)>;

    Dataflow(Ring& ring, unsigned workers, Order order, Plan plan);

    /// Runs `first` and the epochs that follow it. To be called once. Throws UsageError for a number of workers that
    /// cannot be, Error when a thread cannot be started, and what the plan throws.
    RunTimes run(const Epoch& first);

  private:
    EpochCost run_epoch(const Epoch& epoch, RunTimes& times);

    Ring& ring_;
    const unsigned workers_;
    const Order order_;
    const Plan plan_;
    Session session_;  // keeps its threads between epochs
    std::uint64_t step_ = 0;
};

}  // namespace scrump::heat
