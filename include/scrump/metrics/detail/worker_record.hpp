#pragma once
// The records of a worker: for itself, for others while it works, and for the result.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/history.hpp>
#include <scrump/metrics/detail/meter.hpp>
#include <scrump/metrics/detail/published.hpp>
#include <scrump/metrics/detail/shared_histogram.hpp>
#include <scrump/metrics/stack_activity.hpp>
#include <scrump/metrics/statistics.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace scrump::detail {

class HardwareMeter;

/// Used by its worker alone, except where stated.
class WorkerRecord : public AlignedObject {
  public:
    /// For a worker of a locality with `workers` workers.
    explicit WorkerRecord(unsigned workers);
    ~WorkerRecord();

    Meter& meter() { return meter_; }
    HardwareMeter& hardware() { return *hardware_; }

    /// The worker begins; its times count from `origin`.
    void start(Clock::time_point origin) {
        const Clock::time_point now = Clock::now();
        origin_ = origin;
        published_at_ = std::chrono::nanoseconds(now - origin).count();
        meter_.start(origin, now);
    }

    /// Publishes the counts so far, and the number of improvements. Returns the nodes since the last call.
    std::uint64_t publish(const Counters& counters, std::uint64_t incumbents, Clock::time_point now);

    /// Records that a task of another worker was taken, `latency` after the worker ran out of work.
    void note_steal(unsigned victim, std::chrono::nanoseconds latency) {
        ++stolen_from_[victim];
        steal_latency_.record(latency);
    }

    /// Publishes the activity under a protocol of steal stacks so far.
    void publish(const StackActivity& activity) { stack_.publish(activity); }

    // --- For others, at any time

    Counters published() const { return published_.read(); }
    Activity activity(Clock::time_point now) const { return meter_.published(now); }
    /// Durations of tasks and latencies of steals.
    const SharedHistogram& task_durations() const { return meter_.task_durations(); }
    const SharedHistogram& steal_latency() const { return steal_latency_; }
    /// The last published statistics; complete ones once the worker has `ended`.
    WorkerStatistics statistics(Clock::time_point now, bool ended) const;

  private:
    Meter meter_;
    const std::unique_ptr<HardwareMeter> hardware_;
    Clock::time_point origin_{};
    History nodes_;
    std::int64_t published_at_ = 0;  // nanoseconds of the run up to which the nodes are known
    std::uint64_t nodes_then_ = 0;
    std::vector<std::uint64_t> stolen_from_;
    SharedHistogram steal_latency_;
    Published<Counters> published_;
    Published<StackActivity> stack_;
    std::atomic<std::uint64_t> incumbents_ = 0;
};

}  // namespace scrump::detail
