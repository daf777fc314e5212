#pragma once
// One worker of a locality, as far as it need not know what is searched: how it finds tasks, when it gives work away,
// how it waits for work, and what it writes down of what it does.

#include <scrump/base/cache_line.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/counting.hpp>
#include <scrump/metrics/meter.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/pools/depth_pool.hpp>
#include <scrump/pools/order_key.hpp>
#include <scrump/pools/ordered_pool.hpp>
#include <scrump/pools/task.hpp>
#include <scrump/runtime/attention.hpp>
#include <scrump/search/state.hpp>
#include <scrump/search/verdict.hpp>
#include <scrump/search/worker_record.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace scrump {

class Locality;

/// A subtree that an earlier run left, or the whole tree.
struct Subtree {
    TaskPtr task;
    bool visited = false;  ///< its root
};

class Worker {
  public:
    using Clock = std::chrono::steady_clock;

    Worker(Locality& home, unsigned index);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    virtual ~Worker();

    /// The worker's life: until the run ends. Its meter runs already.
    void run();

    // --- For others, at any time

    Attention& attention() { return attention_; }
    bool busy() const { return busy_.load(std::memory_order_relaxed); }
    /// Where in heuristic order the first task is that could be had here: one that waits, or what a split would give.
    std::uint64_t first_task() const;
    DepthPool& pool() { return pool_; }
    const DepthPool& pool() const { return pool_; }
    WorkerRecord& record() { return record_; }
    const WorkerRecord& record() const { return record_; }

    // --- For others while it stands still

    const Counters& counters() const { return counters_; }
    /// What was in this worker's hands when it came to the last safepoint.
    const Bytes& state() const { return state_; }

    // --- For whatever explores on behalf of this worker

    void begin_task();
    void end_task(unsigned depth);
    /// Under a protocol of steal stacks: worker `self` looked for nodes at another one, and got so many.
    void note_try(unsigned victim, std::size_t nodes, unsigned self);

    /// Called when attention is wanted or the polling interval is over. Returns whether to go on.
    bool attend();
    /// How many backtracks there may be before attend() is to be called in any case.
    std::uint64_t polling_interval() const;

    /// Makes what there is to search tasks of this worker, before it runs.
    void plant(std::vector<Subtree> subtrees);

  protected:
    // --- What depends on what is searched

    /// Compares the root of a subtree with the incumbent, or folds it.
    virtual Verdict visit(const Task& task) = 0;
    /// Whether a task can still lead to something better.
    virtual bool worth(const Task& task) = 0;
    /// Takes over what others of this locality found.
    virtual void refresh() = 0;
    /// Explores the task's subtree. Returns whether it is finished: false if the search ended in it.
    virtual bool explore(const Task& task) = 0;
    /// As an ordered task, of which nothing is known but what it was told.
    virtual TaskResultPtr explore_in_order(const Task& task) = 0;
    /// Wants a task, and says whether it wants more.
    using Take = std::function<bool(TaskPtr)>;
    /// Makes tasks of the children of a task's root that are worth it. Returns whether the search goes on.
    virtual bool spawn_children(const Task& parent, const Take& take) = 0;
    /// Makes tasks of unexplored siblings in the subtree under exploration, of the shallowest depth that has any.
    /// Returns whether the search goes on.
    virtual bool split(const Take& take) = 0;
    /// Until there is no work left, under a protocol of steal stacks.
    virtual void work_on_stack() = 0;
    /// What this worker alone knows of the answer, and what is left of the subtree under exploration.
    virtual void note_answer(StateWriter& state) const = 0;
    virtual void note_unexplored(StateWriter& state) const = 0;
    /// How often, in backtracks, a primal heuristic wants to be asked; 0: there is none. And what it says.
    virtual std::uint64_t heuristic_period() const = 0;
    virtual Verdict run_heuristic() = 0;
    /// How often it found something better than what it knew.
    virtual std::uint64_t improvements() const = 0;

    /// The time, where anybody wants to know.
    Clock::time_point now() const;
    /// Brings up to date what others know of this worker.
    void publish(Clock::time_point time);

    Locality& home_;
    const unsigned index_;
    Attention attention_;
    Counters counters_;
    Bytes state_;
    WorkerRecord record_;
    Meter& meter_ = record_.meter();
    DepthPool pool_;

  private:
    void work();
    void execute(const Task& task);
    void execute_in_order(const Task& task);

    // The tasks of a replicable search.
    void plan();
    void meet_while_planning(const Tasks& planned, const Tasks& level, std::size_t open);
    bool spawn_all(const Task& parent, Tasks& to);
    Counters since(const Counters& before) const;

    // Puts down what is in this worker's hands, as `note` adds to it, and waits with the others until the locality's
    // state is noted.
    void meet(const std::function<void(StateWriter&)>& note);

    bool give(Clock::time_point now);
    // Gives the tasks of the batch their order keys: they are all children of what is at `parent`.
    void hand_out(const OrderKey& parent);
    void hand_out();
    void note_what_splits();

    TaskPtr next_task();
    TaskPtr take_ordered();
    TaskPtr steal();

    /// How many of `period` are left, at least one, if they began after so many backtracks.
    std::uint64_t until(std::uint64_t since, std::uint64_t period) const {
        const std::uint64_t passed = counters_.backtracks - since;
        return passed < period ? period - passed : 1;
    }
    void look_at_grain(Clock::time_point now);
    /// Whether to give work away now; `waiting` tasks that were given before are still there.
    bool should_give(Clock::time_point now, std::size_t waiting);
    /// How many tasks to give at least, as far as there are any.
    std::size_t minimum_split() const;
    /// The places of the least numbers first, and in their order among equals.
    static std::vector<std::size_t> fewest_first(const std::vector<unsigned>& numbers);
    /// A task was begun, or some of it given away: a budget starts anew.
    void renew_budget() { budgeted_ = counters_.backtracks; }

    /// Whom to steal from next; none if nobody is left.
    std::optional<unsigned> choose_victim();
    void stole_from(unsigned victim);
    void failed_at(unsigned victim);
    /// Asks a busy worker to split, looks around for about a heartbeat interval, and then sleeps until there are tasks.
    /// Where nobody gives work without being asked, it wakes to ask again, less and less often.
    void wait_for_work(unsigned rounds);

    /// So many siblings at once are enough to feed everybody, and take no time worth speaking of.
    static constexpr std::size_t most_given = 1024;
    static constexpr std::size_t least_given = 4;
    static constexpr std::size_t least_stock = 32;  // where half of it may have to make a journey worth while

    static constexpr int intervals_to_stock = 4;

    /// Backtracks between looks at the clock when a request waits for the heartbeat, at first: less than a microsecond,
    /// of the cheapest nodes. Each time it is still too early they become twice as many.
    static constexpr std::uint64_t first_heartbeat_poll = 64;

    /// How long an idle worker sleeps before it asks again, at first, and for each other one that is idle.
    static constexpr std::chrono::microseconds asks_again{20};

    Tasks batch_;                               // tasks that are being made
    std::uint64_t order_ = Task::unordered;     // of the current task
    SplitKeys split_keys_;                      // of the current task
    std::atomic<std::uint64_t> splits_at_ = 0;  // where what would be given next is in heuristic order
    std::uint64_t heuristic_ran_ = 0;           // backtracks when the primal heuristic last ran

    std::unique_ptr<VictimSelector> victims_;
    std::optional<unsigned> asked_to_split_;  // the last one, until there was work
    bool asked_ = false;                      // a split was asked for: what comes of it is the same steal
    Clock::time_point next_heartbeat_{};
    std::uint64_t heartbeat_poll_ = first_heartbeat_poll;
    std::uint64_t polled_after_ = 0;         // backtracks then
    bool awaits_heartbeat_ = false;          // somebody asked for work since the last heartbeat
    std::uint64_t budgeted_ = 0;             // backtracks when work was last given away, or the task began
    std::uint64_t look_ = 64;                // backtracks between looks at the grain, where a budget is chosen
    Clock::time_point looked_{};             // when it was looked at last
    std::uint64_t looked_after_ = 0;         // backtracks then
    std::uint64_t nodes_before_ = 0;         // the current task
    Clock::time_point out_of_work_since_{};  // when the last task ended

    alignas(cache_line) std::atomic<bool> busy_ = false;
};

}  // namespace scrump
