#include <scrump/base/clock.hpp>
#include <scrump/runtime/peers.hpp>
#include <scrump/runtime/team.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/stealing/scheduler_channel.hpp>

#include <algorithm>
#include <utility>

namespace scrump {

Locality::Locality(Site site)
    : server_bell_(site.server_bell),
      options_(site.options),
      size_(site.workers),
      first_(site.first),
      keeps_order_(first_ && site.options.skeleton.kind == Skeleton::Kind::ordered),
      board_(std::move(site.board)),
      grain_(options_.skeleton),
      rendezvous_(size_, server_bell_) {
    if (options_.policy.gathers())
        channel_ = std::make_unique<SchedulerChannel>(size_, microseconds(std::chrono::steady_clock::now()));
}

Locality::~Locality() = default;

// --- Beginning and end

void Locality::begin_with(Resume resume) {
    resume_ = std::move(resume);
    begins_ = true;
    outstanding_.fetch_add(1, std::memory_order_relaxed);  // until that is done there is work
}

void Locality::start(std::span<const unsigned> places, Clock::time_point began) {
    began_ = began;
    // Under a protocol of steal stacks there is work until all workers have found out that there is none.
    if (peers_ != nullptr) outstanding_.fetch_add(size_, std::memory_order_relaxed);
    team_ = std::make_unique<Team>([this](unsigned index) {
        try {
            worker(index).record().start(began_);
            if (index == 0 && begins_) {
                begin(std::exchange(resume_, nullptr));
                add_replicable(worker(0).counters());
                task_done();
            }
            worker(index).run();
        } catch (...) {
            fail(std::current_exception());
        }
        rendezvous_.leave();
    });
    team_->start(size_, places);
}

void Locality::fail(std::exception_ptr exception) {
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(exception);
    }
    ask_for(Ending::failed);
}

void Locality::ask_for(Ending ending) {
    Ending none = Ending::none;
    wanted_ending_.compare_exchange_strong(none, ending, std::memory_order_acq_rel);
    release();
    server_bell_.ring_all();
}

void Locality::call_attention() {
    for (const auto& each : workers_) each->attention().raise();
}

void Locality::call_together() {
    rendezvous_.call();
    call_attention();
    tasks_bell_.ring_all();
}

void Locality::release() {
    ending_.store(true, std::memory_order_release);
    call_attention();
    tasks_bell_.ring_all();
    rendezvous_.close();
    if (peers_ != nullptr) peers_->end();
}

bool Locality::released() const {
    return !team_ || rendezvous_.left() >= team_->size();
}

void Locality::end() {
    release();
    if (team_) team_->join();
}

std::exception_ptr Locality::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

std::string Locality::failure_text() const {
    std::string text;
    try {
        if (!failure()) return text;
        std::rethrow_exception(failure());
    } catch (const std::exception& error) {
        text = error.what();
    } catch (...) {
    }
    return text.empty() ? "an exception without a message" : text;
}

// --- Tasks

void Locality::expect_tasks(std::size_t count) {
    outstanding_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_relaxed);
    board_.waiting_tasks().fetch_add(count);
}

void Locality::tell_of_tasks(std::size_t count) {
    tasks_bell_.ring(count);
    if (others_hungry_.load()) server_bell_.ring_all();
}

void Locality::note_taken() {
    const bool last = board_.waiting_tasks().fetch_sub(1, std::memory_order_acq_rel) == 1;
    if (last && options_.localities > 1 && hungry_workers() > 0) server_bell_.ring_all();
}

void Locality::sent_away(std::size_t tasks) {
    if (keeps_order_) return;  // who keeps the order answers for its tasks until they are finished
    outstanding_.fetch_sub(static_cast<std::int64_t>(tasks), std::memory_order_acq_rel);
}

Locality::Hunger::Hunger(Locality& home) : home_(home) {
    const std::uint64_t before = home_.board_.hungry_workers().fetch_add(1, std::memory_order_release);
    if (before == 0 && home_.options_.localities > 1) home_.server_bell_.ring_all();
}

bool Locality::ask_to_split_from(unsigned first) {
    for (unsigned step = 0; step < size_; ++step) {
        Worker& candidate = worker((first + step) % size_);
        if (!candidate.busy()) continue;
        candidate.attention().raise();
        return true;
    }
    return false;
}

bool Locality::expect_split(bool waits) {
    const bool splits = waits && skeleton().splits_on_request();
    others_hungry_.store(splits);  // before the worker looks for the reason why it is asked
    const bool will = splits && ask_to_split_from(next_asked_++);
    if (splits && !will) others_hungry_.store(false);
    return will;
}

void Locality::look_at_grain(Clock::time_point now) {
    grain_.look(now, [this](Clock::time_point until) {
        Activity sum;
        for (const auto& each : workers_) sum += each->record().activity(until);
        return sum;
    });
}

// --- Limits

void Locality::charge_nodes(std::uint64_t nodes) {
    if (!options_.node_limit) return;
    if (nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes < *options_.node_limit) return;
    if (!options_.checkpoints.wanted()) return ask_for(Ending::node_limit);
    if (node_limit_reached_.exchange(true)) return;
    call_together();  // what is left is for the last checkpoint
    server_bell_.ring_all();
}

std::uint64_t Locality::node_slice() const {
    if (!options_.node_limit) return std::uint64_t{1} << 62;
    const std::uint64_t used = std::min(nodes_.load(std::memory_order_relaxed), *options_.node_limit);
    return std::clamp<std::uint64_t>((*options_.node_limit - used) / (std::uint64_t{16} * size_), 1, 1000);
}

// --- The ordered skeleton

bool Locality::deep_enough(unsigned depth, std::size_t tasks) const {
    static constexpr std::size_t enough_tasks = 1000;
    static constexpr unsigned deepest = 100;  // of a tree that stays narrow
    return skeleton().depth > 0 ? depth >= skeleton().depth : tasks >= enough_tasks || depth >= deepest;
}

void Locality::add_replicable(const Counters& cost) {
    const std::lock_guard lock(mutex_);
    replicable_ += cost;
}

std::optional<Counters> Locality::replicable() const {
    if (!keeps_order_) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return replicable_;
}

void Locality::count_ordered(std::size_t tasks, const Counters& plan) {
    outstanding_.fetch_add(static_cast<std::int64_t>(tasks), std::memory_order_relaxed);
    add_replicable(plan);
}

void Locality::note_ordered(std::uint64_t needed, std::size_t dropped, bool ends) {
    needed_.store(needed, std::memory_order_release);
    if (dropped > 0) {
        call_attention();
        outstanding_.fetch_sub(static_cast<std::int64_t>(dropped), std::memory_order_relaxed);
    }
    if (ends) found();
    announce_ordered();
}

void Locality::announce_ordered() {
    if (is_next_ready()) tasks_bell_.ring_all();
}

// --- What others see

void Locality::publish_summary(double now) {
    board_.publish(skeleton().splits_on_request() ? size_ : 0, keeps_order_ ? ready_in_order() : 0,
                   channel_ ? channel_->average_work_rate(now) : 0, first_task());
}

// Where in heuristic order the first task is that another locality could get.
std::uint64_t Locality::first_task() {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    if (!options_.policy.ordered) return first;
    if (keeps_order_) return std::min(first, next_in_order());
    for (const auto& each : workers_) first = std::min(first, each->first_task());
    return first;
}

LocalityStatistics Locality::statistics(Clock::time_point now, bool ended) const {
    LocalityStatistics all;
    for (const auto& each : workers_) {
        all.workers.push_back(each->record().statistics(now, ended));
        all.task_durations += each->record().task_durations();
        all.steal_latency += each->record().steal_latency();
    }
    all.work_rate = channel_ ? channel_->average_work_rate(microseconds(now)) : 0;
    all.grain = grain_.shown();
    return all;
}

Counters Locality::counters() const {
    Counters sum;
    for (const auto& each : workers_) sum += each->counters();
    return sum;
}

Counters Locality::published() const {
    Counters sum;
    for (const auto& each : workers_) sum += each->record().published();
    return sum;
}

unsigned Locality::busy_workers() const {
    return static_cast<unsigned>(
        std::count_if(workers_.begin(), workers_.end(), [](const auto& each) { return each->busy(); }));
}

}  // namespace scrump
