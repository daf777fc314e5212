#pragma once
// The shared data of the workers of one locality, whatever they work on: the number of tasks, the idle workers, the
// request to end. Also the interface for the code that serves a locality and ends a run; its client defines its tasks,
// its state and its result as bytes.
//
// Termination inside a locality is an exact count: a task is counted before any other thread can see it, and uncounted
// when it is finished, after all tasks that it made were counted. The count is zero exactly when the locality has no
// work at all.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/work_amount.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/detail/published_load.hpp>
#include <scrump/runtime/detail/worker.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/runtime/status.hpp>

#include <algorithm>
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

enum class Looks : std::uint8_t;

class Component;
class RemoteMemory;
class RoomyStack;
class Safepoint;
class SchedulerChannel;
class Team;
class WorkerEndpoints;
struct ServingParts;

/// Reason why a locality requests the end of the whole run.
enum class Ending : std::uint8_t {
    none,
    found,   ///< the goal of the search was found
    limit,   ///< a limit was reached
    failed,  ///< an exception
};

class Locality : public AlignedObject {
  public:
    /// The surroundings in which a locality is made.
    struct Setup {
        const Settings& settings;
        unsigned workers;
        bool first;                  ///< whether it is locality 0
        EventCount& server_events;   ///< wakes the thread that serves the locality
        PublishedLoad load;          ///< its load as visible to others
        RemoteMemory& memory;        ///< memory in which it may open arrays shared by all localities
        WorkerEndpoints* endpoints;  ///< connection of the workers of all localities as equals; null if there is none
    };

    explicit Locality(Setup setup);
    Locality(const Locality&) = delete;
    Locality& operator=(const Locality&) = delete;
    virtual ~Locality();

    /// Makes worker 0 call begin() before it does anything else. To be called before start().
    void begin_here();

    /// Starts the workers, each bound to one of `processing_units`, which must remain there, as far as these suffice;
    /// `looks`: of their threads for the next run, afterwards. Time counts from `began`. If worker 0 alone has work at
    /// first, it starts alone, as the others may not be needed. With a stack, it is left to work_here().
    void start(std::span<const unsigned> processing_units, Looks looks, Clock::time_point began, RoomyStack stack);
    /// The calling thread, which has called start(), is worker 0 until the run ends, if that was given a stack.
    void work_here();
    /// Starts the others; called by the thread that started the first.
    void start_others();
    /// Does without those that have not started; called by that thread.
    void leave_out_others();

    /// Records an exception in this locality, because of which the run cannot continue; the first one is kept.
    void fail(std::exception_ptr exception);

    // --- For workers

    const Settings& settings() const { return settings_; }
    unsigned size() const { return size_; }
    /// Number of workers with threads of their own: the first ones.
    unsigned threads() const { return settings_.own_threads.value_or(size_); }
    bool is_first() const { return first_; }
    Worker& worker(unsigned index) { return *workers_[index]; }
    Clock::time_point began() const { return began_; }
    /// When its workers were started: later than `began`, if time counts from an earlier moment.
    Clock::time_point started() const { return started_; }
    RemoteMemory& remote_memory() const { return memory_; }
    WorkerEndpoints* endpoints() const { return endpoints_; }

    /// Counts tasks before any other thread can see them: the number never falls below zero.
    void expect_tasks(std::size_t count) {
        outstanding_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_relaxed);
        load_.waiting_tasks().fetch_add(count);
    }
    /// Wakes as many workers as can use tasks that were just put into a pool.
    void tell_of_tasks(std::size_t count);
    /// Counts a task that was taken from a pool.
    void note_taken();
    /// Uncounts a finished task. acq_rel: a thread that sees zero has seen everything that the tasks did.
    void task_done() {
        if (outstanding_.fetch_sub(1, std::memory_order_acq_rel) == 1) run_out_of_tasks();
    }

    bool tasks_available() const { return load_.waiting_tasks().load(std::memory_order_acquire) > 0; }
    bool has_news() const;
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

    /// Where workers report when they begin and end tasks; null unless the policy needs it.
    SchedulerChannel* channel() const { return channel_.get(); }
    /// Asks a busy worker, `first` if it is one, to split its work; returns whether there was one.
    bool ask_to_split_from(unsigned first);
    /// Where workers meet while the state of the locality is recorded.
    Safepoint& safepoint() { return *safepoint_; }

    /// Requests the end of the run with `status`; the first request counts.
    void ask_for(Ending ending, Status status = Status::complete);

    // --- For the server

    Ending wanted_ending() const { return wanted_ending_.load(std::memory_order_acquire); }
    Status wanted_status() const { return wanted_status_.load(std::memory_order_relaxed); }
    bool passive() const { return outstanding_.load(std::memory_order_acquire) == 0; }
    /// Whether no worker has anything to do.
    bool all_idle() const { return idle_workers() == size_; }
    /// Whether there are more workers without work than tasks for them.
    bool lacks_tasks() const { return idle_workers() > load_.waiting_tasks().load(std::memory_order_acquire); }

    /// Sets whether another locality waits here for a worker to split its work; returns whether one will.
    bool expect_split(bool waits);
    const PublishedLoad& published_load() const { return load_; }

    /// Calls all workers together.
    void call_together();
    void call_attention();
    /// Makes all workers return; returns whether they all have.
    void release();
    bool released() const;
    /// Waits for the workers.
    void end();

    std::exception_ptr failure() const;
    /// Message of the exception; empty if there was none.
    std::string failure_text() const;

    /// Counters of all workers: current ones while they stand still, otherwise the last published ones.
    Counters counters() const;
    Counters published() const;
    unsigned busy_workers() const;

    // --- What depends on the client

    /// Whether a busy worker makes tasks when asked, and tasks are available from other localities.
    virtual bool splits_on_request() const { return false; }
    /// Whether worker 0 has all work while it is alone.
    virtual bool begins_with_one_worker() const { return true; }
    virtual bool has_victims() const { return false; }
    /// Whether there are tasks that belong to no worker.
    virtual bool has_shared_tasks() const { return false; }
    /// The status with which the run should end because of a limit that requires some work first.
    virtual std::optional<Status> limit_reached() const { return std::nullopt; }

    /// Work for another locality; may be empty.
    struct StealReply {
        std::size_t tasks = 0;
        Bytes bytes{};
    };
    virtual StealReply give_tasks() { return {}; }
    /// Uncounts tasks that went to another locality, once they are sent.
    virtual void sent_away(std::size_t tasks);
    /// Receives work from another locality.
    virtual void receive(Bytes /*tasks*/) {}

    /// Amount of its work that is done, at any time.
    virtual WorkAmount work() const { return {}; }
    /// Updates the published data beyond the counts. `now` is in microseconds.
    virtual void publish_summary(double now) { publish_load(now, 0, std::numeric_limits<std::uint64_t>::max()); }

    /// The state of this locality, once all workers are together; and that of bytes of a state given as tasks.
    virtual Bytes state() const { return {}; }
    virtual Bytes state_of_tasks(Bytes /*tasks*/) const { return {}; }

    /// Statistics of the workers and their tasks: complete ones, once they have `ended`.
    virtual LocalityStatistics statistics(Clock::time_point now, bool ended) const;

    /// Combines the results of this locality, once its workers have returned, `stopped` if the run ended early.
    virtual void collect(bool /*stopped*/) {}
    /// The combined results, for locality 0, and their treatment there.
    virtual Bytes result() const { return {}; }
    virtual void merge_result(Bytes /*result*/) {}

    /// Components that serve this locality besides those that the runtime has for all.
    virtual std::vector<std::unique_ptr<Component>> components(const ServingParts& parts);

  protected:
    /// Makes the initial tasks of worker 0. Called by it.
    virtual void begin() {}
    /// A worker will never start.
    virtual void left_out() {}

    void publish_load(double now, std::uint64_t held, std::uint64_t first_task);
    /// Counts tasks that were taken from a pool for another locality.
    void note_given(std::size_t count) { load_.waiting_tasks().fetch_sub(count, std::memory_order_relaxed); }
    /// Counts tasks that are in no pool, and uncounts them when they are not needed any more.
    void expect_more(std::size_t count) {
        outstanding_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_relaxed);
    }
    void drop(std::size_t count) {
        outstanding_.fetch_sub(static_cast<std::int64_t>(count), std::memory_order_relaxed);
    }
    /// Number of tasks beyond those that this locality's own idle workers are about to take: if those were given as
    /// well, tasks would travel to and fro, perhaps for ever.
    std::size_t spare_tasks() const {
        const std::uint64_t waiting = load_.waiting_tasks().load();
        return waiting - std::min<std::uint64_t>(waiting, idle_workers());
    }

    EventCount& server_events_;
    std::vector<std::unique_ptr<Worker>> workers_;

  private:
    bool starts_alone() const;
    void start_threads(unsigned up_to);
    void start_second();
    void leave_out_unstarted();
    void do_without(unsigned index);
    void run_out_of_tasks();
    void let_workers_go();

    const Settings& settings_;
    const unsigned size_;
    const bool first_;
    RemoteMemory& memory_;
    WorkerEndpoints* const endpoints_;
    EventCount task_events_;

    Clock::time_point began_ = Clock::now();  // until start() sets it
    Clock::time_point started_{};
    bool begins_ = false;  // whether the work begins here

    alignas(cache_line) std::atomic<std::int64_t> outstanding_ = 0;  // number of tasks waiting or running
    PublishedLoad load_;                                             // tasks waiting in pools, idle workers
    alignas(cache_line) std::atomic<bool> others_idle_ = false;
    alignas(cache_line) std::atomic<bool> ending_ = false;
    std::atomic<Ending> wanted_ending_ = Ending::none;
    std::atomic<Status> wanted_status_ = Status::complete;
    const std::unique_ptr<Safepoint> safepoint_;

    alignas(cache_line) mutable std::mutex mutex_;
    std::exception_ptr failure_;  // guarded by the mutex

    unsigned next_asked_ = 0;  // used by the serving thread alone
    std::unique_ptr<SchedulerChannel> channel_;
    std::span<const unsigned> processing_units_;
    Looks looks_{};
    unsigned wanted_threads_ = 0;  // started ones, and those that are yet to start
    std::unique_ptr<Team> team_;
};

}  // namespace scrump::detail
