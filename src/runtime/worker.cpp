#include <scrump/runtime/detail/worker.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/net/topology.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/look_around.hpp>
#include <scrump/runtime/detail/safepoint.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/stealing/detail/scheduler_channel.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include "worker_layout.hpp"

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

// While a worker has nothing to do, by its meter.
class Waiting {
  public:
    explicit Waiting(Meter& meter) : meter_(meter) { meter_.begin_wait(); }
    ~Waiting() { meter_.end_wait(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

  private:
    Meter& meter_;
};

// How many workers of this process there are for each of those that its processors have room for: by so much each is to
// do less while it has no work, or those with nothing to do would leave none for the others.
unsigned crowd(const Locality& home) {
    static constexpr unsigned room = 4;
    const auto usable = static_cast<unsigned>(usable_processors(home.settings()).size());
    const unsigned processors = std::max(Platform::current().processors(), usable);
    const unsigned localities = home.settings().has_company() ? 1 : home.settings().localities;
    return std::max(localities * home.threads() / (room * processors), 1U);
}

}  // namespace

Worker::Worker(Locality& home, unsigned index, bool needs_time)
    : index_(index),
      pace_(Platform::current().pace()),
      record_(std::make_unique<WorkerRecord>(home.size())),
      meter_(record_->meter()),
      locality_(home),
      crowding_(crowd(home)),
      timed_(counting || needs_time || home.channel() != nullptr),
      victims_(make_selector(home.settings().policy.among_workers(), index, Topology::one_host(home.size()),
                             home.settings().seed)) {
    if (home.settings().trace.wanted()) meter_.keep_timeline(home.settings().trace.events);
}

Worker::~Worker() = default;

// --- The loop

void Worker::run() {
    out_of_work_since_ = now();
    work();
    publish(now());
}

void Worker::work() {
    while (take()) {
        if (pace_ != nullptr) pace_->add(Platform::Pace::Work::task, 1);  // management, not work
        begin_task();
        const TaskSize size = run_task();
        end_task(size);
        if (after_task()) locality_.task_done();
    }
}

void Worker::begin_task() {
    const Clock::time_point began = now();
    busy_.store(true, std::memory_order_relaxed);
    meter_.begin_task(began);
    if (SchedulerChannel* const channel = locality_.channel()) channel->set_working(index_, microseconds(began));
    ++counters_.tasks;
}

void Worker::end_task(const TaskSize& size) {
    const Clock::time_point ended = now();
    if (SchedulerChannel* const channel = locality_.channel()) channel->set_idle(index_, microseconds(ended));
    busy_.store(false, std::memory_order_relaxed);
    meter_.end_task(size.work, size.depth, ended);
    out_of_work_since_ = ended;
    publish(ended);
}

void Worker::publish(Clock::time_point time) {
    meter_.update(time);
    record_->publish(counters_, 0, time);
}

// --- What comes meanwhile

bool Worker::answer(Clock::time_point& time) {
    attention_.lower();
    time = now();
    publish(time);
    if (locality_.ending() || is_dropped()) return false;
    if (!locality_.safepoint().wanted()) return true;
    meter_.enter(Meter::State::managing, time);
    meet(in_hand(true));
    time = now();
    meter_.resume_task(TimelineEvent::Kind::checkpoint, 0, time);
    return !locality_.ending();
}

void Worker::meet(Bytes in_hand) {
    state_ = std::move(in_hand);
    locality_.safepoint().wait();
}

// --- Finding work

bool Worker::take() {
    for (unsigned rounds = 0; !locality_.ending(); ++rounds) {
        if (locality_.safepoint().wanted()) {
            meet(in_hand(false));
            continue;
        }
        const bool found = take_own();
        meter_.looked_into_pool(found);
        if (found || take_shared() || steal()) return true;
        wait_for_work(rounds);
    }
    return false;
}

bool Worker::steal() {
    for (unsigned attempt = 0; attempt < locality_.size() && locality_.tasks_available(); ++attempt) {
        const std::optional<unsigned> victim = choose_victim();
        if (!victim) return false;
        const bool found = take_from(locality_.worker(*victim));
        meter_.looked_into_victims_pool(found);
        if (found) {
            stole_from(*victim);
            return true;
        }
        failed_at(*victim);
    }
    return false;
}

std::optional<unsigned> Worker::choose_victim() {
    const std::optional<unsigned> victim = victims_->choose();
    if (victim && !std::exchange(asked_, false)) ++counters_.steals_tried;
    return victim;
}

void Worker::stole_from(unsigned victim) {
    if (pace_ != nullptr) pace_->add(Platform::Pace::Work::steal, 1);  // and then the task is run
    meter_.note_moment(TimelineEvent::Kind::steal, 1, victim);
    ++counters_.steals_won;
    if constexpr (counting) record_->note_steal(victim, now() - out_of_work_since_);
    victims_->succeeded(victim);
    asked_to_split_.reset();
}

void Worker::failed_at(unsigned victim) {
    did(Platform::Pace::Work::access, 1);
    meter_.note_moment(TimelineEvent::Kind::steal, 0, victim);
    victims_->failed(victim);
}

void Worker::wait_for_work(unsigned rounds) {
    const Locality::Idling idling(locality_);
    const bool asks = locality_.splits_on_request();
    if (asked_to_split_) victims_->failed(*asked_to_split_);  // it had nothing to give
    asked_to_split_ = asks ? victims_->choose() : std::nullopt;
    if (asked_to_split_ && locality_.ask_to_split_from(*asked_to_split_)) {
        ++counters_.steals_tried;
        asked_ = true;
    }
    rest(
        locality_.task_events(), [&] { return locality_.has_news(); }, asks ? std::optional(rounds) : std::nullopt);
}

void Worker::rest(EventCount& events, const std::function<bool()>& has_news, std::optional<unsigned> asked) {
    const Waiting waiting(meter_);
    if (look_around(meter_, has_news, crowding_ > 1 ? 1 : looks_before_sleep)) return;
    // A worker that is alone in its locality has no other to ask, and is woken when tasks come from another locality.
    const auto asks_next = [&]() -> std::optional<Clock::time_point> {
        if (!asked || locality_.size() == 1) return std::nullopt;
        return Clock::now() + asks_again * crowding_ * (locality_.idle_workers() << std::min(*asked, 4U));
    };
    if (locality_.settings().look_on) {
        const std::optional<Clock::time_point> deadline = asks_next();
        do {
            Platform::current().yield();  // threads that wait for this core go first
        } while (!look_around(meter_, has_news) && deadline && Clock::now() < *deadline);
        return;
    }
    const EventCount::Key key = events.prepare_wait();
    if (has_news()) return events.cancel_wait();
    events.wait(key, asks_next());
}

}  // namespace scrump::detail
