#pragma once
// Runs the time steps of a ring in parallel: every partition and step is a task, which runs when what it needs is
// there. No step waits for the whole one before.
//
// Steps may be run in several epochs, each with partitions of another size. Between two epochs all tasks are done: the
// worker that ends the last one cuts the ring anew and deals out what is ready, while the others look for tasks as they
// do at any time.

#include <scrump/base/cache_line.hpp>
#include <scrump/base/event_count.hpp>
#include <scrump/metrics/meter.hpp>
#include <scrump/stealing/sticky_random.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "epoch.hpp"
#include "order.hpp"
#include "partition.hpp"
#include "ready_pool.hpp"
#include "ring.hpp"

namespace scrump::heat {

/// What all workers did, and how long the whole run took.
struct RunTimes {
    double seconds = 0;  ///< wall time, threads started and joined within it
    Activity activity;
    std::uint64_t steals_tried = 0;
    std::uint64_t steals_won = 0;
};

class Dataflow {
  public:
    /// Says what to do next, told what the last epoch cost.
    using Plan = std::function<Epoch(const EpochCost&)>;

    /// `least_partition` is the size of the smallest partitions that `plan` will ask for. `plan` is called by one
    /// thread at a time, and must not throw.
    Dataflow(Ring& ring, unsigned workers, Order order, std::size_t least_partition, Plan plan);

    /// Runs `first` and the epochs that follow it. To be called once. Throws Error when a thread cannot be started.
    RunTimes run(const Epoch& first);

  private:
    using Clock = Meter::Clock;

    struct alignas(cache_line) Worker {
        Worker(unsigned index, unsigned workers, Order order) : pool(order), victims(index, workers, 1) {}

        ReadyPool pool;
        Meter meter;
        StickyRandom victims;
        std::uint64_t steals_tried = 0;
        std::uint64_t steals_won = 0;
    };

    void work(Worker& worker);
    void execute(Worker& worker, Partition& partition);
    void finish(Worker& worker, Partition& partition);

    Partition* next_task(Worker& worker);
    Partition* look(Worker& worker);
    Partition* look_into(Worker& worker, Worker& victim);
    void wait(Worker& worker);
    bool has_news() const;

    void begin_epoch(const Epoch& epoch);
    void end_epoch();
    EpochCost cost(Clock::time_point now) const;
    Activity published(Clock::time_point now) const;

    Ring& ring_;
    const Plan plan_;
    std::vector<Partition> partitions_;  // as many as there can ever be
    std::vector<std::unique_ptr<Worker>> workers_;
    EventCount events_;
    Clock::time_point began_{};
    alignas(cache_line) std::atomic<std::size_t> unfinished_ =
        0;  // partitions whose last step in the epoch is not done
    std::atomic<bool> over_ = false;

    // Of the present epoch: written while no task is there, and read by tasks, which come through pools.
    alignas(cache_line) Cut cut_;
    std::uint64_t begun_steps_ = 0;  // in this epoch and those before
    Clock::time_point epoch_began_{};
    Activity before_epoch_;
};

}  // namespace scrump::heat
