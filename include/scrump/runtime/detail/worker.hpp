#pragma once
// One worker of a locality, whatever it works on: it finds a task, runs it, answers what comes meanwhile, and waits
// where there is none. What a task is, where it is kept and how it is run, its client says.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/meter.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace scrump::detail {

class Locality;

/// How large a task was: for the trace.
struct TaskSize {
    std::uint64_t work = 0;  ///< in units of the client
    unsigned depth = 0;
};

class Worker {
  public:
    /// Without a need for the time, it is asked for only where somebody measures.
    Worker(Locality& home, unsigned index, bool needs_time);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    virtual ~Worker();

    /// The worker's life: until the run ends. Its meter runs already.
    void run();

    // --- For others, at any time

    Attention& attention() { return attention_; }
    /// Something outside wants its attention. Who sleeps in the middle of a task has to be woken, too.
    virtual void call() { attention_.raise(); }
    bool busy() const { return busy_.load(std::memory_order_relaxed); }
    WorkerRecord& record() { return record_; }
    const WorkerRecord& record() const { return record_; }

    // --- For others while it stands still

    const Counters& counters() const { return counters_; }
    /// What was in this worker's hands when it came to the last safepoint.
    const Bytes& state() const { return state_; }

  protected:
    // --- What depends on the client

    /// Takes this worker's own next task into its hands; says whether there is one.
    virtual bool take_own() = 0;
    /// Takes one that belongs to no worker.
    virtual bool take_shared() { return false; }
    /// Takes one of another worker of the locality.
    virtual bool take_from(Worker& victim) = 0;
    /// Runs the task in its hands.
    virtual TaskSize run_task() = 0;
    /// The task that ran last has ended, and is not counted off yet: what waited for it may become tasks.
    virtual void after_task() {}
    /// Until the run ends. Who does not work task by task says otherwise.
    virtual void work();

    /// Steals a task into its hands; says whether it did. Who is not content with what is known to wait in pools says
    /// otherwise.
    virtual bool steal();
    /// There was nothing to be had, so many rounds before already: asks a busy worker to split, and waits.
    virtual void wait_for_work(unsigned rounds);

    /// What is in this worker's hands, for a snapshot: in the middle of a task, or between two.
    virtual Bytes in_hand(bool /*in_task*/) const { return {}; }
    /// Whether the task that runs has become irrelevant.
    virtual bool is_dropped() const { return false; }
    /// Brings up to date what others know of this worker.
    virtual void publish(Clock::time_point time);

    // --- For its client

    /// To be called in a task when attention is wanted. Stands still for a snapshot if there is one to be made. `time`
    /// becomes the time, where anybody wants to know it. Returns whether to go on with the task.
    bool answer(Clock::time_point& time);
    /// Stands still with the others until the locality's state is noted.
    void meet(Bytes in_hand);

    void begin_task();
    void end_task(const TaskSize& size);

    /// Whom to steal from next; none if nobody is left.
    std::optional<unsigned> choose_victim();
    void stole_from(unsigned victim);
    void failed_at(unsigned victim);
    /// Looks around for about a heartbeat interval, and then sleeps on `events`, until there is news. Where nobody
    /// gives work without being asked, it wakes to ask again, the later the more rounds `asked` there were before.
    void rest(EventCount& events, const std::function<bool()>& has_news, std::optional<unsigned> asked);

    /// The time, where anybody wants to know.
    Clock::time_point now() const { return timed_ ? Clock::now() : Clock::time_point(); }
    /// Since when there is no task.
    Clock::time_point out_of_work_since() const { return out_of_work_since_; }
    /// There is nothing to do from now on, in the middle of a task.
    void run_out_of_work() { out_of_work_since_ = now(); }

    /// So much was done, where time passes only as that is said.
    void did(Platform::Pace::Work work, std::uint64_t amount) {
        if (pace_ != nullptr) pace_->pass(work, amount);
    }

    const unsigned index_;
    Platform::Pace* const pace_ = Platform::current().pace();
    Attention attention_;
    Counters counters_;
    WorkerRecord record_;
    Meter& meter_ = record_.meter();

  private:
    bool take();
    bool looked(bool found);

    /// How long an idle worker sleeps before it asks again, at first, and for each other one that is idle.
    static constexpr std::chrono::microseconds asks_again{20};

    Locality& locality_;
    const unsigned crowding_;  // by so much it does less while it has no work
    const bool timed_;
    Bytes state_;
    std::unique_ptr<VictimSelector> victims_;
    std::optional<unsigned> asked_to_split_;  // the last one, until there was work
    bool asked_ = false;                      // a split was asked for: what comes of it is the same steal
    Clock::time_point out_of_work_since_{};   // when the last task ended

    alignas(cache_line) std::atomic<bool> busy_ = false;
};

}  // namespace scrump::detail
