#pragma once
// A worker of a search, as far as it need not know what is searched: how it runs a task, how it gives work away when
// its policy says so, and how it plans the tasks of a replicable search.

#include <scrump/metrics/counters.hpp>
#include <scrump/pools/detail/depth_pool.hpp>
#include <scrump/pools/detail/order_key.hpp>
#include <scrump/pools/detail/ordered_pool.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/runtime/detail/worker.hpp>
#include <scrump/search/detail/paced_polling.hpp>
#include <scrump/search/detail/state.hpp>
#include <scrump/search/detail/verdict.hpp>
#include <scrump/search/split_policy.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace scrump::detail {

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
    /// Whether it splits its task when it is asked to.
    bool splits_on_request() const { return on_request_; }
    /// Whether it is to make tasks when it has none left, before anybody asks for them.
    bool keeps_stock() const { return keeps_stock_; }
    /// What its policy is tuned by.
    std::vector<Knob> knobs() const { return policy_->knobs(); }

    // --- For whatever explores on behalf of this worker

    /// Called when attention is wanted or the polling interval is over. Returns whether to go on.
    bool attend();
    /// How many backtracks there may be before attend() is to be called in any case.
    std::uint64_t polling_interval();
    /// For the nodes explored so far, where it passes only as that is said.
    void let_time_pass();

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
    virtual SubtreeResultPtr explore_in_order(const Task& task) = 0;
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

    // The tasks of a replicable search.
    void plan();
    void meet_while_planning(const Tasks& planned, const Tasks& level, std::size_t open);
    bool spawn_all(const Task& parent, Tasks& to);
    Counters since(const Counters& before) const;

    // What this worker knows of the answer, and what `note` adds to it.
    Bytes noted(const std::function<void(StateWriter&)>& note) const;

    /// Brings up to date what the policy is shown.
    void look_round(Clock::time_point now);
    bool give(const Split& share, Clock::time_point now);
    // Gives the tasks of the batch their order keys: they are all children of what is at `parent`.
    void hand_out(const OrderKey& parent);
    void hand_out();
    void note_what_splits();

    /// How many of `period` are left, at least one, if they began after so many backtracks.
    std::uint64_t until(std::uint64_t since, std::uint64_t period) const {
        const std::uint64_t passed = counters_.backtracks - since;
        return passed < period ? period - passed : 1;
    }
    /// The positions of the least numbers first, and in their order among equals.
    static std::vector<std::size_t> fewest_first(const std::vector<unsigned>& numbers);

    /// At a time: after so many it looks whether to go on.
    static constexpr std::size_t most_spawned = 1024;

    const std::unique_ptr<SplitPolicy> policy_;
    PacedPolling pacing_{pace_};
    const bool on_request_;
    const bool keeps_stock_;
    SplitView view_;

    TaskPtr task_;                              // that was taken, until it runs
    Tasks batch_;                               // tasks that are being made
    std::uint64_t order_ = Task::unordered;     // of the current task
    SplitKeys split_keys_;                      // of the current task
    std::atomic<std::uint64_t> splits_at_ = 0;  // where what would be given next is in heuristic order
    std::uint64_t heuristic_ran_ = 0;           // backtracks when the primal heuristic last ran
    std::uint64_t given_after_ = 0;             // backtracks when the task began, or some of it was last given away
    std::uint64_t nodes_before_ = 0;            // the current task
};

}  // namespace scrump::detail
