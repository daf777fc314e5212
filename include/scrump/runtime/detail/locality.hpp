#pragma once
// What the workers of one locality share, whatever they work on: the number of tasks, who is idle, the wish to end. And
// what those who serve a locality and end a run need of it; what its tasks, its state and its result are as bytes, its
// client says.
//
// Termination inside a locality is an exact count: a task is counted before anybody can see it, and counted off when it
// is finished, after all that it made was counted. The count is zero exactly when the locality has no work at all.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/work_amount.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/detail/published_load.hpp>
#include <scrump/runtime/detail/safepoint.hpp>
#include <scrump/runtime/detail/worker.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/runtime/status.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

class Component;
class RemoteMemory;
class SchedulerChannel;
class Team;
class WorkerEndpoints;
struct ServingParts;

/// Why a locality asks for the end of the whole run.
enum class Ending : std::uint8_t {
    none,
    found,   ///< what was looked for is there
    limit,   ///< as much was done as may be
    failed,  ///< an exception
};

class Locality {
  public:
    /// Where a locality is made.
    struct Setup {
        const Settings& settings;
        unsigned workers;
        bool first;                  ///< locality 0
        EventCount& server_events;   ///< wakes the thread that serves the locality
        PublishedLoad load;          ///< what others see of it
        RemoteMemory& memory;        ///< where it may open arrays that all localities have a part of
        WorkerEndpoints* endpoints;  ///< what connects the workers of all localities as equals; null if nothing does
    };

    explicit Locality(Setup setup);
    Locality(const Locality&) = delete;
    Locality& operator=(const Locality&) = delete;
    virtual ~Locality();

    /// Has worker 0 call begin() before it does anything else. To be called before start().
    void begin_here();

    /// Starts the workers, each bound to one of `processing_units` as far as there are any. Time counts from `began`.
    void start(std::span<const unsigned> processing_units, Clock::time_point began);

    /// The run cannot go on because of an exception in this locality; the first one is kept.
    void fail(std::exception_ptr exception);

    // --- For workers

    const Settings& settings() const { return settings_; }
    unsigned size() const { return size_; }
    bool is_first() const { return first_; }
    Worker& worker(unsigned index) { return *workers_[index]; }
    Clock::time_point began() const { return began_; }
    /// When its workers were started: later than that, where time counts from something earlier.
    Clock::time_point started() const { return started_; }
    RemoteMemory& remote_memory() const { return memory_; }
    WorkerEndpoints* endpoints() const { return endpoints_; }

    /// Counts tasks before anybody can see them: the number never falls below zero.
    void expect_tasks(std::size_t count) {
        outstanding_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_relaxed);
        load_.waiting_tasks().fetch_add(count);
    }
    /// Wakes as many workers as can use tasks that were just put into a pool.
    void tell_of_tasks(std::size_t count);
    /// Counts a task that was taken from a pool.
    void note_taken();
    /// A task is finished. acq_rel: who sees zero has seen all that the tasks did.
    void task_done() {
        if (outstanding_.fetch_sub(1, std::memory_order_acq_rel) == 1) run_out_of_tasks();
    }

    bool tasks_available() const { return load_.waiting_tasks().load(std::memory_order_acquire) > 0; }
    bool has_news() const { return ending() || tasks_available() || has_shared_tasks() || safepoint_.wanted(); }
    bool ending() const { return ending_.load(std::memory_order_acquire); }
    EventCount& task_events() { return task_events_; }

    /// Held by a worker while it has nothing to do.
    class Idling {
      public:
        explicit Idling(Locality& home);
        ~Idling() { home_.load_.idle_workers().fetch_sub(1, std::memory_order_relaxed); }
        Idling(const Idling&) = delete;
        Idling& operator=(const Idling&) = delete;

      private:
        Locality& home_;
    };

    unsigned idle_workers() const {
        return static_cast<unsigned>(load_.idle_workers().load(std::memory_order_acquire));
    }
    /// Whether another locality waits here for a worker to split its work.
    bool others_idle() const { return others_idle_.load(std::memory_order_acquire); }

    /// Where workers report when they begin and end tasks; null unless the policy wants to know.
    SchedulerChannel* channel() const { return channel_.get(); }

    /// Asks a busy worker, `first` if it is one, to split its work; says whether there was one.
    bool ask_to_split_from(unsigned first);

    /// Where workers meet while the state of the locality is noted.
    Safepoint& safepoint() { return safepoint_; }

    /// Asks for the end of the run, which ends with `status`; the first wish counts.
    void ask_for(Ending ending, Status status = Status::complete);

    // --- For the server

    Ending wanted_ending() const { return wanted_ending_.load(std::memory_order_acquire); }
    Status wanted_status() const { return wanted_status_.load(std::memory_order_relaxed); }
    bool passive() const { return outstanding_.load(std::memory_order_acquire) == 0; }
    /// Whether no worker has anything to do.
    bool all_idle() const { return idle_workers() == size_; }
    /// Whether there are more workers without work than tasks for them.
    bool lacks_tasks() const { return idle_workers() > load_.waiting_tasks().load(std::memory_order_acquire); }

    /// Another locality waits here for a worker to split its work, or none does. Returns whether there is a worker that
    /// will.
    bool expect_split(bool waits);

    const PublishedLoad& published_load() const { return load_; }

    /// Calls all workers together.
    void call_together();
    void call_attention();
    /// Makes all workers return; whether they all have.
    void release();
    bool released() const;
    /// Waits for them.
    void end();

    std::exception_ptr failure() const;
    /// Its message; empty if there was no exception.
    std::string failure_text() const;

    /// Of all workers while they stand still, and as last published.
    Counters counters() const;
    Counters published() const;
    unsigned busy_workers() const;

    // --- What depends on the client

    /// Whether a busy worker makes tasks when asked; whether tasks are to be had from other localities.
    virtual bool splits_on_request() const { return false; }
    virtual bool has_victims() const { return false; }
    /// Whether there are tasks that belong to no worker.
    virtual bool has_shared_tasks() const { return false; }
    /// The status with which the run should end because a limit was reached that leaves something to be done first.
    virtual std::optional<Status> limit_reached() const { return std::nullopt; }

    /// Work for another locality; may be none.
    struct StealReply {
        std::size_t tasks = 0;
        Bytes bytes{};
    };
    virtual StealReply give_tasks() { return {}; }
    /// Counts off tasks that went to another locality, once they are sent.
    virtual void sent_away(std::size_t tasks);
    /// What another locality gave.
    virtual void receive(Bytes /*tasks*/) {}

    /// How much of its work is done, at any time.
    virtual WorkAmount work() const { return {}; }
    /// Brings up to date what is published beyond the counts. `now` is in microseconds.
    virtual void publish_summary(double now) { publish_load(now, 0, std::numeric_limits<std::uint64_t>::max()); }

    /// What there is in this locality, once all workers are together. And what such bytes say of a state as were given
    /// for tasks.
    virtual Bytes state() const { return {}; }
    virtual Bytes state_of_tasks(Bytes /*tasks*/) const { return {}; }

    /// What is known of the workers and their tasks: all there is, once they have `ended`.
    virtual LocalityStatistics statistics(Clock::time_point now, bool ended) const;

    /// Puts together what this locality found, once its workers have returned, `stopped` if the run ended early.
    virtual void collect(bool /*stopped*/) {}
    /// What was collected, for locality 0, and what that makes of it.
    virtual Bytes result() const { return {}; }
    virtual void merge_result(Bytes /*result*/) {}

    /// What serves this locality besides what the runtime has for all.
    virtual std::vector<std::unique_ptr<Component>> components(const ServingParts& parts);

  protected:
    /// Makes tasks of worker 0 of what there is to do. Called by it.
    virtual void begin() {}

    void publish_load(double now, std::uint64_t held, std::uint64_t first_task);
    /// Counts tasks that were taken from a pool for another locality.
    void note_given(std::size_t count) { load_.waiting_tasks().fetch_sub(count, std::memory_order_relaxed); }
    /// Counts tasks that are in no pool, and counts them off when they are not needed any more.
    void expect_more(std::size_t count) {
        outstanding_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_relaxed);
    }
    void drop(std::size_t count) {
        outstanding_.fetch_sub(static_cast<std::int64_t>(count), std::memory_order_relaxed);
    }
    /// How many tasks there are more than this locality's own idle workers are about to take: if those were given, too,
    /// tasks would travel to and fro, perhaps for ever.
    std::size_t spare_tasks() const {
        const std::uint64_t waiting = load_.waiting_tasks().load();
        const std::uint64_t idle = idle_workers();
        return waiting > idle ? waiting - idle : 0;
    }

    EventCount& server_events_;
    std::vector<std::unique_ptr<Worker>> workers_;

  private:
    void run_out_of_tasks();
    void let_workers_go();

    const Settings& settings_;
    const unsigned size_;
    const bool first_;
    RemoteMemory& memory_;
    WorkerEndpoints* const endpoints_;
    EventCount task_events_;

    Clock::time_point began_ = Clock::now();  // until start() knows better
    Clock::time_point started_{};
    bool begins_ = false;  // here

    alignas(cache_line) std::atomic<std::int64_t> outstanding_ = 0;  // tasks waiting or running
    PublishedLoad load_;                                             // tasks waiting in pools, idle workers
    alignas(cache_line) std::atomic<bool> others_idle_ = false;
    alignas(cache_line) std::atomic<bool> ending_ = false;
    std::atomic<Ending> wanted_ending_ = Ending::none;
    std::atomic<Status> wanted_status_ = Status::complete;
    Safepoint safepoint_;

    alignas(cache_line) mutable std::mutex mutex_;
    std::exception_ptr failure_;  // guarded by the mutex

    unsigned next_asked_ = 0;  // the server's alone
    std::unique_ptr<SchedulerChannel> channel_;
    std::unique_ptr<Team> team_;
};

}  // namespace scrump::detail
