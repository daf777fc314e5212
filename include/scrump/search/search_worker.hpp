#pragma once
// A worker of a search, as far as it need not know what is searched: how it runs a task, when it gives work away, and
// how it plans the tasks of a replicable search.

#include <scrump/metrics/counters.hpp>
#include <scrump/pools/depth_pool.hpp>
#include <scrump/pools/order_key.hpp>
#include <scrump/pools/ordered_pool.hpp>
#include <scrump/pools/task.hpp>
#include <scrump/runtime/worker.hpp>
#include <scrump/search/state.hpp>
#include <scrump/search/verdict.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump {

class SearchLocality;

/// A subtree that an earlier run left, or the whole tree.
struct Subtree {
    TaskPtr task;
    bool visited = false;  ///< its root
};

class SearchWorker : public Worker {
  public:
    SearchWorker(SearchLocality& home, unsigned index);

    // --- For others, at any time

    /// Where in heuristic order the first task is that could be had here: one that waits, or what a split would give.
    std::uint64_t first_task() const;
    DepthPool& pool() { return pool_; }
    const DepthPool& pool() const { return pool_; }

    // --- For whatever explores on behalf of this worker

    /// Called when attention is wanted or the polling interval is over. Returns whether to go on.
    bool attend();
    /// How many backtracks there may be before attend() is to be called in any case.
    std::uint64_t polling_interval() const;

    /// Under a protocol of steal stacks, all that is explored between two times without work is a task.
    void begin_exploring();
    void end_exploring();
    /// And worker `self` looked for nodes at another one, and got so many.
    void note_try(unsigned victim, std::size_t nodes, unsigned self);

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

    SearchLocality& home_;
    DepthPool pool_;

  private:
    bool take_own() override;
    bool take_shared() override;
    bool take_from(Worker& victim) override;
    TaskSize run_task() override;
    void work() override;
    Bytes in_hand(bool in_task) const override;
    bool is_dropped() const override;
    void publish(Clock::time_point time) override;

    void execute(const Task& task);
    void execute_in_order(const Task& task);

    // The tasks of a replicable search.
    void plan();
    void meet_while_planning(const Tasks& planned, const Tasks& level, std::size_t open);
    bool spawn_all(const Task& parent, Tasks& to);
    Counters since(const Counters& before) const;

    // What this worker knows of the answer, and what `note` adds to it.
    Bytes noted(const std::function<void(StateWriter&)>& note) const;

    bool give(Clock::time_point now);
    // Gives the tasks of the batch their order keys: they are all children of what is at `parent`.
    void hand_out(const OrderKey& parent);
    void hand_out();
    void note_what_splits();

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
    /// The positions of the least numbers first, and in their order among equals.
    static std::vector<std::size_t> fewest_first(const std::vector<unsigned>& numbers);
    /// A task was begun, or some of it given away: a budget starts anew.
    void renew_budget() { budgeted_ = counters_.backtracks; }

    /// So many siblings at once are enough to feed everybody, and take no time worth speaking of.
    static constexpr std::size_t most_given = 1024;
    static constexpr std::size_t least_given = 4;
    static constexpr std::size_t least_stock = 32;  // where half of it may have to make a journey worth while

    static constexpr int intervals_to_stock = 4;

    /// Backtracks between looks at the clock when a request waits for the heartbeat, at first: less than a microsecond,
    /// of the cheapest nodes. Each time it is still too early they become twice as many.
    static constexpr std::uint64_t first_heartbeat_poll = 64;

    TaskPtr task_;                              // that was taken, until it runs
    Tasks batch_;                               // tasks that are being made
    std::uint64_t order_ = Task::unordered;     // of the current task
    SplitKeys split_keys_;                      // of the current task
    std::atomic<std::uint64_t> splits_at_ = 0;  // where what would be given next is in heuristic order
    std::uint64_t heuristic_ran_ = 0;           // backtracks when the primal heuristic last ran

    Clock::time_point next_heartbeat_{};
    std::uint64_t heartbeat_poll_ = first_heartbeat_poll;
    std::uint64_t polled_after_ = 0;  // backtracks then
    bool awaits_heartbeat_ = false;   // somebody asked for work since the last heartbeat
    std::uint64_t budgeted_ = 0;      // backtracks when work was last given away, or the task began
    std::uint64_t look_ = 64;         // backtracks between looks at the grain, where a budget is chosen
    Clock::time_point looked_{};      // when it was looked at last
    std::uint64_t looked_after_ = 0;  // backtracks then
    std::uint64_t nodes_before_ = 0;  // the current task
};

}  // namespace scrump
