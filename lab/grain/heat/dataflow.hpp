#pragma once
// Runs the time steps of a ring in parallel: every partition and step is a task, which runs when what it needs is
// there. No step waits for the whole one before.
//
// Steps may be run in several epochs, each with partitions of another size. Between two epochs all tasks are done: the
// worker that ends the last one cuts the ring anew and deals out what is ready, while the others look for tasks as they
// do at any time.
//
// It is a client of the runtime: that finds tasks, counts them, steals them and waits for them. Here is what a task is.

#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/hardware_counts.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "epoch.hpp"
#include "order.hpp"
#include "ring.hpp"
#include "simulated_node.hpp"

namespace scrump {
class Session;
}

namespace scrump::heat {

/// What all workers did, and how long the whole run took.
struct RunTimes {
    double seconds = 0;  ///< wall time, threads started and joined within it
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
        std::size_t least_partition = 1;      ///< the size of the smallest partitions that the plan will ask for
        Ring* ring = nullptr;                 ///< none: only time passes
        const SimulatedNode* node = nullptr;  ///< needed where there is no ring
        Session* session = nullptr;           ///< the simulation's
        bool hardware_counters = false;       ///< whether to read the processors' counters
    };

    /// Says what to do next, told what the last epoch cost.
    using Plan = std::function<Epoch(const EpochCost&)>;

    /// `plan` is called by one thread at a time. Throws UsageError for a number of workers that cannot be.
    Dataflow(const Work& work, unsigned workers, Plan plan);
    /// Computes a ring.
    Dataflow(Ring& ring, unsigned workers, Order order, std::size_t least_partition, Plan plan)
        : Dataflow({.points = ring.size(), .order = order, .least_partition = least_partition, .ring = &ring}, workers,
                   std::move(plan)) {}
    ~Dataflow();

    /// Runs `first` and the epochs that follow it. To be called once. Throws Error when a thread cannot be started, and
    /// what the plan throws.
    RunTimes run(const Epoch& first);

  private:
    class FlowRun;

    std::unique_ptr<FlowRun> run_;
};

}  // namespace scrump::heat
