#pragma once
// What the workers of a dataflow share: its partitions, and the epoch.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/metrics/activity.hpp>
#include <scrump/runtime/detail/locality.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dataflow.hpp"
#include "epoch.hpp"
#include "order.hpp"
#include "partition.hpp"
#include "ready_pool.hpp"
#include "ring.hpp"

namespace scrump::heat {

class FlowLocality;

/// A worker whose tasks are the next steps of partitions.
class FlowWorker final : public detail::Worker {
  public:
    FlowWorker(FlowLocality& home, unsigned index, Order order);

    ReadyPool& pool() { return pool_; }

  private:
    bool take_own() override;
    bool take_from(detail::Worker& victim) override;
    detail::TaskSize run_task() override;
    void after_task() override;
    /// Looks on, as the paper's scheduler does: pools are accessed for as long as a worker starves (section IV-E).
    void wait_for_work(unsigned rounds) override;

    bool took(Partition* partition);

    FlowLocality& home_;
    ReadyPool pool_;
    Partition* partition_ = nullptr;  // that was taken
};

class FlowLocality final : public detail::Locality {
  public:
    FlowLocality(Setup setup, const Dataflow::Work& work, Dataflow::Plan plan);

    /// What to begin with. To be called before the start.
    void begin_with(const Epoch& first);

    /// Computes a partition's next step.
    void advance(const Partition& partition);
    /// Hands `worker` what becomes ready by that.
    void finish(Partition& partition, FlowWorker& worker);

  private:
    void begin() override;
    void begin_epoch(const Epoch& epoch);
    void end_epoch();
    EpochCost cost(Clock::time_point now) const;
    Activity published(Clock::time_point now) const;

    std::size_t index_of(const Partition& partition) const {
        return static_cast<std::size_t>(&partition - partitions_.data());
    }

    const Dataflow::Work work_;
    const Dataflow::Plan plan_;
    Epoch first_epoch_;
    std::vector<Partition> partitions_;                                    // as many as there can ever be
    alignas(detail::cache_line) std::atomic<std::size_t> unfinished_ = 0;  // whose last step in the epoch is not done

    // Of the present epoch: written while no task is there, and read by tasks, which come through pools.
    alignas(detail::cache_line) Cut cut_;
    std::uint64_t begun_steps_ = 0;  // in this epoch and those before
    Clock::time_point epoch_began_{};
    Activity before_epoch_;
};

}  // namespace scrump::heat
