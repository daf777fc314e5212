#pragma once
// A worker's watch: what it does now, and where its time went. Everything that is measured of a worker is read off the
// same stamps of the clock, two for a task that is simply taken and executed.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/history.hpp>
#include <scrump/metrics/detail/published.hpp>
#include <scrump/metrics/detail/shared_histogram.hpp>
#include <scrump/metrics/detail/timeline.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace scrump::detail {

/// Used by its worker alone, but for what is said to be for others.
class Meter {
  public:
    enum class State : std::uint8_t {
        managing,  ///< makes tasks, looks for work
        working,   ///< computes for a task
        waiting,   ///< there is no work to be had
    };

    /// Its worker manages from `now` on. What is spread over time counts from `origin`, the beginning of the run.
    void start(Clock::time_point origin, Clock::time_point now = Clock::now());

    /// Keeps the newest events of this worker, so many, too.
    void keep_timeline(std::size_t capacity);
    Timeline* timeline() { return timeline_.get(); }

    // --- States

    /// From `now` on this worker does something else.
    void enter(State next, Clock::time_point now = Clock::now());

    /// A task begins, is interrupted by enter(), goes on, and ends. `nodes` and `depth` are for the timeline.
    void begin_task(Clock::time_point now = Clock::now());
    void end_task(std::uint64_t nodes, unsigned depth, Clock::time_point now = Clock::now());
    /// What was done in the middle of a task is over, and the task goes on. `value` and `kind` are for the timeline.
    void resume_task(TimelineEvent::Kind kind, std::uint64_t value, Clock::time_point now = Clock::now());

    /// There is nothing to do.
    void begin_wait(Clock::time_point now = Clock::now());
    void end_wait(Clock::time_point now = Clock::now());

    // --- What is counted besides

    void looked_into_pool(bool found) {
        if constexpr (!counting) return;
        ++activity_.pool_accesses;
        if (!found) ++activity_.pool_misses;
    }

    /// A point in time on the timeline.
    void note_moment(TimelineEvent::Kind kind, std::uint64_t value, std::uint32_t peer);

    // --- Reading

    /// Brings the sums up to `now`.
    void update(Clock::time_point now = Clock::now());
    /// For others, who may read it at any time.
    void publish();
    /// As published last, and as if what the worker does now had gone on since: who works or waits for long publishes
    /// nothing meanwhile. Sums may thus seem to become less now and then: see Activity::since().
    Activity published(Clock::time_point now) const;
    LatencyHistogram task_durations() const { return task_durations_.read(); }

    const Activity& activity() const { return activity_; }
    /// Nanoseconds of work by time.
    const History& busy() const { return busy_; }

  private:
    void set(State state);
    // The present state ends.
    void note(TimelineEvent::Kind kind, Clock::time_point now, std::uint64_t value);

    std::int64_t origin_ = 0;
    std::int64_t last_ = 0;   // up to when the sums count
    std::int64_t since_ = 0;  // when the present state began
    State state_ = State::managing;
    std::int64_t task_began_ = 0;
    std::uint64_t worked_before_ = 0;  // work before the present task
    Activity activity_;
    History busy_;
    std::unique_ptr<Timeline> timeline_;
    SharedHistogram task_durations_;
    Published<Activity> published_;
    std::atomic<std::int64_t> published_at_ = 0;  // 0: not yet
    std::atomic<State> published_state_ = State::managing;
};

}  // namespace scrump::detail
