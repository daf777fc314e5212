#pragma once
// A worker's watch: its current activity, and where its time went. All measurements of a worker use the same stamps of
// the clock, two for a task that is simply taken and executed.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/history.hpp>
#include <scrump/metrics/detail/published.hpp>
#include <scrump/metrics/detail/shared_histogram.hpp>
#include <scrump/metrics/detail/timeline_event.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace scrump::detail {

class Timeline;

/// Used by its worker alone, except where stated.
class Meter {
  public:
    Meter();
    ~Meter();
    enum class State : std::uint8_t {
        managing,  ///< makes tasks, looks for work
        working,   ///< computes for a task
        waiting,   ///< there is no work available
    };

    /// Starts the watch: its worker manages from `now` on. Distributions over time count from `origin`, the beginning
    /// of the run.
    void start(Clock::time_point origin, Clock::time_point now = Clock::now());

    /// Also keeps the newest events of this worker, up to `capacity`.
    void keep_timeline(std::size_t capacity);
    Timeline* timeline() { return timeline_.get(); }

    // --- States

    /// Switches to another activity at `now`.
    void enter(State next, Clock::time_point now = Clock::now());

    /// A task begins, is interrupted by enter(), continues, and ends. `nodes` and `depth` are for the timeline.
    void begin_task(Clock::time_point now = Clock::now());
    void end_task(std::uint64_t nodes, unsigned depth, Clock::time_point now = Clock::now());
    /// Resumes the task after an interruption. `value` and `kind` are for the timeline.
    void resume_task(TimelineEvent::Kind kind, std::uint64_t value, Clock::time_point now = Clock::now());

    /// A task that waits is interrupted by others, each with begin_task() and end_task(): their time is not part of its
    /// duration. To be called before the first begins, and after the last ends.
    struct Interruption {
        std::int64_t began = 0;
        std::uint64_t worked = 0;
    };
    Interruption interrupt_task() const { return {task_began_, activity_.task_time - worked_before_}; }
    void end_interruption(const Interruption& task) {
        task_began_ = task.began;
        worked_before_ = activity_.task_time - task.worked;
    }

    /// Begins to wait, because there is nothing to do.
    void begin_wait(Clock::time_point now = Clock::now());
    void end_wait(Clock::time_point now = Clock::now());

    // --- Additional counts

    void looked_into_pool(bool found) {
        if constexpr (!counting) return;
        ++activity_.pool_accesses;
        if (!found) ++activity_.pool_misses;
    }
    /// The same for a pool of another worker.
    void looked_into_victims_pool(bool found) {
        if constexpr (!counting) return;
        looked_into_pool(found);
        ++activity_.victim_accesses;
        if (!found) ++activity_.victim_misses;
    }

    /// Records a point in time on the timeline.
    void note_moment(TimelineEvent::Kind kind, std::uint64_t value, std::uint32_t peer);

    // --- Reading

    /// Updates the sums to `now`.
    void update(Clock::time_point now = Clock::now());
    /// Publishes the sums for other threads, which may read them at any time.
    void publish();
    /// The last published sums, as if the worker's current activity had continued since: a worker that works or waits
    /// for long publishes nothing meanwhile. Sums may thus occasionally seem to decrease: see Activity::since().
    Activity published(Clock::time_point now) const;
    const SharedHistogram& task_durations() const { return task_durations_; }

    const Activity& activity() const { return activity_; }
    /// Nanoseconds of work by time.
    const History& busy() const { return busy_; }

  private:
    void set(State state);
    // Ends the current state.
    void note(TimelineEvent::Kind kind, Clock::time_point now, std::uint64_t value);

    std::int64_t origin_ = 0;
    std::int64_t last_ = 0;   // time up to which the sums count
    std::int64_t since_ = 0;  // time when the current state began
    State state_ = State::managing;
    std::int64_t task_began_ = 0;
    std::uint64_t worked_before_ = 0;  // work before the current task
    Activity activity_;
    History busy_;
    std::unique_ptr<Timeline> timeline_;
    SharedHistogram task_durations_;
    Published<Activity> published_;
    std::atomic<std::int64_t> published_at_ = 0;  // 0: not yet
    std::atomic<State> published_state_ = State::managing;
};

}  // namespace scrump::detail
