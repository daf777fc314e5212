#pragma once
// One worker of a locality, whatever it works on: it finds a task, runs it, answers requests meanwhile, and waits if
// there is none. Its client defines what a task is, where it is kept and how it is run.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/pace.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/detail/attention.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace scrump {
class VictimSelector;
}

namespace scrump::detail {

class Locality;
class Meter;
class WorkerRecord;

/// Size of a task, for the trace.
struct TaskSize {
    std::uint64_t work = 0;  ///< in units of the client
    unsigned depth = 0;
};

class Worker : public AlignedObject {
  public:
    /// Without `needs_time`, the clock is read only if something is measured.
    Worker(Locality& home, unsigned index, bool needs_time);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    virtual ~Worker();

    /// The worker's life, until the run ends. Its meter runs already.
    void run();

    // --- For others, at any time

    Attention& attention() { return attention_; }
    /// Raises its attention. A worker that sleeps in the middle of a task must also be woken.
    virtual void call() { attention_.raise(); }
    bool busy() const { return busy_.load(std::memory_order_relaxed); }
    WorkerRecord& record() { return *record_; }
    const WorkerRecord& record() const { return *record_; }

    // --- For others while it stands still

    const Counters& counters() const { return counters_; }
    /// The work in this worker's hands when it came to the last safepoint.
    const Bytes& state() const { return state_; }

  protected:
    // --- What depends on the client

    /// Takes this worker's own next task into its hands; returns whether there is one.
    virtual bool take_own() = 0;
    /// Takes a task that belongs to no worker.
    virtual bool take_shared() { return false; }
    /// Takes a task of another worker of the locality.
    virtual bool take_from(Worker& victim) = 0;
    /// Runs the task in its hands.
    virtual TaskSize run_task() = 0;
    /// Called when the last task has ended, and is not uncounted yet: tasks that waited for it may be made. Returns
    /// whether it is to be uncounted: otherwise one of these is counted in its place.
    virtual bool after_task() { return true; }
    /// Works until the run ends. Overridden by workers that do not work task by task.
    virtual void work();

    /// Steals a task into its hands; returns whether it did. Overridden by workers that do more than look for tasks in
    /// pools.
    virtual bool steal();
    /// Called when no work was available, after `rounds` failed rounds: asks a busy worker to split, and waits.
    virtual void wait_for_work(unsigned rounds);

    /// The work in this worker's hands, for a snapshot: in the middle of a task, or between two.
    virtual Bytes in_hand(bool /*in_task*/) const { return {}; }
    /// Whether the running task has become irrelevant.
    virtual bool is_dropped() const { return false; }
    /// Updates the published data of this worker.
    virtual void publish(Clock::time_point time);

    // --- For its client

    /// To be called in a task when attention is raised. Stands still for a snapshot if there is to be one. Sets `time`
    /// to the current time, if anybody needs it. Returns whether to continue with the task.
    bool answer(Clock::time_point& time);
    /// Stands still with the others until the locality's state is recorded.
    void meet(Bytes in_hand);

    void begin_task();
    void end_task(const TaskSize& size);

    /// The next victim; none if none is left.
    std::optional<unsigned> choose_victim();
    void stole_from(unsigned victim);
    void failed_at(unsigned victim);
    /// Looks around for about a heartbeat interval, and then sleeps on `events`, until there is news. If work is only
    /// given on request, it wakes to ask again, the later the more rounds `asked` there were before. A worker that
    /// looks on (Settings::look_on) does not sleep: it returns, to look into all pools again.
    void rest(EventCount& events, const std::function<bool()>& has_news, std::optional<unsigned> asked);

    /// The current time, if anybody needs it.
    Clock::time_point now() const { return timed_ ? Clock::now() : Clock::time_point(); }
    /// Time since which there has been no task.
    Clock::time_point out_of_work_since() const { return out_of_work_since_; }
    /// Records that there is nothing to do from this time on, in the middle of a task.
    void run_out_of_work(Clock::time_point time) { out_of_work_since_ = time; }

    /// Reports work, if time passes only by such reports.
    void did(Pace::Work work, std::uint64_t amount) {
        if (pace_ != nullptr) pace_->pass(work, amount);
    }

    const unsigned index_;
    Pace* const pace_;  // null if time passes by itself
    Attention attention_;
    Counters counters_;
    const std::unique_ptr<WorkerRecord> record_;
    Meter& meter_;

  private:
    bool take();

    /// Time that an idle worker sleeps before it asks again, at first, and for each other idle worker.
    static constexpr std::chrono::microseconds asks_again{20};

    Locality& locality_;
    const unsigned crowding_;  // amount by which it does less while it has no work
    const bool timed_;
    Bytes state_;
    std::unique_ptr<VictimSelector> victims_;
    std::optional<unsigned> asked_to_split_;  // the last one, until there was work
    bool asked_ = false;                      // a split was requested: its result belongs to the same steal
    Clock::time_point out_of_work_since_{};   // when the last task ended

    alignas(cache_line) std::atomic<bool> busy_ = false;
};

}  // namespace scrump::detail
