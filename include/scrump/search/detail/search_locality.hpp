#pragma once
// The part of a search's locality that is independent of the types of the search: its exchange with other localities,
// the order of a replicable search, its state, and the interface to its nodes and answers as bytes.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/pools/detail/ordered_outcome.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/search/detail/search_worker.hpp>
#include <scrump/search/detail/state.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>
#include <scrump/search/shard.hpp>
#include <scrump/search/split_policy.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

class OrderedPool;

class SearchLocality : public Locality {
  public:
    /// Passes each of the states that are to be resumed to `take`.
    using Resume = std::function<void(const std::function<void(Bytes)>& take)>;

    SearchLocality(Setup setup, const SearchOptions& options);
    ~SearchLocality() override;

    /// Makes worker 0 put in the initial work, before it does anything else: the root, or the states that `resume`
    /// finds. To be called before start(). It may take a while: there may be a file to read, and nodes to visit.
    void begin_with(Resume resume);

    // --- For workers

    const SearchOptions& options() const { return options_; }
    const Skeleton& skeleton() const { return options_.skeleton; }
    SearchWorker& worker(unsigned index) { return static_cast<SearchWorker&>(Locality::worker(index)); }
    const SearchWorker& worker(unsigned index) const { return static_cast<const SearchWorker&>(*workers_[index]); }

    /// The policy for one of the workers. Throws UsageError if there is none.
    std::unique_ptr<SplitPolicy> make_split_policy() const;
    /// Use of time of all workers until then.
    Activity activity(Clock::time_point until) const;

    void found() { ask_for(Ending::found); }

    void charge_nodes(std::uint64_t nodes);
    /// Number of backtracks that is small enough to meet a node limit closely, and large enough to cost nothing.
    std::uint64_t node_polling_interval() const;

    /// Whether the tree is opened far enough for the ordered skeleton: to the requested depth, or else to enough tasks
    /// to balance well.
    bool deep_enough(unsigned depth, std::size_t tasks) const;
    /// Counts ordered work that became final, or that made no tasks because it found the goal.
    void add_replicable(const Counters& cost);
    /// Whether an ordered task's result has become irrelevant.
    bool not_needed(std::uint64_t order) const { return order >= needed_.load(std::memory_order_acquire); }

    /// Whether this locality has the ordered tasks.
    bool keeps_order() const { return keeps_order_; }
    /// What is needed to make the order.
    void set_roots(Tasks roots) { roots_ = std::move(roots); }
    Tasks take_roots() { return std::exchange(roots_, {}); }
    void start_ordered(Tasks tasks, const Counters& plan);
    TaskPtr take_ordered();
    /// An ordered task is uncounted by task_done() where it was executed; if the order is not kept there, a message
    /// informs the locality that keeps it.
    void finish_ordered(std::uint64_t order, OrderedOutcome outcome);
    /// Keeps the result of an ordered task at the end of the run: it is not final, but may be the best known.
    void keep_for_the_end(SubtreeResultPtr result);

    /// Counts the tasks, puts them into a pool and wakes as many workers as can use them.
    void put(DepthPool& pool, Tasks& tasks);
    /// Must be given every task taken from a pool.
    TaskPtr took(TaskPtr task) {
        if (task) note_taken();
        return task;
    }
    /// Whether a task from elsewhere can belong to this search.
    bool owns(const Task& task) const { return task.depth <= options_.depth_limit && accepts(task); }

    /// The node of a task on a steal stack as bytes, and a task made of them.
    void put_open(Encoder& to, const Task& task) const;
    TaskPtr get_open(Decoder& from) const;
    /// Number of bytes that such a task has on a stack. Set before the workers start.
    std::size_t open_bytes() const { return open_bytes_; }
    void set_open_bytes(std::size_t bytes) { open_bytes_ = bytes; }

    /// Whether the search can have states to resume from.
    virtual bool resumable() const = 0;
    /// Whether there is a dual bound: for an optimisation whose generator has a bound, and can be copied.
    virtual bool bounded() const = 0;
    /// Whether the bounds of the subtrees that are left can be looked at: not on steal stacks.
    bool shows_bounds() const { return bounded() && !skeleton().has_stacks(); }
    /// Whether states of a running search, with all open nodes, are needed for estimates. The same in all localities.
    bool shows_open() const {
        return (options_.estimates || options_.estimate) && resumable() && !skeleton().has_stacks();
    }
    /// The open nodes of such a state; and the whole tree.
    virtual std::vector<Subtree> open_in(Bytes state) const = 0;
    virtual TaskPtr whole() const = 0;
    /// How the tree was divided, if it was: in locality 0.
    const ShardStatistics& division() const { return division_; }

    /// Whether states contain only bounds. The same in all localities, and constant during a run.
    bool notes_bounds() const { return shows_bounds() && !options_.checkpoints.wanted() && !shows_open(); }
    bool notes_states() const { return resumable() || shows_bounds(); }
    /// Adds a subtree whose root was visited to a state.
    virtual void note(StateWriter& state, const Task& task) const = 0;

    // --- For the runtime

    bool splits_on_request() const override { return worker(0).splits_on_request(); }
    bool has_victims() const override;
    bool has_shared_tasks() const override;
    std::optional<Status> limit_reached() const override;

    /// The policy's amount of the shallowest tasks of one worker.
    StealReply give_tasks() override;
    void sent_away(std::size_t tasks) override;
    /// A task for a worker without work, if any.
    void receive(Bytes tasks) override;
    void publish_summary(double now) override;

    Bytes state() const override;
    Bytes state_of_tasks(Bytes tasks) const override;

    LocalityStatistics statistics(Clock::time_point now, bool ended) const override;

    void collect(bool stopped) override;
    Bytes result() const override;
    void merge_result(Bytes result) override;

    std::vector<std::unique_ptr<Component>> components(const ServingParts& parts) override;

    // --- For the components of a search, and for the code that runs it

    /// The results of ordered tasks that belong to the locality that keeps the order.
    std::vector<Bytes> take_finished();
    /// Receives one of them.
    void receive_finished(Bytes finished);
    /// The same after the end of the run: the result is not final, but perhaps the best known.
    void commit_finished(Bytes finished);
    Bytes state_of_finished(Bytes finished) const;

    /// Under the ordered skeleton, the work that does not depend on the number of workers.
    std::optional<Counters> replicable() const;

    // --- The quality that an answer can have (dual_bound.hpp)

    /// 1 or -1: converts objectives to scores, and back.
    virtual double sense() const = 0;
    /// The score that no node exceeds.
    virtual double best_score() const = 0;
    /// The score that no answer exceeds, as far as it is known apart from the bounds of nodes; may fall during a run.
    virtual double known_score() const = 0;
    /// The best score of the remaining subtrees, in a state of a locality.
    double best_score_left(Bytes state) const {
        return notes_bounds() ? best_score_in(std::move(state)) : best_score_in_state(std::move(state));
    }

    // --- Results

    /// The best objective so far, if any.
    virtual std::optional<double> incumbent() const = 0;
    /// Its improvements since `began`, here and in the localities whose improvements were merged.
    virtual std::vector<Improvement> improvements(Clock::time_point began) const = 0;
    virtual void merge_improvements(const std::vector<Improvement>& others) = 0;
    /// The incumbent's objective as a message, if it improved here since the last call.
    virtual std::optional<Bytes> improvement() = 0;
    /// Receives another locality's objective; returns whether it is better than the known one.
    virtual bool learn(Bytes improvement) = 0;

    /// Whether better nodes are to be reported, in the process that has locality 0.
    virtual bool watched() const = 0;
    /// Whether they come to locality 0, where they are reported or told to other runs. The same in all localities.
    bool gathers_nodes() const { return watched() || !options_.incumbents.empty(); }
    /// In locality 0, reports the best node found here, if it was found since the last call; in another one, returns
    /// that node for locality 0 to report. Each reported node is better than the previous one.
    virtual void tell_own() = 0;
    virtual std::optional<Bytes> untold() = 0;
    virtual void tell(Bytes found) = 0;

    /// In locality 0, compares the answer of another run, if any, with the one here: less than 0 if it is better, more
    /// than 0 if it is worse. Throws Error if it cannot belong to this search.
    virtual int compare(const std::optional<Bytes>& other) const = 0;
    /// Adds such an answer to what is found here.
    virtual void adopt(Bytes other) = 0;
    /// Ends a search that has nothing left to look for.
    void end_if_answered() {
        if (nothing_left_to_find()) found();
    }

    /// The collected and merged answer.
    virtual Bytes answer() const = 0;
    virtual void merge(Bytes answer) = 0;
    /// Replaces this locality's answer by another one's.
    virtual void take_over(Bytes answer) = 0;
    /// A state with nothing left to do but that answer.
    Bytes state_of_answer() const;

  protected:
    // --- Depends on the types of the search. If nodes cannot travel, nothing is put or got as bytes.

    virtual void put_node(Encoder& to, const Task& task) const = 0;
    /// Makes a task of the node.
    virtual TaskPtr get_node(Decoder& from, unsigned depth) const = 0;
    /// Initial knowledge of an ordered task.
    virtual void put_start(Encoder& to, const Task& task) const = 0;
    virtual void get_start(Decoder& from, Task& task) const = 0;
    virtual bool accepts(const Task& task) const = 0;

    virtual void put_result(Encoder& to, const SubtreeResult& result) const = 0;
    virtual SubtreeResultPtr get_result(Decoder& from) const = 0;
    virtual bool accepts(const SubtreeResult& result) const = 0;
    virtual bool ends_search(const SubtreeResult& result) const = 0;
    virtual void commit(const SubtreeResult& result) = 0;
    /// Adds the result to a state, as far as it is part of the answer.
    virtual void note(StateWriter& state, const SubtreeResult& result) const = 0;

    /// The best bound in a resumable state.
    virtual double best_score_in_state(Bytes state) const = 0;

    /// Part of a state: the answer known outside the workers.
    virtual void note_answer(StateWriter& state) const = 0;
    /// Reads such an answer, and takes over all that were read; throws Error if one cannot belong to this search.
    virtual void read_answer(Decoder& from) = 0;
    virtual void resume_answers() = 0;
    /// Whether there is nothing left to look for.
    virtual bool nothing_left_to_find() const = 0;
    /// Combines the workers' parts of the answer.
    virtual void collect_from_workers() = 0;

    /// To be set by the code that knows the types of the search, if the order is kept here.
    void keep_order(std::unique_ptr<OrderedKnowledge> knowledge);

  private:
    struct Finished {
        std::uint64_t order = 0;
        OrderedOutcome outcome{};
    };

    void begin() override;
    void note_division(StateWriter& state) const;
    Bytes encode(const Tasks& tasks) const;
    Tasks decode(Bytes bytes) const;
    Finished decode_finished(Bytes bytes) const;
    Finished decode_own_finished(Bytes bytes) const;
    std::vector<Finished> take_finished_elsewhere();
    /// The effects of an ordered task: the first task that is not needed, the number of dropped tasks, and whether it
    /// ends the search.
    void note_ordered(std::uint64_t needed, std::size_t dropped, bool ends);
    void announce_ordered();
    std::uint64_t first_task();
    SearchWorker& has_first_task();

    const SearchOptions& options_;
    const bool keeps_order_;
    const SplitPolicyFactory split_policies_;

    alignas(cache_line) std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<std::uint64_t> needed_ = std::numeric_limits<std::uint64_t>::max();
    std::atomic<bool> node_limit_reached_ = false;

    alignas(cache_line) mutable std::mutex mutex_;
    Counters replicable_;  // guarded by the mutex, as are the next ones
    std::vector<Finished> finished_elsewhere_;
    std::vector<SubtreeResultPtr> kept_;

    std::unique_ptr<OrderedPool> ordered_;  // exists where the order is kept, under the ordered skeleton
    std::mutex commit_mutex_;               // held while ordered results become final
    Tasks roots_;                           // until the order is begun
    std::size_t open_bytes_ = 0;
    Resume resume_;
    ShardStatistics division_;  // set by worker 0 before it runs
};

}  // namespace scrump::detail
