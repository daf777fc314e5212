#include "explore_locality.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace scrump::detail {

// --- The worker

ExploreWorker::ExploreWorker(ExploreLocality& home, const ExplorerSetup& setup, const SpmdWorker& self)
    : Worker(home, self.index, false), home_(home), explorer_(Explorer::make(setup, self, *this)) {}

void ExploreWorker::work() {
    meter_.begin_wait();
    explorer_->run();
    meter_.end_wait();
    home_.task_done();
}

void ExploreWorker::publish(Clock::time_point time) {
    const Figures& figures = explorer_->figures();
    counters_.nodes = figures.states;
    expanded_.store(figures.expanded, std::memory_order_relaxed);
    found_.store(figures.states, std::memory_order_relaxed);
    Worker::publish(time);
}

bool ExploreWorker::attend() {
    Clock::time_point time{};
    return answer(time);
}

void ExploreWorker::begin_work() {
    meter_.end_wait();
    expanded_before_ = explorer_->figures().expanded;
    begin_task();
}

void ExploreWorker::end_work() {
    end_task({.work = explorer_->figures().expanded - expanded_before_});
    meter_.begin_wait();
}

void ExploreWorker::note_steal(unsigned worker, std::size_t states) {
    ++counters_.steals_tried;
    meter_.note_moment(TimelineEvent::Kind::steal, states, worker);
    if (states == 0) return;
    did(Platform::Pace::Work::steal, 1);
    ++counters_.steals_won;
    if constexpr (counting) record_->note_steal(worker, {});
}

void ExploreWorker::note_remote_steal(unsigned locality, std::size_t states) {
    meter_.note_moment(TimelineEvent::Kind::remote_steal, states, locality);
    home_.note_remote_steal(locality, states);
}

void ExploreWorker::charge(std::uint64_t bytes) {
    home_.charge(bytes);
}
std::uint64_t ExploreWorker::memory_left() const {
    return home_.memory_left();
}
void ExploreWorker::count_states(std::uint64_t states) {
    home_.count_states(states);
}
void ExploreWorker::tell_level(std::uint64_t level) {
    if (index_ == 0) home_.tell_level(level);
}
void ExploreWorker::tell_checkpoint(const std::string& error) {
    home_.tell_checkpoint(error);
}
void ExploreWorker::tell_stopped_reading() {
    home_.tell_stopped_reading();
}
void ExploreWorker::stop_found() {
    home_.ask_for(Ending::found);
}
void ExploreWorker::stop(Status status) {
    home_.ask_for(Ending::limit, status);
}
void ExploreWorker::ask_to_stop(Status status) {
    home_.ask_to_stop(status);
}
std::optional<Status> ExploreWorker::wanted_stop() const {
    return home_.wanted_stop();
}

// --- The locality

ExploreLocality::ExploreLocality(Setup setup, const ExplorerSetup& explorers, std::size_t memory_limit, bool keeps)
    : Locality(std::move(setup)),
      keeps_(keeps),
      memory_limit_(memory_limit),
      state_limit_(explorers.options.state_limit.value_or(std::numeric_limits<std::uint64_t>::max())),
      taken_(explorers.places.size()) {
    std::vector<RemoteArray*> arrays;
    try {
        for (auto& [name, words] : explorers.arrays()) arrays.push_back(&remote_memory().open(std::move(name), words));
    } catch (const OutOfMemory& error) {
        throw error.with_advice("a smaller memory limit reserves less (--memory-limit, or memory_limit in a program)");
    }
    const Transport& transport = remote_memory().transport();
    for (unsigned index = 0; index < size(); ++index) {
        SpmdWorker self{.locality = transport.self(),
                        .localities = transport.size(),
                        .index = index,
                        .workers = size(),
                        .arrays = {}};
        for (RemoteArray* const array : arrays) self.arrays.push_back(&array->access(index));
        workers_.push_back(std::make_unique<ExploreWorker>(*this, explorers, self));
    }
    expect_more(size());
}

void ExploreLocality::charge(std::uint64_t bytes) {
    if (memory_.fetch_add(bytes, std::memory_order_relaxed) + bytes > memory_limit_) ask_to_stop(Status::memory_limit);
}

void ExploreLocality::count_states(std::uint64_t states) {
    if (states_.fetch_add(states, std::memory_order_relaxed) + states >= state_limit_) ask_to_stop(Status::state_limit);
}

void ExploreLocality::note_remote_steal(unsigned victim, std::size_t states) {
    remote_steals_tried_.fetch_add(1, std::memory_order_relaxed);
    if (states == 0) return;
    taken_[victim].steals.fetch_add(1, std::memory_order_relaxed);
    taken_[victim].states.fetch_add(states, std::memory_order_relaxed);
}

LocalityStatistics ExploreLocality::statistics(Clock::time_point now, bool ended) const {
    LocalityStatistics all = Locality::statistics(now, ended);
    all.traffic.steals_tried += remote_steals_tried_.load(std::memory_order_relaxed);
    for (unsigned victim = 0; victim < taken_.size(); ++victim) {
        const std::uint64_t steals = taken_[victim].steals.load(std::memory_order_relaxed);
        if (steals == 0) continue;
        const std::uint64_t states = taken_[victim].states.load(std::memory_order_relaxed);
        all.traffic.steals_won += steals;
        all.traffic.tasks_received += states;
        all.stolen_from[victim] = {.steals = steals, .tasks = states};
    }
    return all;
}

std::uint64_t ExploreLocality::memory_left() const {
    const std::uint64_t used = memory_.load(std::memory_order_relaxed);
    return used < memory_limit_ ? memory_limit_ - used : 0;
}

void ExploreLocality::tell_checkpoint(const std::string& error) {
    ++(error.empty() ? checkpoints_.written : checkpoints_.failed);
    checkpoints_.error = error;
}

// The first wish counts. Workers see it at their next state, and call all others.
void ExploreLocality::ask_to_stop(Status status) {
    if (!keeps_) return ask_for(Ending::limit, status);
    Status none = Status::complete;
    if (wanted_stop_.compare_exchange_strong(none, status, std::memory_order_acq_rel)) call_attention();
}

WorkAmount ExploreLocality::work() const {
    WorkAmount amount;
    for (const auto& each : workers_) {
        const auto& worker = static_cast<const ExploreWorker&>(*each);
        amount.done += worker.expanded();
        amount.expected += worker.found();
    }
    return amount;
}

// Results of other localities may be there before its own.
void ExploreLocality::collect(bool /*stopped*/) {
    for (const auto& each : workers_) figures_.add(static_cast<const ExploreWorker&>(*each).figures());
}

Bytes ExploreLocality::result() const {
    return Encoder().put(figures_).take();
}

void ExploreLocality::merge_result(Bytes result) {
    figures_.add(Decoder(std::move(result)).get<Figures>());
}

}  // namespace scrump::detail
