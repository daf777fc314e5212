#include "flow_locality.hpp"

#include <scrump/base/detail/event_count.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/sim/work.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <span>
#include <utility>

namespace scrump::heat {

// --- The worker

FlowWorker::FlowWorker(FlowLocality& home, unsigned index, Order order)
    : detail::Worker(home, index, false), home_(home), pool_(order) {}

bool FlowWorker::take_own() {
    return took(pool_.take_own());
}

bool FlowWorker::take_from(detail::Worker& victim) {
    ReadyPool& pool = static_cast<FlowWorker&>(victim).pool_;
    if (!took(pool.take_oldest())) return false;
    // Who was woken for several tasks wakes the next one.
    if (pool.size() > 0) home_.task_events().notify_one();
    return true;
}

bool FlowWorker::took(Partition* partition) {
    partition_ = partition;
    if (partition == nullptr) return false;
    home_.note_taken();
    return true;
}

detail::TaskSize FlowWorker::run_task() {
    home_.advance(*partition_);
    return {};
}

void FlowWorker::after_task() {
    home_.finish(*partition_, *this);
}

void FlowWorker::wait_for_work(unsigned /*rounds*/) {
    const detail::Locality::Idling idling(home_);
    look_on([this] { return home_.has_news(); });
}

// --- The locality

FlowLocality::FlowLocality(Setup setup, const Dataflow::Work& work, Dataflow::Plan plan)
    : detail::Locality(std::move(setup)),
      work_(work),
      plan_(std::move(plan)),
      partitions_(Cut(work.points, work.least_partition).partitions()),
      cut_(work.points, work.least_partition) {
    for (unsigned index = 0; index < size(); ++index)
        workers_.push_back(std::make_unique<FlowWorker>(*this, index, work.order));
}

void FlowLocality::begin_with(const Epoch& first) {
    first_epoch_ = first;
    begin_here();
}

void FlowLocality::begin() {
    begin_epoch(first_epoch_);
}

void FlowLocality::advance(const Partition& partition) {
    const std::size_t index = index_of(partition);
    const std::size_t begin = cut_.begin(index);
    const std::size_t end = cut_.begin(index + 1);
    if (work_.ring != nullptr) return work_.ring->advance(partition.step, begin, end);
    // A worker is idle until its task has begun, so this one is not counted as such.
    add_simulated_work(work_.node->task_ns(end - begin, size() - idle_workers()));
}

// The protocol is that of Partition.
void FlowLocality::finish(Partition& partition, FlowWorker& worker) {
    const std::uint64_t step = partition.step++;
    if (step + 1 == begun_steps_) {
        // Releases what this partition has come to, and acquires, if it is the last one, what all have.
        if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) end_epoch();
        return;
    }
    partition.missing[step % 2].store(3, std::memory_order_relaxed);
    const std::size_t index = index_of(partition);
    std::array<Partition*, 3> ready{};
    std::size_t count = 0;
    // Of those that become ready, this one is the newest in the pool: its values are in this worker's cache.
    for (const std::size_t each : {cut_.right_of(index), cut_.left_of(index), index}) {
        if (partitions_[each].missing[(step + 1) % 2].fetch_sub(1, std::memory_order_acq_rel) == 1)
            ready[count++] = &partitions_[each];
    }
    if (count == 0) return;
    expect_tasks(count);
    // One is for this worker itself.
    const std::size_t held = worker.pool().push(std::span(ready).first(count));
    if (held > 1) tell_of_tasks(std::min(held - 1, count));
}

// --- Epochs

void FlowLocality::begin_epoch(const Epoch& epoch) {
    const std::uint64_t step = begun_steps_;
    cut_ = Cut(work_.points, epoch.partition);
    begun_steps_ += epoch.steps;
    epoch_began_ = Clock::now();
    before_epoch_ = published(epoch_began_);
    const std::size_t count = cut_.partitions();
    unfinished_.store(count, std::memory_order_relaxed);
    for (std::size_t i = 0; i < count; ++i) {
        partitions_[i].step = step;
        partitions_[i].missing[(step + 1) % 2].store(3, std::memory_order_relaxed);
    }
    expect_tasks(count);
    // The first task of a pool may be taken before the last one is in it; by then all of the above is there. Each
    // worker gets a piece of the ring, and begins at its left end.
    for (unsigned w = 0; w < size(); ++w) {
        const std::size_t first = count * w / size();
        const std::size_t end = count * (w + 1) / size();
        static_cast<FlowWorker&>(worker(w)).pool().deal(std::span(partitions_).subspan(first, end - first));
    }
    tell_of_tasks(count);
}

void FlowLocality::end_epoch() {
    const Epoch next = plan_(cost(Clock::now()));
    if (next.steps > 0) begin_epoch(next);
}

// What others published may be a moment old, so that their sums may be less than before.
EpochCost FlowLocality::cost(Clock::time_point now) const {
    const Activity then = published(now);
    const auto spent = [&](std::uint64_t Activity::*time) {
        return std::max(static_cast<double>(then.*time) - static_cast<double>(before_epoch_.*time), 0.0);
    };
    const double all = std::max(spent(&Activity::total_time), 1.0);
    const double working = spent(&Activity::task_time) / all;
    const double waiting = std::min(spent(&Activity::wait_time) / all, 1.0);
    return {.shares = {.management = detail::counting ? std::max(1 - working - waiting, 0.0) : 0, .waiting = waiting},
            .seconds = std::chrono::duration<double>(now - epoch_began_).count()};
}

Activity FlowLocality::published(Clock::time_point now) const {
    Activity sum;
    for (const auto& each : workers_) sum += each->record().activity(now);
    return sum;
}

}  // namespace scrump::heat
