#include "dataflow.hpp"

#include <scrump/base/processing_units.hpp>
#include <scrump/runtime/look_around.hpp>
#include <scrump/runtime/team.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace scrump::heat {

Dataflow::Dataflow(Ring& ring, unsigned workers, Order order, std::size_t least_partition, Plan plan)
    : ring_(ring),
      plan_(std::move(plan)),
      partitions_(Cut(ring.size(), least_partition).partitions()),
      cut_(ring.size(), least_partition) {
    for (unsigned index = 0; index < workers; ++index)
        workers_.push_back(std::make_unique<Worker>(index, workers, order));
}

RunTimes Dataflow::run(const Epoch& first) {
    began_ = Clock::now();
    begin_epoch(first);
    {
        Team team([this](unsigned index) { work(*workers_[index]); });
        try {
            team.start(static_cast<unsigned>(workers_.size()), processing_units());
        } catch (...) {
            over_.store(true, std::memory_order_release);
            events_.notify_all();
            throw;
        }
    }
    RunTimes times;
    times.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    for (const auto& worker : workers_) {
        times.activity += worker->meter.activity();
        times.steals_tried += worker->steals_tried;
        times.steals_won += worker->steals_won;
    }
    return times;
}

// --- Tasks

void Dataflow::work(Worker& worker) {
    worker.meter.start(began_);
    while (Partition* const partition = next_task(worker)) execute(worker, *partition);
    worker.meter.update();
}

void Dataflow::execute(Worker& worker, Partition& partition) {
    const auto index = static_cast<std::size_t>(&partition - partitions_.data());
    worker.meter.begin_task();
    ring_.advance(partition.step, cut_.begin(index), cut_.begin(index + 1));
    worker.meter.end_task(0, 0);
    finish(worker, partition);
}

// The protocol is that of Partition.
void Dataflow::finish(Worker& worker, Partition& partition) {
    const std::uint64_t step = partition.step++;
    worker.meter.publish();
    if (step + 1 == begun_steps_) {
        // Releases what this partition has come to, and acquires, if it is the last one, what all have.
        if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) end_epoch();
        return;
    }
    partition.missing[step % 2].store(3, std::memory_order_relaxed);
    const auto index = static_cast<std::size_t>(&partition - partitions_.data());
    std::array<Partition*, 3> ready{};
    std::size_t count = 0;
    // Of those that become ready, this one is the newest in the pool: its values are in this worker's cache.
    for (const std::size_t each : {cut_.right_of(index), cut_.left_of(index), index}) {
        if (partitions_[each].missing[(step + 1) % 2].fetch_sub(1, std::memory_order_acq_rel) == 1)
            ready[count++] = &partitions_[each];
    }
    if (count == 0) return;
    // One is for this worker itself.
    const std::size_t held = worker.pool.push(std::span(ready).first(count));
    if (held > 1) events_.notify(std::min(held - 1, count));
}

// --- Looking for them

Partition* Dataflow::next_task(Worker& worker) {
    while (!over_.load(std::memory_order_acquire)) {
        if (Partition* const found = look(worker)) return found;
        wait(worker);
    }
    return nullptr;
}

Partition* Dataflow::look(Worker& worker) {
    if (Partition* const own = look_into(worker, worker)) return own;
    for (std::size_t attempt = 1; attempt < workers_.size(); ++attempt) {
        const unsigned victim = *worker.victims.choose();
        ++worker.steals_tried;
        if (Partition* const stolen = look_into(worker, *workers_[victim])) {
            ++worker.steals_won;
            worker.victims.succeeded(victim);
            // Who was woken for several tasks wakes the next one.
            if (workers_[victim]->pool.size() > 0) events_.notify_one();
            return stolen;
        }
        worker.victims.failed(victim);
    }
    return nullptr;
}

Partition* Dataflow::look_into(Worker& worker, Worker& victim) {
    Partition* const found = &worker == &victim ? worker.pool.take_own() : victim.pool.take_oldest();
    worker.meter.looked_into_pool(found != nullptr);
    return found;
}

void Dataflow::wait(Worker& worker) {
    worker.meter.begin_wait();
    if (!look_around(worker.meter, [this] { return has_news(); })) {
        const EventCount::Key key = events_.prepare_wait();
        if (has_news()) {
            events_.cancel_wait();
        } else {
            events_.wait(key);
        }
    }
    worker.meter.end_wait();
}

bool Dataflow::has_news() const {
    return over_.load(std::memory_order_acquire) ||
           std::any_of(workers_.begin(), workers_.end(), [](const auto& each) { return each->pool.size() > 0; });
}

// --- Epochs

void Dataflow::begin_epoch(const Epoch& epoch) {
    const std::uint64_t step = begun_steps_;
    cut_ = Cut(ring_.size(), epoch.partition);
    begun_steps_ += epoch.steps;
    epoch_began_ = Clock::now();
    before_epoch_ = published(epoch_began_);
    const std::size_t count = cut_.partitions();
    unfinished_.store(count, std::memory_order_relaxed);
    for (std::size_t i = 0; i < count; ++i) {
        partitions_[i].step = step;
        partitions_[i].missing[(step + 1) % 2].store(3, std::memory_order_relaxed);
    }
    // The first task of a pool may be taken before the last one is in it; by then all of the above is there. Each
    // worker gets a piece of the ring, and begins at its left end.
    for (std::size_t w = 0; w < workers_.size(); ++w) {
        const std::size_t first = count * w / workers_.size();
        const std::size_t end = count * (w + 1) / workers_.size();
        workers_[w]->pool.deal(std::span(partitions_).subspan(first, end - first));
    }
    events_.notify_all();
}

void Dataflow::end_epoch() {
    const Epoch next = plan_(cost(Clock::now()));
    if (next.steps > 0) {
        begin_epoch(next);
        return;
    }
    over_.store(true, std::memory_order_release);
    events_.notify_all();
}

// What others published may be a moment old, so that their sums may be less than before.
EpochCost Dataflow::cost(Clock::time_point now) const {
    const Activity then = published(now);
    const auto spent = [&](std::uint64_t Activity::*time) {
        return std::max(static_cast<double>(then.*time) - static_cast<double>(before_epoch_.*time), 0.0);
    };
    const double all = std::max(spent(&Activity::total_time), 1.0);
    const double working = spent(&Activity::task_time) / all;
    const double waiting = std::min(spent(&Activity::wait_time) / all, 1.0);
    return {.shares = {.management = counting ? std::max(1 - working - waiting, 0.0) : 0, .waiting = waiting},
            .seconds = std::chrono::duration<double>(now - epoch_began_).count()};
}

Activity Dataflow::published(Clock::time_point now) const {
    Activity sum;
    for (const auto& worker : workers_) sum += worker->meter.published(now);
    return sum;
}

}  // namespace scrump::heat
