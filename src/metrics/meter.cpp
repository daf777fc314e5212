#include <scrump/metrics/detail/meter.hpp>

#include <scrump/metrics/detail/timeline.hpp>

namespace scrump::detail {
namespace {

using EventKind = TimelineEvent::Kind;

std::int64_t stamp(Clock::time_point time) {
    return std::chrono::nanoseconds(time.time_since_epoch()).count();
}

TimelineEvent event(EventKind kind, std::int64_t from, std::int64_t to, std::uint64_t value, std::uint32_t peer) {
    return {.start = from, .duration = to > from ? to - from : 0, .value = value, .peer = peer, .kind = kind};
}

}  // namespace

Meter::Meter() = default;

Meter::~Meter() = default;

void Meter::start(Clock::time_point origin, Clock::time_point now) {
    if constexpr (!counting) return;
    origin_ = stamp(origin);
    last_ = stamp(now);
    set(State::managing);
}

void Meter::set(State state) {
    state_ = state;
    since_ = last_;
    published_state_.store(state, std::memory_order_relaxed);
}

void Meter::keep_timeline(std::size_t capacity) {
    if constexpr (counting) timeline_ = std::make_unique<Timeline>(capacity);
}

void Meter::enter(State next, Clock::time_point now) {
    if constexpr (!counting) return;
    update(now);
    if (next == State::working) ++activity_.phases;
    set(next);
}

void Meter::begin_task(Clock::time_point now) {
    if constexpr (!counting) return;
    note(EventKind::look, now, 0);
    enter(State::working, now);
    task_began_ = since_;
    worked_before_ = activity_.task_time;
}

void Meter::end_task(std::uint64_t nodes, unsigned depth, Clock::time_point now) {
    if constexpr (!counting) return;
    update(now);
    ++activity_.tasks;
    task_durations_.record(std::chrono::nanoseconds(activity_.task_time - worked_before_));
    if (timeline_) timeline_->add(event(EventKind::task, task_began_, last_, nodes, depth));
    set(State::managing);
}

void Meter::resume_task(EventKind kind, std::uint64_t value, Clock::time_point now) {
    if constexpr (!counting) return;
    note(kind, now, value);
    enter(State::working, now);
}

void Meter::begin_wait(Clock::time_point now) {
    if constexpr (!counting) return;
    note(EventKind::look, now, 0);
    enter(State::waiting, now);
    publish();
}

void Meter::end_wait(Clock::time_point now) {
    if constexpr (!counting) return;
    note(EventKind::wait, now, 0);
    enter(State::managing, now);
    publish();
}

void Meter::note_moment(EventKind kind, std::uint64_t value, std::uint32_t peer) {
    if (!timeline_) return;
    const std::int64_t now = stamp(Clock::now());
    timeline_->add(event(kind, now, now, value, peer));
}

void Meter::note(EventKind kind, Clock::time_point now, std::uint64_t value) {
    if (timeline_) timeline_->add(event(kind, since_, stamp(now), value, 0));
}

void Meter::update(Clock::time_point now) {
    if constexpr (!counting) return;
    const std::int64_t time = stamp(now);
    if (time <= last_) return;
    const auto passed = static_cast<std::uint64_t>(time - last_);
    activity_.total_time += passed;
    if (state_ == State::working) {
        activity_.task_time += passed;
        busy_.add(last_ - origin_, time - origin_, static_cast<double>(passed));
    }
    if (state_ == State::waiting) activity_.wait_time += passed;
    last_ = time;
}

void Meter::publish() {
    if constexpr (!counting) return;
    published_.publish(activity_);
    published_at_.store(last_, std::memory_order_relaxed);
}

Activity Meter::published(Clock::time_point now) const {
    Activity sum = published_.read();
    const std::int64_t at = published_at_.load(std::memory_order_relaxed);
    if (at == 0 || at >= stamp(now)) return sum;
    const auto since = static_cast<std::uint64_t>(stamp(now) - at);
    sum.total_time += since;
    const State state = published_state_.load(std::memory_order_relaxed);
    if (state == State::working) sum.task_time += since;
    if (state == State::waiting) sum.wait_time += since;
    return sum;
}

}  // namespace scrump::detail
