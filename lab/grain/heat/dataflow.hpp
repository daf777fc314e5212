#pragma once
// Runs the time steps of a ring in parallel, as HPX's stencil does (section I-C and figure 2 of Grubel et al. (2015)):
// a partition at a time step is a future, and the task that makes it waits for the three futures of the step before. No
// step waits for the whole one before.
//
// Steps may be run in several epochs, each with partitions of another size. Each is a computation of its own, whose
// statistics tell what it cost.

#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/hardware_counts.hpp>
#include <scrump/runtime/session.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "epoch.hpp"
#include "order.hpp"
#include "ring.hpp"
#include "simulated_node.hpp"

namespace scrump::heat {

/// What all workers did, and how long the whole run took.
struct RunTimes {
    double seconds = 0;  ///< wall time, threads started and joined within it
    /// Tasks are those of partitions. The time in which the first task makes them is management.
    Activity activity;
    std::uint64_t steals_tried = 0;
    std::uint64_t steals_won = 0;
    HardwareCounts hardware{};  ///< if they were wanted
};

class Dataflow {
  public:
    /// What is computed. On a simulated node no temperatures are: there is no ring, and tasks take the node's time.
    struct Work {
        std::size_t points = 1;
        Order order = Order::fifo;
        Ring* ring = nullptr;                 ///< none: only time passes
        const SimulatedNode* node = nullptr;  ///< needed where there is no ring
        Session* session = nullptr;           ///< the simulation's; none: the run makes its own
        bool hardware_counters = false;       ///< whether to read the processors' counters
    };

    /// Says what to do next, told what the last epoch cost.
    using Plan = std::function<Epoch(const EpochCost&)>;

    Dataflow(const Work& work, unsigned workers, Plan plan);
    /// Computes a ring.
    Dataflow(Ring& ring, unsigned workers, Order order, Plan plan);

    /// Runs `first` and the epochs that follow it. To be called once. Throws UsageError for a number of workers that
    /// cannot be, Error when a thread cannot be started, and what the plan throws.
    RunTimes run(const Epoch& first);

  private:
    EpochCost run_epoch(const Epoch& epoch);

    const Work work_;
    const unsigned workers_;
    const Plan plan_;
    std::optional<Session> own_session_;  // keeps its threads between epochs
    Session& session_;
    std::uint64_t begun_steps_ = 0;
    RunTimes times_;
};

}  // namespace scrump::heat
