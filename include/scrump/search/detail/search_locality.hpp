#pragma once
// The part of a search's locality that is independent of the types of the search: its exchange with other localities,
// the order of a replicable search, its state, and the interface to its nodes and answers as bytes.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/pools/detail/ordered_pool.hpp>
#include <scrump/pools/detail/task.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/search/detail/search_worker.hpp>
#include <scrump/search/detail/state.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>
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

class SearchLocality : public Locality {
  public:
    /// Passes each of the states that are to be resumed to `take`.
    using Resume = std::function<void(const std::function<void(Bytes)>& take)>;

    SearchLocality(Setup setup, const SearchOptions& options);

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
    /// What the order is to be made of.
    void set_roots(Tasks roots) { roots_ = std::move(roots); }
    Tasks take_roots() { return std::exchange(roots_, {}); }
    void start_ordered(Tasks tasks, const Counters& plan);
    TaskPtr take_ordered() { return ordered_ ? ordered_->take() : nullptr; }
    /// An ordered task is counted off by task_done() where it was executed; if the order is not kept there, a message
    /// tells who keeps it.
    void finish_ordered(std::uint64_t order, OrderedPool::Outcome outcome);
    /// Keeps what an ordered task had found when the run ended under it: it is nothing final, but may be the best
    /// known.
    void keep_for_the_end(SubtreeResultPtr result);

    /// Counts the tasks, puts them into a pool and wakes as many as can use them.
    void put(DepthPool& pool, Tasks& tasks);
    /// To be passed whatever was taken from a pool.
    TaskPtr took(TaskPtr task) {
        if (task) note_taken();
        return task;
    }
    /// Whether a task that comes from elsewhere can be one of this search.
    bool owns(const Task& task) const { return task.depth <= options_.depth_limit && accepts(task); }

    /// Whether there can be a state of the search, to go on from.
    virtual bool resumable() const = 0;
    /// Whether there is a dual bound: of an optimisation whose generator has a bound, and can be copied.
    virtual bool bounded() const = 0;
    /// Whether states are asked for bounds alone. The same in all localities, and during a run.
    bool notes_bounds() const { return bounded() && !options_.checkpoints.wanted(); }
    bool notes_states() const { return resumable() || bounded(); }
    /// Adds a subtree whose root was visited to a state.
    virtual void note(StateWriter& state, const Task& task) const = 0;

    // --- For the runtime

    bool splits_on_request() const override { return worker(0).splits_on_request(); }
    bool has_victims() const override;
    bool has_shared_tasks() const override { return keeps_order_ && ordered_->has_ready(); }
    std::optional<Status> limit_reached() const override;

    /// As much as the policy says of the shallowest tasks of one worker.
    StealReply give_tasks() override;
    void sent_away(std::size_t tasks) override;
    /// For a worker without work, if there is one.
    void receive(Bytes tasks) override;
    void publish_summary(double now) override;

    Bytes state() const override;
    Bytes state_of_tasks(Bytes tasks) const override;

    LocalityStatistics statistics(Clock::time_point now, bool ended) const override;

    void collect(bool stopped) override;
    Bytes result() const override;
    void merge_result(Bytes result) override;

    std::vector<std::unique_ptr<Component>> components(const ServingParts& parts) override;

    // --- For the components of a search, and for who runs it

    /// The results of ordered tasks that belong to the locality that keeps the order.
    std::vector<Bytes> take_finished();
    /// Takes in one of them.
    void receive_finished(Bytes finished);
    /// As that, when the run has ended: it is nothing final, but perhaps the best known.
    void commit_finished(Bytes finished);
    Bytes state_of_finished(Bytes finished) const;

    /// Under the ordered skeleton, the work that does not depend on the number of workers.
    std::optional<Counters> replicable() const;

    // --- How good an answer can be (dual_bound.hpp)

    /// 1 or -1: what makes scores of objectives, and objectives of scores.
    virtual double sense() const = 0;
    /// That no node exceeds.
    virtual double best_score() const = 0;
    /// That no answer exceeds, as far as it is known beside the bounds of nodes; may fall during a run.
    virtual double known_score() const = 0;
    /// The best of what is left, as a locality noted it.
    double best_score_left(Bytes state) const {
        return notes_bounds() ? best_score_in(std::move(state)) : best_score_in_state(std::move(state));
    }

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

    /// Whether somebody is to be told of better nodes, in the process that has locality 0.
    virtual bool watched() const = 0;
    /// Locality 0: tells of the best node found here, if it was found since the last call; another one: that node; and
    /// locality 0 then tells of it. Each node that is told of is better than the one before.
    virtual void tell_own() = 0;
    virtual std::optional<Bytes> untold() = 0;
    virtual void tell(Bytes found) = 0;

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

    virtual void put_result(Encoder& to, const SubtreeResult& result) const = 0;
    virtual SubtreeResultPtr get_result(Decoder& from) const = 0;
    virtual bool accepts(const SubtreeResult& result) const = 0;
    virtual bool ends_search(const SubtreeResult& result) const = 0;
    virtual void commit(const SubtreeResult& result) = 0;
    /// Adds it to a state, as far as it is part of the answer.
    virtual void note(StateWriter& state, const SubtreeResult& result) const = 0;

    /// The best bound in a state that one can go on from.
    virtual double best_score_in_state(Bytes state) const = 0;

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

  private:
    struct Finished {
        std::uint64_t order = 0;
        OrderedPool::Outcome outcome{};
    };

    void begin() override;
    Bytes encode(const Tasks& tasks) const;
    Tasks decode(Bytes bytes) const;
    Finished decode_finished(Bytes bytes) const;
    Finished decode_own_finished(Bytes bytes) const;
    std::vector<Finished> take_finished_elsewhere();
    /// What an ordered task has changed: the first task that is not needed, how many are dropped, whether it ends the
    /// search.
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
    Counters replicable_;  // guarded by the mutex, as the next ones
    std::vector<Finished> finished_elsewhere_;
    std::vector<SubtreeResultPtr> kept_;

    std::unique_ptr<OrderedPool> ordered_;  // where the order is kept, under the ordered skeleton
    std::mutex commit_mutex_;               // held while ordered results become final
    Tasks roots_;                           // until the order is begun
    Resume resume_;
};

}  // namespace scrump::detail
