#pragma once
// What the workers of one locality share, whatever is searched: the number of tasks, who is idle, the wish to stop. And
// what those who serve a locality and run a search need of it; what depends on the search, as bytes.
//
// Termination inside a locality is an exact count: a task is counted before anybody can see it, and counted off when it
// is finished, after all that it made was counted. The count is zero exactly when the locality has no work at all.

#include <scrump/base/cache_line.hpp>
#include <scrump/base/event_count.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/pools/ordered_pool.hpp>
#include <scrump/pools/task.hpp>
#include <scrump/runtime/safepoint.hpp>
#include <scrump/search/grain_keeper.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/published_load.hpp>
#include <scrump/search/result.hpp>
#include <scrump/search/state.hpp>
#include <scrump/search/worker.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump {

class WorkerEndpoints;
class SchedulerChannel;
class Team;

/// Why a locality asks for the end of the whole run.
enum class Ending : std::uint8_t { none, found, node_limit, failed };

class Locality {
  public:
    using Clock = std::chrono::steady_clock;

    /// Where a locality is made.
    struct Setup {
        const Options& options;
        unsigned workers;
        bool first;                 ///< the locality that has all tasks that are in order, and the primal heuristic
        EventCount& server_events;  ///< wakes the thread that serves the locality
        PublishedLoad load;         ///< what others see of it
    };
    /// Hands each of the states that are to be resumed to `take`.
    using Resume = std::function<void(const std::function<void(Bytes)>& take)>;

    explicit Locality(Setup setup);
    Locality(const Locality&) = delete;
    Locality& operator=(const Locality&) = delete;
    virtual ~Locality();

    /// Has worker 0 put in what there is to search, before it does anything else: the root, or what `resume` finds. To
    /// be called before start(). It may take a while: there may be a file to read, and nodes to visit.
    void begin_with(Resume resume);

    /// Starts the workers, each bound to one of `processing_units` as far as there are any. Time counts from `began`.
    void start(std::span<const unsigned> processing_units, Clock::time_point began);

    /// What connects the workers of all localities under a protocol of steal stacks; null under other skeletons.
    void use(WorkerEndpoints* endpoints) { endpoints_ = endpoints; }
    WorkerEndpoints* endpoints() const { return endpoints_; }

    /// The run cannot go on because of an exception in this locality; the first one is kept.
    void fail(std::exception_ptr exception);

    // --- For workers

    const Options& options() const { return options_; }
    const Skeleton& skeleton() const { return options_.skeleton; }
    unsigned size() const { return size_; }
    Worker& worker(unsigned index) { return *workers_[index]; }
    Clock::time_point began() const { return began_; }

    /// How large tasks are to be at present.
    const GrainKeeper& grain() const { return grain_; }
    void look_at_grain(Clock::time_point now);

    /// acq_rel: who sees zero has seen all that the tasks did.
    void task_done() {
        if (outstanding_.fetch_sub(1, std::memory_order_acq_rel) == 1) server_events_.notify_all();
    }

    bool tasks_available() const { return load_.waiting_tasks().load(std::memory_order_acquire) > 0; }
    bool has_news() const {
        return ending() || tasks_available() || (keeps_order_ && ordered_->has_ready()) || safepoint_.wanted();
    }
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
    /// Whether anybody, here or in another locality, waits for work.
    bool anybody_idle() const { return idle_workers() > 0 || others_idle_.load(std::memory_order_acquire); }

    /// Where workers report when they begin and end tasks; null unless the policy wants to know.
    SchedulerChannel* channel() const { return channel_.get(); }

    /// Asks a busy worker, `first` if it is one, to split its work; says whether there was one.
    bool ask_to_split_from(unsigned first);

    /// Whether each busy worker keeps some tasks that nobody has asked for yet. To another locality that asks they go
    /// at once; a worker that had to be asked to split would be heard by the serving thread only when the system takes
    /// the core away from it, a millisecond later.
    bool keeps_stock() const { return skeleton().kind == Skeleton::Kind::adaptive && options_.localities > 1; }

    void found() { ask_for(Ending::found); }

    void charge_nodes(std::uint64_t nodes);
    bool node_limit_reached() const { return node_limit_reached_.load(std::memory_order_relaxed); }
    /// So few backtracks that a node limit is met closely, and so many that they cost nothing.
    std::uint64_t node_polling_interval() const;

    /// Where workers meet while the state of the locality is noted.
    Safepoint& safepoint() { return safepoint_; }

    /// Whether the tree is opened far enough for the ordered skeleton: to the depth asked for, or else to so many tasks
    /// that they balance well.
    bool deep_enough(unsigned depth, std::size_t tasks) const;
    /// Counts ordered work that became final, or that made no tasks because it found what ends the search.
    void add_replicable(const Counters& cost);
    /// Whether an ordered task's result has become irrelevant.
    bool not_needed(std::uint64_t order) const { return order >= needed_.load(std::memory_order_acquire); }

    /// Whether this locality has the tasks that are in order.
    bool keeps_order() const { return keeps_order_; }
    /// What the order is to be made of.
    void set_roots(Tasks roots) { roots_ = std::move(roots); }
    Tasks take_roots() { return std::exchange(roots_, {}); }
    void start_ordered(Tasks tasks, const Counters& plan);
    TaskPtr take_ordered() { return ordered_ ? ordered_->take() : nullptr; }
    /// An ordered task is counted off by task_done() where it was executed; if the order is not kept there, the server
    /// tells who keeps it.
    void finish_ordered(std::uint64_t order, OrderedPool::Outcome outcome);
    /// Keeps what an ordered task had found when the run ended under it: it is nothing final, but may be the best
    /// known.
    void keep_for_the_end(TaskResultPtr result);

    /// Counts the tasks, puts them into a pool and wakes as many as can use them.
    void put(DepthPool& pool, Tasks& tasks);
    /// To be passed whatever was taken from a pool.
    TaskPtr took(TaskPtr task) {
        if (task) note_taken();
        return task;
    }
    /// Whether a task that comes from elsewhere can be one of this search.
    bool owns(const Task& task) const { return task.depth <= options_.depth_limit && accepts(task); }

    /// Whether there can be a state of the search.
    virtual bool resumable() const = 0;
    /// Adds a subtree whose root was visited to a state.
    void note(StateWriter& state, const Task& task) const { put_node(state.subtree(task.depth, true), task); }

    // --- For the server

    Ending wanted_ending() const { return wanted_ending_.load(std::memory_order_acquire); }
    bool passive() const { return outstanding_.load(std::memory_order_acquire) == 0; }
    /// Whether no worker has anything to do.
    bool all_idle() const { return idle_workers() == size_; }
    /// Whether there are more workers without work than tasks for them.
    bool lacks_tasks() const { return idle_workers() > load_.waiting_tasks().load(std::memory_order_acquire); }

    /// Work for another locality, as much as the policy says of the shallowest tasks of one worker; may be none.
    struct StealReply {
        std::size_t tasks = 0;
        Bytes bytes{};
    };
    StealReply give_tasks();
    /// Counts off tasks that went to another locality, once they are sent.
    void sent_away(std::size_t tasks);
    /// What another locality gave, for a worker without work, if there is one.
    void receive(Bytes tasks);

    /// Whether another locality waits here for a worker to split its work. Returns whether there is one that will.
    bool expect_split(bool waits);

    const PublishedLoad& published_load() const { return load_; }
    /// Brings up to date what is published beyond the counts. `now` is in microseconds.
    void publish_summary(double now);

    /// The results of ordered tasks that belong to the locality that keeps the order.
    std::vector<Bytes> take_finished();
    /// Takes in one of them.
    void receive_finished(Bytes finished);
    /// As that, when the run has ended: it is nothing final, but perhaps the best known.
    void commit_finished(Bytes finished);

    /// Calls all workers together.
    void call_together();
    /// What there is in this locality, once all workers are together; see state.hpp. And what such bytes say of a state
    /// as were given for tasks, or for the result of an ordered task.
    Bytes state() const;
    Bytes state_of_tasks(Bytes tasks) const;
    Bytes state_of_finished(Bytes finished) const;

    void call_attention();
    /// Makes all workers return; whether they all have.
    void release();
    bool released() const;
    /// Waits for them.
    void end();

    std::exception_ptr failure() const;
    /// Its message; empty if there was no exception.
    std::string failure_text() const;

    /// What is known of the workers and their tasks: all there is, once they have `ended`.
    LocalityStatistics statistics(Clock::time_point now, bool ended) const;
    /// Of all workers while they stand still.
    Counters counters() const;
    Counters published() const;
    unsigned busy_workers() const;
    /// Under the ordered skeleton, the work that does not depend on the number of workers.
    std::optional<Counters> replicable() const;

    // --- What was found

    /// The best objective so far, where there is one.
    virtual std::optional<double> incumbent() const = 0;
    /// When it got better since `began`, here and in the localities whose improvements were merged.
    virtual std::vector<Improvement> improvements(Clock::time_point began) const = 0;
    virtual void merge_improvements(const std::vector<Improvement>& others) = 0;
    /// The incumbent's objective as a message, if it got better here since the last call.
    virtual std::optional<Bytes> improvement() = 0;
    /// Takes in another locality's; says whether it is better than what is known here.
    virtual bool learn(Bytes improvement) = 0;

    /// Puts together what this locality found, once its workers have returned, `stopped` if the run ended early.
    void collect(bool stopped);
    /// What was collected and merged.
    virtual Bytes answer() const = 0;
    virtual void merge(Bytes answer) = 0;
    /// Makes another locality's answer the one of this one.
    virtual void take_over(Bytes answer) = 0;
    /// A state that has nothing left to do but that answer.
    Bytes state_of_answer() const;

  protected:
    // --- What depends on what is searched. Where nodes cannot travel, nothing is put or got as bytes.

    virtual void put_node(Encoder& to, const Task& task) const = 0;
    /// Makes a task of it.
    virtual TaskPtr get_node(Decoder& from, unsigned depth) const = 0;
    /// What an ordered task is told.
    virtual void put_start(Encoder& to, const Task& task) const = 0;
    virtual void get_start(Decoder& from, Task& task) const = 0;
    virtual bool accepts(const Task& task) const = 0;

    virtual void put_result(Encoder& to, const TaskResult& result) const = 0;
    virtual TaskResultPtr get_result(Decoder& from) const = 0;
    virtual bool accepts(const TaskResult& result) const = 0;
    virtual bool ends_search(const TaskResult& result) const = 0;
    virtual void commit(const TaskResult& result) = 0;
    /// Adds it to a state, as far as it is part of the answer.
    virtual void note(StateWriter& state, const TaskResult& result) const = 0;

    /// Of a state: what is known of the answer besides what workers know.
    virtual void note_answer(StateWriter& state) const = 0;
    /// Reads such an answer, and takes over all that were read; throws Error if one cannot be of this search.
    virtual void read_answer(Decoder& from) = 0;
    virtual void resume_answers() = 0;
    /// The task of the whole tree, whose root is not visited yet.
    virtual TaskPtr whole() const = 0;
    /// Whether there is nothing left to look for.
    virtual bool nothing_left_to_find() const = 0;
    /// Puts together what workers know of the answer.
    virtual void collect_from_workers() = 0;

    /// To be set by who knows what is searched, if the order is kept here.
    void keep_order(std::unique_ptr<OrderedKnowledge> knowledge);
    bool is_first() const { return first_; }

    EventCount& server_events_;
    std::vector<std::unique_ptr<Worker>> workers_;

  private:
    struct Finished {
        std::uint64_t order = 0;
        OrderedPool::Outcome outcome{};
    };

    // Worker 0 makes what there is to search its tasks.
    void begin(const Resume& resume);
    Bytes encode(const Tasks& tasks) const;
    Tasks decode(Bytes bytes) const;
    Finished decode_finished(Bytes bytes) const;
    Finished decode_own_finished(Bytes bytes) const;
    std::vector<Finished> take_finished_elsewhere();
    /// Counts tasks before anybody can see them: the number never falls below zero.
    void expect_tasks(std::size_t count);
    /// Wakes as many workers as can use tasks that were just put into a pool.
    void tell_of_tasks(std::size_t count);
    /// Counts a task that was taken from a pool.
    void note_taken();
    /// Counts tasks that were taken from a pool for another locality.
    void note_given(std::size_t count) { load_.waiting_tasks().fetch_sub(count, std::memory_order_relaxed); }
    /// Whether there are more tasks than this locality's own idle workers are about to take: else tasks would only
    /// travel to and fro.
    bool can_spare() const { return load_.waiting_tasks().load() > idle_workers(); }

    /// What an ordered task has changed: the first task that is not needed, how many are dropped, whether it ends the
    /// search.
    void note_ordered(std::uint64_t needed, std::size_t dropped, bool ends);
    void announce_ordered();
    void ask_for(Ending ending);
    std::uint64_t first_task();
    Worker& has_first_task();

    const Options& options_;
    const unsigned size_;
    const bool first_;
    const bool keeps_order_;
    EventCount task_events_;

    Clock::time_point began_ = Clock::now();  // until start() knows better

    alignas(cache_line) std::atomic<std::int64_t> outstanding_ = 0;  // tasks waiting or running
    PublishedLoad load_;                                             // tasks waiting in pools, idle workers
    alignas(cache_line) std::atomic<bool> others_idle_ = false;
    alignas(cache_line) std::atomic<std::uint64_t> nodes_ = 0;
    alignas(cache_line) std::atomic<bool> ending_ = false;
    std::atomic<Ending> wanted_ending_ = Ending::none;
    std::atomic<std::uint64_t> needed_ = std::numeric_limits<std::uint64_t>::max();
    std::atomic<bool> node_limit_reached_ = false;
    GrainKeeper grain_;
    Safepoint safepoint_;

    alignas(cache_line) mutable std::mutex mutex_;
    std::exception_ptr failure_;  // guarded by the mutex, as the next ones
    Counters replicable_;
    std::vector<Finished> finished_elsewhere_;
    std::vector<TaskResultPtr> kept_;

    std::unique_ptr<OrderedPool> ordered_;  // where the order is kept, under the ordered skeleton
    std::mutex commit_mutex_;               // held while ordered results become final
    Tasks roots_;                           // until the order is begun
    Resume resume_;
    bool begins_ = false;  // here

    unsigned next_asked_ = 0;  // the server's alone
    WorkerEndpoints* endpoints_ = nullptr;
    std::unique_ptr<SchedulerChannel> channel_;
    std::unique_ptr<Team> team_;
};

}  // namespace scrump
