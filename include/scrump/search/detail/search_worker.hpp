#pragma once
// The part of a search's worker that is independent of the types of the search: how it runs a task, how it gives work
// away when its policy says so, and how it plans the tasks of a replicable search.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/pools/detail/depth_pool.hpp>
#include <scrump/pools/detail/order_key.hpp>
#include <scrump/pools/detail/ordered_outcome.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/runtime/detail/worker.hpp>
#include <scrump/search/detail/state.hpp>
#include <scrump/search/detail/verdict.hpp>
#include <scrump/search/shard.hpp>
#include <scrump/search/split_policy.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace scrump::detail {

class PacedPolling;
class SearchLocality;
class StackSharing;

/// A subtree left by an earlier run, or the whole tree.
struct Subtree {
    TaskPtr task;
    bool visited = false;  ///< whether its root was visited
};

/// What the division of a tree into shards (src/search/shard_plan.hpp) needs of the types of a search. It must be the
/// same in all jobs: so it starts from nothing but the search itself, neither from a known solution nor from an
/// incumbent, and prunes only what the nodes above the subtrees allow.
class ShardPlanner {
  public:
    /// Takes a task, and returns whether more are wanted.
    using Take = std::function<bool(TaskPtr)>;

    ShardPlanner() = default;
    ShardPlanner(const ShardPlanner&) = delete;
    ShardPlanner& operator=(const ShardPlanner&) = delete;
    virtual ~ShardPlanner() = default;

    /// Visits the root of the tree.
    virtual Verdict visit(const Task& root) = 0;
    /// Whether a visited node can still lead to something better than the planned nodes.
    virtual bool worth(const Task& task) = 0;
    /// Makes tasks of the promising children of a node, which are visited for the answer. Returns whether the search
    /// continues: false if one of them ends it.
    virtual bool expand(const Task& parent, const Take& take) = 0;
    /// The same without any effect on the answer, to estimate the size of a subtree.
    virtual void probe(const Task& parent, const Take& take) = 0;
    /// Whether probes find solutions, which prune further ones.
    virtual bool learns() const = 0;
    /// Makes what was found the locality's. To be called once, in the job that answers for the planned nodes.
    virtual void keep() = 0;

    /// Work on planned nodes, and on probed ones.
    Counters planned;
    Counters probed;
};

class SearchWorker : public Worker {
  public:
    SearchWorker(SearchLocality& home, unsigned index);
    ~SearchWorker() override;

    // --- For others, at any time

    /// Position in heuristic order of the first task available here: one that waits, or the result of a split.
    std::uint64_t first_task() const;
    DepthPool& pool() { return pool_; }
    const DepthPool& pool() const { return pool_; }
    /// Whether it splits its task when asked.
    bool splits_on_request() const { return on_request_; }
    /// Whether it should make tasks when it has none left, before anybody requests them.
    bool keeps_stock() const { return keeps_stock_; }
    /// Parameters of its policy.
    std::vector<Knob> knobs() const { return policy_->knobs(); }

    // --- For code that explores on behalf of this worker

    /// Called when attention is wanted or the polling interval is over. Returns whether to continue.
    bool attend();
    /// Number of backtracks after which attend() must be called in any case.
    std::uint64_t polling_interval();
    /// Lets time pass for the nodes explored so far, if it passes only by reports.
    void let_time_pass();

    /// Under a protocol of steal stacks, everything explored between two times without work is a task.
    void begin_exploring();
    void end_exploring();
    /// Records that worker `self` looked for nodes at another one, and the number that it got.
    void note_try(unsigned victim, std::size_t nodes, unsigned self);

    /// Makes tasks of this worker from the initial work, before it runs.
    void plant(std::vector<Subtree> subtrees);
    /// Divides the whole tree and makes tasks of one of the parts, before it runs; returns the division.
    ShardStatistics plant(const Shard& shard, TaskPtr whole);

  protected:
    // --- Depends on the types of the search

    /// Compares the root of a subtree with the incumbent, or folds it.
    virtual Verdict visit(const Task& task) = 0;
    /// Whether a task can still lead to something better.
    virtual bool worth(const Task& task) = 0;
    /// Takes over improvements of others in this locality.
    virtual void refresh() = 0;
    /// Explores the task's subtree. Returns whether it is finished: false if the search ended in it.
    virtual bool explore(const Task& task) = 0;
    /// The same as an ordered task, which knows only what it was given.
    virtual SubtreeResultPtr explore_in_order(const Task& task) = 0;
    /// Takes a task, and returns whether it wants more.
    using Take = std::function<bool(TaskPtr)>;
    /// Makes tasks of the promising children of a task's root. Returns whether the search continues.
    virtual bool spawn_children(const Task& parent, const Take& take) = 0;
    /// What divides the tree.
    virtual std::unique_ptr<ShardPlanner> shard_planner() = 0;
    /// Makes tasks of unexplored siblings in the subtree under exploration, of the shallowest depth that has any.
    /// Returns whether the search continues.
    virtual bool split(const Take& take) = 0;
    /// Explores until no work is left, under a protocol of steal stacks: by run_on_stack() with an explorer of its own,
    /// or by explore_tasks_on_stack().
    virtual void work_on_stack() = 0;
    /// This worker's own part of the answer, and the rest of the subtree under exploration.
    virtual void note_answer(StateWriter& state) const = 0;
    virtual void note_unexplored(StateWriter& state) const = 0;
    /// Interval, in backtracks, between calls of a primal heuristic; 0: there is none. And its call.
    virtual std::uint64_t heuristic_period() const = 0;
    virtual Verdict run_heuristic() = 0;
    /// Number of times it found something better than the incumbent it knew.
    virtual std::uint64_t improvements() const = 0;

    /// Puts initial work of this worker onto its stack, and works (defined in stack_worker.hpp).
    template <class Explorer>
    void run_on_stack(Explorer& explorer);
    void explore_tasks_on_stack();

    SearchLocality& home_;
    DepthPool pool_;

  private:
    friend class TaskExplorer;

    SearchWorker(SearchLocality& home, unsigned index, std::unique_ptr<SplitPolicy> policy);

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

    void hand_out_first();

    // The tasks of a replicable search.
    void plan();
    void meet_while_planning(const Tasks& planned, const Tasks& level, std::size_t open);
    bool spawn_all(const Task& parent, Tasks& to);
    Counters since(const Counters& before) const;

    // This worker's part of the answer, and what `note` adds to it.
    Bytes noted(const std::function<void(StateWriter&)>& note) const;

    /// Updates the policy's view.
    void look_round(Clock::time_point now);
    bool give(const Split& share, Clock::time_point now);
    // Gives the tasks of the batch their order keys: they are all children of the node at `parent`.
    void hand_out(const OrderKey& parent);
    void hand_out();
    void note_what_splits();

    /// The rest of `period`, at least one, if it began after this number of backtracks.
    std::uint64_t until(std::uint64_t since, std::uint64_t period) const {
        const std::uint64_t passed = counters_.backtracks - since;
        return passed < period ? period - passed : 1;
    }
    /// The positions of the smallest numbers first, in their order among equals.
    static std::vector<std::size_t> fewest_first(const std::vector<unsigned>& numbers);

    /// Number at a time, after which it checks whether to continue.
    static constexpr std::size_t most_spawned = 1024;

    const std::unique_ptr<SplitPolicy> policy_;
    const std::unique_ptr<PacedPolling> pacing_;  // null if time passes by itself
    StackSharing* sharing_ = nullptr;             // while it explores tasks on a steal stack
    const bool on_request_;
    const bool keeps_stock_;
    SplitView view_;

    TaskPtr task_;                              // the taken task, until it runs
    Tasks batch_;                               // tasks that are being made
    std::uint64_t order_ = Task::unordered;     // of the current task
    SplitKeys split_keys_;                      // of the current task
    std::atomic<std::uint64_t> splits_at_ = 0;  // position in heuristic order of the next task to be given away
    std::uint64_t heuristic_ran_ = 0;           // backtracks when the primal heuristic last ran
    std::uint64_t given_after_ = 0;             // backtracks when the task began, or a part of it was last given away
    std::uint64_t nodes_before_ = 0;            // before the current task
};

}  // namespace scrump::detail
