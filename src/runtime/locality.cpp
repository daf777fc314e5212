#include <scrump/base/clock.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/roomy_stack.hpp>
#include <scrump/metrics/detail/hardware_meter.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/detail/safepoint.hpp>
#include <scrump/runtime/detail/team.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/stealing/detail/monitor_settings.hpp>
#include <scrump/stealing/detail/scheduler_channel.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {

Locality::Locality(Setup setup)
    : server_events_(setup.server_events),
      settings_(setup.settings),
      size_(setup.workers),
      first_(setup.first),
      memory_(setup.memory),
      endpoints_(setup.endpoints),
      load_(std::move(setup.load)),
      safepoint_(std::make_unique<Safepoint>(size_, server_events_)) {
    // Workers that belong to the caller may work from now on, before start() is called.
    if (threads() == 0) started_ = Clock::now();
    if (!settings_.policy.uses_load_information()) return;
    const MonitorSettings monitor = monitor_settings(settings_.policy);
    channel_ =
        std::make_unique<SchedulerChannel>(size_, microseconds(Clock::now()), monitor.weights, monitor.complete_cycles);
}

Locality::~Locality() = default;

std::vector<std::unique_ptr<Component>> Locality::components(const ServingParts& /*parts*/) {
    return {};
}

// --- Beginning and end

namespace {

// How long worker 0 works on the calling thread before the others are started.
constexpr std::chrono::microseconds alone(5);

// Those of a pool stay with it, and a simulation ends its own.
KeptThreads* kept_threads(const Settings& settings) {
    if (settings.session != nullptr) return &settings.session->threads();
    if (settings.own_threads || Platform::current().pace() != nullptr) return nullptr;
    return &KeptThreads::of_process();
}

}  // namespace

void Locality::begin_here() {
    begins_ = true;
    expect_more(1);  // until that is done there is work
}

void Locality::start(std::span<const unsigned> processing_units, Looks looks, Clock::time_point began,
                     RoomyStack stack) {
    began_ = began;
    processing_units_ = processing_units;
    looks_ = looks;
    // Workers that are equals have work until all have found out that none is left.
    if (endpoints_ != nullptr) expect_more(size_);
    for (unsigned index = threads(); index < size_; ++index) do_without(index);
    if (threads() == 0) return;
    started_ = Clock::now();
    const auto work = [this](unsigned index) {
        try {
            worker(index).record().start(began_);
            if (settings_.hardware_counters)
                worker(index).record().hardware().start(Platform::current().processor_events());
            if (index == 0 && begins_) {
                begin();
                task_done();
            }
            worker(index).run();
            if (settings_.hardware_counters) worker(index).record().hardware().stop();
        } catch (...) {
            fail(std::current_exception());
        }
        safepoint_->leave();
    };
    team_ = std::make_unique<Team>(work, kept_threads(settings_));
    wanted_threads_ = threads();
    if (stack) team_->join_in(std::move(stack));
    if (!starts_alone()) {
        start_threads(wanted_threads_);
    } else if (!team_->works_here()) {
        start_threads(1);
    } else if (wanted_threads_ > 1) {
        start_second();
    }
}

void Locality::work_here() {
    if (!team_ || !team_->works_here()) return;
    team_->work_here();
    leave_out_others();
}

// Other localities ask workers from the beginning on; each has counts of its processor, if they are wanted; and
// simulated time passes for all of them.
bool Locality::starts_alone() const {
    return begins_with_one_worker() && settings_.localities == 1 && endpoints_ == nullptr && !settings_.own_threads &&
           !settings_.hardware_counters && Platform::current().pace() == nullptr;
}

void Locality::start_threads(unsigned up_to) {
    try {
        team_->start(up_to, processing_units_, looks_);
    } catch (...) {
        leave_out_unstarted();
        throw;
    }
}

void Locality::start_others() {
    if (team_ && team_->size() < wanted_threads_) start_threads(wanted_threads_);
}

// While worker 0 works on the calling thread, nobody else could start the others.
void Locality::start_second() {
    try {
        team_->start_second_at(started_ + alone, wanted_threads_, processing_units_, looks_, [this] {
            try {
                start_threads(wanted_threads_);
            } catch (...) {
                fail(std::current_exception());
            }
        });
    } catch (...) {
        leave_out_unstarted();
        throw;
    }
}

void Locality::leave_out_others() {
    if (!team_) return;
    team_->settle_second();
    leave_out_unstarted();
}

void Locality::leave_out_unstarted() {
    for (; wanted_threads_ > team_->size(); --wanted_threads_) {
        do_without(wanted_threads_ - 1);
        left_out();
    }
}

// A worker without a thread of its own.
void Locality::do_without(unsigned index) {
    worker(index).record().start(began_);
    safepoint_->leave();
}

bool Locality::has_news() const {
    return ending() || tasks_available() || has_shared_tasks() || safepoint_->wanted();
}

void Locality::fail(std::exception_ptr exception) {
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(exception);
    }
    ask_for(Ending::failed);
}

void Locality::ask_for(Ending ending, Status status) {
    {
        const std::lock_guard lock(mutex_);
        if (wanted_ending_.load(std::memory_order_relaxed) == Ending::none) {
            wanted_status_.store(status, std::memory_order_relaxed);
            wanted_ending_.store(ending, std::memory_order_release);
        }
    }
    release();
    server_events_.notify_all();
}

void Locality::call_attention() {
    for (const auto& each : workers_) each->call();
}

void Locality::call_together() {
    safepoint_->call();
    call_attention();
    task_events_.notify_all();
}

// Where there is no other locality no task can come any more: workers leave at once, and the last one wakes the thread
// that serves. It finds nothing to release then, and is not waited for in between.
void Locality::run_out_of_tasks() {
    if (settings_.localities == 1 && endpoints_ == nullptr) return let_workers_go();
    server_events_.notify_all();
}

void Locality::let_workers_go() {
    ending_.store(true, std::memory_order_release);
    call_attention();
    task_events_.notify_all();
}

void Locality::release() {
    let_workers_go();
    safepoint_->close();
    memory_.end();
    if (endpoints_ != nullptr) endpoints_->end();
}

bool Locality::released() const {
    return !team_ || safepoint_->left() == size_;
}

void Locality::end() {
    release();
    leave_out_others();
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

void Locality::tell_of_tasks(std::size_t count) {
    task_events_.notify(count);
    if (others_idle_.load()) server_events_.notify_all();
}

void Locality::note_taken() {
    const bool last = load_.waiting_tasks().fetch_sub(1, std::memory_order_acq_rel) == 1;
    if (last && settings_.localities > 1 && idle_workers() > 0) server_events_.notify_all();
}

void Locality::sent_away(std::size_t tasks) {
    outstanding_.fetch_sub(static_cast<std::int64_t>(tasks), std::memory_order_acq_rel);
}

Locality::Idling::Idling(Locality& home) : home_(home) {
    const std::uint64_t before = home_.load_.idle_workers().fetch_add(1, std::memory_order_release);
    if (before == 0 && home_.settings_.localities > 1) home_.server_events_.notify_all();
}

bool Locality::ask_to_split_from(unsigned first) {
    for (unsigned step = 0; step < size_; ++step) {
        Worker& candidate = worker((first + step) % size_);
        if (!candidate.busy()) continue;
        candidate.call();
        return true;
    }
    return false;
}

bool Locality::expect_split(bool waits) {
    const bool splits = waits && splits_on_request();
    others_idle_.store(splits);  // before the worker looks for the reason why it is asked
    const bool will = splits && ask_to_split_from(next_asked_++);
    if (splits && !will) others_idle_.store(false);
    return will;
}

// --- What others see

void Locality::publish_load(double now, std::uint64_t held, std::uint64_t first_task) {
    load_.publish(splits_on_request() ? size_ : 0, held, channel_ ? channel_->average_work_rate(now) : 0, first_task);
}

LocalityStatistics Locality::statistics(Clock::time_point now, bool ended) const {
    LocalityStatistics all;
    for (const auto& each : workers_) {
        all.workers.push_back(each->record().statistics(now, ended));
        each->record().task_durations().add_to(all.task_durations);
        each->record().steal_latency().add_to(all.steal_latency);
    }
    all.work_rate = channel_ ? channel_->average_work_rate(microseconds(now)) : 0;
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

}  // namespace scrump::detail
