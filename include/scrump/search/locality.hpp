#pragma once
// What the workers of one locality share: tasks and their number, the incumbent, the wish to stop.
//
// Termination inside a locality is an exact count: a task is counted before anybody can see it, and counted off when it
// is finished, after all that it made was counted. The count is zero exactly when the locality has no work at all.

#include <scrump/base/clock.hpp>
#include <scrump/base/doorbell.hpp>
#include <scrump/pools/ordered_pool.hpp>
#include <scrump/runtime/peers.hpp>
#include <scrump/runtime/rendezvous.hpp>
#include <scrump/runtime/team.hpp>
#include <scrump/search/board.hpp>
#include <scrump/search/grain_keeper.hpp>
#include <scrump/search/result.hpp>
#include <scrump/search/worker.hpp>
#include <scrump/stealing/scheduler_channel.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

/// Why a locality asks for the end of the whole run.
enum class Ending : std::uint8_t { none, found, node_limit, failed };

template <class Search>
class Locality {
  public:
    using SearchTask = Task<Search>;
    using SearchWorker = Worker<Search, Locality>;
    using Ordered = OrderedPool<SearchTask, Search>;
    using Clock = std::chrono::steady_clock;

    /// `server_bell` wakes the thread that serves this locality; `board` is what others see of it.
    Locality(Search& search, const Options& options, unsigned workers, bool owns_order, Doorbell& server_bell,
             Board board)
        : search_(search),
          options_(options),
          size_(workers),
          server_bell_(server_bell),
          board_(std::move(board)),
          grain_(options.skeleton),
          rendezvous_(workers, server_bell) {
        if (options_.policy.gathers())
            channel_ = std::make_unique<SchedulerChannel>(size_, microseconds(std::chrono::steady_clock::now()));
        if (owns_order && options.skeleton.kind == Skeleton::Kind::ordered) {
            ordered_ = std::make_unique<Ordered>(search_, options.skeleton.window);
        }
        for (unsigned index = 0; index < workers; ++index)
            workers_.push_back(std::make_unique<SearchWorker>(*this, index));
    }

    /// Has worker 0 put in what `find()` finds there is to search, before it does anything else. To be called before
    /// start(). It may take a while: there may be a file to read, and nodes to visit.
    void begin_with(std::function<State<Search>()> find) {
        find_ = std::move(find);
        outstanding_.fetch_add(1, std::memory_order_relaxed);  // until that is done there is work
    }

    /// Starts the workers, each bound to one of `places` as far as there are any. The run began at `began`.
    void start(std::span<const unsigned> places, Clock::time_point began) {
        began_ = began;
        // Under a protocol of steal stacks there is work until all workers have found out that there is none.
        if (peers_ != nullptr) outstanding_.fetch_add(size_, std::memory_order_relaxed);
        team_ = std::make_unique<Team>([this](unsigned index) {
            try {
                worker(index).record().start(began_);
                if (index == 0 && find_) begin();
                worker(index).run();
            } catch (...) {
                fail(std::current_exception());
            }
            rendezvous_.leave();
        });
        team_->start(size_, places);
    }

    /// What connects the workers of all localities under a protocol of steal stacks; null under other skeletons.
    void use(Peers* peers) { peers_ = peers; }
    Peers* peers() const { return peers_; }

    /// The run cannot go on because of an exception in this locality; the first one is kept.
    void fail(std::exception_ptr exception) {
        {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::move(exception);
        }
        ask_for(Ending::failed);
    }

    // --- For workers

    Search& search() { return search_; }
    const Options& options() const { return options_; }
    const Skeleton& skeleton() const { return options_.skeleton; }
    unsigned size() const { return size_; }
    SearchWorker& worker(unsigned index) { return *workers_[index]; }
    Clock::time_point began() const { return began_; }

    /// How large tasks are to be at present.
    const GrainKeeper& grain() const { return grain_; }
    void look_at_grain(Clock::time_point now) {
        grain_.look(now, [this](Clock::time_point until) {
            Activity sum;
            for (const auto& each : workers_) sum += each->record().activity(until);
            return sum;
        });
    }

    /// Counts the tasks, puts them into a pool and wakes as many as can use them.
    void put(DepthPool<SearchTask>& pool, std::vector<SearchTask>& tasks) {
        const std::size_t count = tasks.size();
        outstanding_.fetch_add(static_cast<std::int64_t>(count), std::memory_order_relaxed);
        board_.waiting_tasks().fetch_add(count);  // before anybody can take one: it never falls below zero
        pool.push(tasks);
        tasks_bell_.ring(count);
        if (others_hungry_.load()) server_bell_.ring_all();
    }

    /// To be passed whatever was taken from a pool.
    std::optional<SearchTask> took(std::optional<SearchTask> task) {
        if (!task) return task;
        const bool last = board_.waiting_tasks().fetch_sub(1, std::memory_order_acq_rel) == 1;
        if (last && options_.localities > 1 && hungry_workers() > 0) server_bell_.ring_all();
        return task;
    }

    /// acq_rel: who sees zero has seen all that the tasks did.
    void task_done() {
        if (outstanding_.fetch_sub(1, std::memory_order_acq_rel) == 1) server_bell_.ring_all();
    }

    bool tasks_available() const { return board_.waiting_tasks().load(std::memory_order_acquire) > 0; }
    bool has_news() const {
        return ending() || tasks_available() || (ordered_ && ordered_->has_ready()) || rendezvous_.wanted();
    }
    bool ending() const { return ending_.load(std::memory_order_acquire); }
    Doorbell& tasks_bell() { return tasks_bell_; }

    /// Held by a worker while it has nothing to do.
    class Hunger {
      public:
        explicit Hunger(Locality& home) : home_(home) {
            const std::uint64_t before = home_.board_.hungry_workers().fetch_add(1, std::memory_order_release);
            if (before == 0 && home_.options_.localities > 1) home_.server_bell_.ring_all();
        }
        ~Hunger() { home_.board_.hungry_workers().fetch_sub(1, std::memory_order_relaxed); }
        Hunger(const Hunger&) = delete;
        Hunger& operator=(const Hunger&) = delete;

      private:
        Locality& home_;
    };

    unsigned hungry_workers() const {
        return static_cast<unsigned>(board_.hungry_workers().load(std::memory_order_acquire));
    }
    /// Whether anybody, here or in another locality, waits for work.
    bool hungry() const { return hungry_workers() > 0 || others_hungry_.load(std::memory_order_acquire); }

    /// Where workers report when they begin and end tasks; null unless the policy wants to know.
    SchedulerChannel* channel() { return channel_.get(); }

    /// Asks a busy worker, `first` if it is one, to split its work; says whether there was one.
    bool ask_to_split_from(unsigned first) {
        for (unsigned step = 0; step < size_; ++step) {
            SearchWorker& candidate = worker((first + step) % size_);
            if (!candidate.busy()) continue;
            candidate.attention().raise();
            return true;
        }
        return false;
    }

    /// Whether each busy worker keeps some tasks that nobody has asked for yet. To another locality that asks they go
    /// at once; a worker that had to be asked to split would be heard by the serving thread only when the system takes
    /// the core away from it, a millisecond later.
    bool keeps_stock() const { return skeleton().kind == Skeleton::Kind::adaptive && options_.localities > 1; }

    void found() { ask_for(Ending::found); }

    void charge_nodes(std::uint64_t nodes) {
        if (!options_.node_limit) return;
        if (nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes < *options_.node_limit) return;
        if (!options_.checkpoints.wanted()) return ask_for(Ending::node_limit);
        if (node_limit_reached_.exchange(true)) return;
        call_together();  // what is left is for the last checkpoint
        server_bell_.ring_all();
    }
    bool node_limit_reached() const { return node_limit_reached_.load(std::memory_order_relaxed); }
    /// So few backtracks that a node limit is met closely, and so many that they cost nothing.
    std::uint64_t node_slice() const {
        if (!options_.node_limit) return std::uint64_t{1} << 62;
        const std::uint64_t used = std::min(nodes_.load(std::memory_order_relaxed), *options_.node_limit);
        return std::clamp<std::uint64_t>((*options_.node_limit - used) / (std::uint64_t{16} * size_), 1, 1000);
    }

    /// Where workers meet while the state of the locality is noted.
    Rendezvous& rendezvous() { return rendezvous_; }

    // --- The ordered skeleton

    /// What the order is to be made of.
    void set_roots(std::vector<SearchTask> roots) { roots_ = std::move(roots); }
    std::vector<SearchTask> take_roots() { return std::exchange(roots_, {}); }

    /// Whether the tree is opened far enough: to the depth asked for, or else to so many tasks that they balance well.
    bool deep_enough(unsigned depth, std::size_t tasks) const {
        static constexpr std::size_t enough_tasks = 1000;
        static constexpr unsigned deepest = 100;  // of a tree that stays narrow
        return skeleton().depth > 0 ? depth >= skeleton().depth : tasks >= enough_tasks || depth >= deepest;
    }

    void start_ordered(std::vector<SearchTask> tasks, const Counters& plan) {
        outstanding_.fetch_add(static_cast<std::int64_t>(tasks.size()), std::memory_order_relaxed);
        add_replicable(plan);
        ordered_->fill(std::move(tasks), search_.first_start());
        announce_ordered();
    }

    /// Counts work of the plan that made no tasks, because it found what ends the search.
    void add_replicable(const Counters& cost) {
        const std::lock_guard lock(mutex_);
        replicable_ += cost;
    }

    std::optional<SearchTask> take_ordered() { return ordered_ ? ordered_->take() : std::nullopt; }

    /// An ordered task is counted off by task_done() where it was executed; if that was not the owner of the order, the
    /// server tells the owner.
    void finish_ordered(std::uint64_t order, typename Ordered::Outcome outcome) {
        if (!ordered_) {
            const std::lock_guard lock(mutex_);
            finished_elsewhere_.push_back({order, std::move(outcome)});
            server_bell_.ring_all();
            return;
        }
        const std::lock_guard commits_in_order(commit_mutex_);
        typename Ordered::Progress progress = ordered_->finish(order, std::move(outcome));
        bool ends = false;
        for (const typename Ordered::Outcome& committed : progress.committed) {
            search_.commit(committed.finish);
            ends |= search_.ends_search(committed.finish);
            add_replicable(committed.cost);
        }
        needed_.store(ordered_->end(), std::memory_order_release);
        if (progress.dropped > 0) {
            for (const auto& each : workers_) each->attention().raise();
            outstanding_.fetch_sub(static_cast<std::int64_t>(progress.dropped), std::memory_order_relaxed);
        }
        if (ends) found();
        announce_ordered();
    }

    /// Keeps what an ordered task had found when the run ended under it: it is nothing final, but may be the best
    /// known.
    void keep_for_the_end(typename Search::Finish finish) {
        const std::lock_guard lock(mutex_);
        kept_.push_back(std::move(finish));
    }

    /// Whether an ordered task's result has become irrelevant.
    bool not_needed(std::uint64_t order) const { return order >= needed_.load(std::memory_order_acquire); }

    // --- For the server

    struct FinishedElsewhere {
        std::uint64_t order;
        typename Ordered::Outcome outcome;
    };
    std::vector<FinishedElsewhere> take_finished_elsewhere() {
        const std::lock_guard lock(mutex_);
        return std::exchange(finished_elsewhere_, {});
    }

    Ending wanted_ending() const { return wanted_ending_.load(std::memory_order_acquire); }
    bool passive() const { return outstanding_.load(std::memory_order_acquire) == 0; }
    /// Whether no worker has anything to do.
    bool idle() const { return hungry_workers() == size_; }
    /// Whether there are more workers without work than tasks for them.
    bool starving() const { return hungry_workers() > board_.waiting_tasks().load(std::memory_order_acquire); }

    /// Work for another locality, as much as the policy says of the shallowest tasks of one worker; may be none.
    std::vector<SearchTask> give_tasks() {
        const StealAmount amount = options_.policy.amount(skeleton().kind == Skeleton::Kind::ordered);
        if (ordered_) return ordered_->take(amount);
        std::vector<SearchTask> tasks;
        // What this locality's own hungry workers are about to take stays: else tasks would only travel to and fro.
        if (board_.waiting_tasks().load() <= hungry_workers()) return tasks;
        for (unsigned step = 0; step < size_ && tasks.empty(); ++step) {
            SearchWorker& giver = worker(step);
            tasks = giver.pool().take_shallowest(amount);
            if (!tasks.empty() && keeps_stock() && giver.pool().size() == 0) giver.attention().raise();
        }
        board_.waiting_tasks().fetch_sub(tasks.size(), std::memory_order_relaxed);
        return tasks;
    }

    /// Whether another locality waits here for a worker to split its work. Returns whether there is one that will.
    bool expect_split(bool waits) {
        const bool splits = waits && skeleton().splits_on_request();
        others_hungry_.store(splits);  // before the worker looks for the reason why it is asked
        const bool will = splits && ask_to_split_from(next_asked_++);
        if (splits && !will) others_hungry_.store(false);
        return will;
    }

    const Board& board() const { return board_; }
    /// Brings up to date what the board says beyond the counts. `now` is in microseconds.
    void publish_summary(double now) {
        board_.publish(skeleton().splits_on_request() ? size_ : 0, ordered_ ? ordered_->ready_tasks() : 0,
                       channel_ ? channel_->average_work_rate(now) : 0, first_task());
    }

    /// Counts off tasks that went to another locality, once they are sent.
    void sent_away(std::size_t tasks) {
        if (ordered_) return;  // the owner of the order answers for them until they are finished
        outstanding_.fetch_sub(static_cast<std::int64_t>(tasks), std::memory_order_acq_rel);
    }
    void receive(std::vector<SearchTask> tasks) { put(worker(0).pool(), tasks); }
    /// Takes in what an ordered task did in another locality.
    void receive_finished(FinishedElsewhere finished) {
        finish_ordered(finished.order, std::move(finished.outcome));
        task_done();
    }

    /// Calls all workers together.
    void call_together() {
        rendezvous_.call();
        call_attention();
        tasks_bell_.ring_all();
    }
    /// What there is in this locality, once all workers are together.
    Bytes state() {
        Bytes all;
        for (const auto& each : workers_) all += each->state();
        if constexpr (Search::resumable) {
            StateWriter<Search> state;
            const auto note = [&](const SearchTask& task) { state.subtree(task.node, task.depth, true); };
            if (roots_.empty()) {
                for (const auto& each : workers_) each->pool().look_at_all(note);
            } else {
                std::for_each(roots_.begin(), roots_.end(), note);  // the task that waits only stands for them
            }
            if (ordered_) ordered_->look_at_waiting(note);
            state.answer(search_.answer());
            const auto note_finish = [&](const typename Search::Finish& finish) {
                if (const auto* answer = Search::answer_in(finish)) state.answer(*answer);
            };
            if (ordered_) {
                for (const auto& finish : ordered_->uncommitted()) note_finish(finish);
            }
            const std::lock_guard lock(mutex_);
            for (const FinishedElsewhere& finished : finished_elsewhere_) note_finish(finished.outcome.finish);
            all += state.take();
        }
        return all;
    }

    /// After a run that stopped early: takes in all that was found and did not become final.
    void commit_what_is_left() {
        if (ordered_) {
            for (const auto& finish : ordered_->uncommitted()) search_.commit(finish);
        }
        for (const FinishedElsewhere& finished : take_finished_elsewhere()) search_.commit(finished.outcome.finish);
        const std::lock_guard lock(mutex_);
        for (const auto& finish : kept_) search_.commit(finish);
    }

    void call_attention() {
        for (const auto& each : workers_) each->attention().raise();
    }
    /// Makes all workers return; whether they all have.
    void release() {
        ending_.store(true, std::memory_order_release);
        call_attention();
        tasks_bell_.ring_all();
        rendezvous_.close();
        if (peers_ != nullptr) peers_->end();
    }
    bool released() const { return !team_ || rendezvous_.left() >= team_->size(); }
    /// Waits for them.
    void end() {
        release();
        if (team_) team_->join();
    }

    std::exception_ptr failure() const {
        const std::lock_guard lock(mutex_);
        return failure_;
    }
    /// Its message; empty if there was no exception.
    std::string failure_text() const {
        std::string text;
        try {
            if (!failure()) return text;
            std::rethrow_exception(failure());
        } catch (const std::exception& error) {
            text = error.what();
        } catch (...) {
        }
        return text.empty() ? "an exception without a message" : text;
    }

    /// What is known of the workers and their tasks: all there is, once they have `ended`.
    LocalityStatistics statistics(Clock::time_point now, bool ended) const {
        LocalityStatistics all;
        for (const auto& each : workers_) {
            all.workers.push_back(each->record().statistics(now, ended));
            all.task_durations += each->record().task_durations();
            all.steal_latency += each->record().steal_latency();
        }
        all.work_rate = channel_ ? channel_->average_work_rate(microseconds(now)) : 0;
        all.grain = grain_.shown();
        return all;
    }
    /// Of all workers while they stand still.
    Counters counters() const {
        Counters sum;
        for (const auto& each : workers_) sum += each->counters();
        return sum;
    }
    Counters published() const {
        Counters sum;
        for (const auto& each : workers_) sum += each->record().published();
        return sum;
    }
    unsigned busy_workers() const {
        return static_cast<unsigned>(
            std::count_if(workers_.begin(), workers_.end(), [](const auto& each) { return each->busy(); }));
    }
    /// Under the ordered skeleton, the work that does not depend on the number of workers.
    std::optional<Counters> replicable() const {
        if (!ordered_) return std::nullopt;
        const std::lock_guard lock(mutex_);
        return replicable_;
    }

  private:
    void begin() {
        State<Search> state = std::exchange(find_, nullptr)();
        for (const typename Search::Answer& answer : state.answers) search_.resume(answer);
        worker(0).plant(std::move(state.subtrees));
        if (search_.settled()) found();
        add_replicable(worker(0).counters());
        task_done();
    }

    void ask_for(Ending ending) {
        Ending none = Ending::none;
        wanted_ending_.compare_exchange_strong(none, ending, std::memory_order_acq_rel);
        release();
        server_bell_.ring_all();
    }

    // Where in heuristic order the first task is that another locality could get.
    std::uint64_t first_task() {
        std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
        if (!options_.policy.ordered) return first;
        if (ordered_) return std::min(first, ordered_->next_order());
        for (const auto& each : workers_) first = std::min(first, each->first_task());
        return first;
    }

    void announce_ordered() {
        if (ordered_->has_ready()) tasks_bell_.ring_all();
    }

    Search& search_;
    const Options& options_;
    const unsigned size_;
    Doorbell& server_bell_;
    Doorbell tasks_bell_;

    Clock::time_point began_{};

    alignas(cache_line) std::atomic<std::int64_t> outstanding_ = 0;  // tasks waiting or running
    Board board_;                                                    // tasks waiting in pools, hungry workers
    alignas(cache_line) std::atomic<bool> others_hungry_ = false;
    alignas(cache_line) std::atomic<std::uint64_t> nodes_ = 0;
    alignas(cache_line) std::atomic<bool> ending_ = false;
    std::atomic<Ending> wanted_ending_ = Ending::none;
    std::atomic<std::uint64_t> needed_ = SearchTask::unordered;
    std::atomic<bool> node_limit_reached_ = false;
    GrainKeeper grain_;
    Rendezvous rendezvous_;

    alignas(cache_line) std::mutex commit_mutex_;  // held while ordered results become final
    mutable std::mutex mutex_;                     // guards what follows
    std::exception_ptr failure_;
    std::vector<FinishedElsewhere> finished_elsewhere_;
    Counters replicable_;
    std::vector<typename Search::Finish> kept_;
    std::vector<SearchTask> roots_;  // until the order is begun
    std::function<State<Search>()> find_;

    unsigned next_asked_ = 0;  // the server's alone
    Peers* peers_ = nullptr;
    std::unique_ptr<SchedulerChannel> channel_;
    std::unique_ptr<Ordered> ordered_;  // of the locality that owns the order, under the ordered skeleton
    std::vector<std::unique_ptr<SearchWorker>> workers_;
    std::unique_ptr<Team> team_;
};

}  // namespace scrump
