#pragma once
// One worker of a locality: finds tasks, explores them with the engine, and gives work away as the skeleton says.

#include <scrump/base/clock.hpp>
#include <scrump/base/doorbell.hpp>
#include <scrump/pools/depth_pool.hpp>
#include <scrump/search/batch_engine.hpp>
#include <scrump/search/engine.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/stack_worker.hpp>
#include <scrump/search/state.hpp>
#include <scrump/search/task.hpp>
#include <scrump/search/worker_record.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/stealing/scheduler_channel.hpp>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace scrump {

/// The loop that suits a search.
template <class Search, bool batched = Search::batched>
struct EngineOf {
    using Type = Engine<typename Search::Generator, typename Search::Visitor>;
};
template <class Search>
struct EngineOf<Search, true> {
    using Type = BatchEngine<typename Search::Generator, typename Search::Visitor>;
};

/// `Home` is the locality: what its workers share.
template <class Search, class Home>
class Worker {
  public:
    using Clock = std::chrono::steady_clock;
    using Node = typename Search::Node;
    using SearchTask = Task<Search>;
    using Visitor = typename Search::Visitor;
    using SearchEngine = typename EngineOf<Search>::Type;

    Worker(Home& home, unsigned index)
        : home_(home),
          index_(index),
          visitor_(home.search()),
          engine_(visitor_, attention_, counters_, home.options().depth_limit),
          victims_(make_selector(home.options().policy.among_workers(), index, Topology::one_host(home.size()),
                                 home.options().seed)),
          record_(home.size()) {
        if (home.options().trace.wanted()) meter_.keep_timeline(home.options().trace.events);
        if constexpr (requires { visitor_.record_in(meter_.timeline()); }) visitor_.record_in(meter_.timeline());
    }

    /// The worker's life: until the run ends. Its meter runs already.
    void run() {
        out_of_work_since_ = now();
        if constexpr (Search::stackable) {
            if (home_.peers() != nullptr) return run_on_stack();
        }
        while (std::optional<SearchTask> task = next_task()) {
            begin_task();
            execute(*task);
            end_task(task->depth);
            home_.task_done();
        }
        settle(now());
    }

    /// Called by the engine when attention is wanted or credit is spent. Returns whether to go on.
    [[gnu::noinline]] bool attend() {
        attention_.lower();
        Clock::time_point came = now();
        settle(came);
        if (home_.ending() || (order_ != SearchTask::unordered && home_.not_needed(order_))) return false;
        if (home_.rendezvous().wanted()) {
            meter_.enter(Meter::State::managing, came);
            meet([&](auto& state) {
                engine_.show_unexplored(
                    [&](const Node& node, unsigned depth) { state.subtree(node, depth, SearchEngine::shows_visited); });
            });
            came = now();
            meter_.resume_task(TimelineEvent::Kind::checkpoint, 0, came);
            if (home_.ending()) return false;
        }
        visitor_.refresh();
        if (const std::uint64_t period = visitor_.consultation_period();
            period > 0 && counters_.backtracks - consulted_ >= period) {
            consulted_ = counters_.backtracks;
            if (visitor_.consult() == Verdict::finish) {
                home_.found();
                return false;
            }
        }
        look_at_grain(came);
        if (should_give(came)) give(came);
        return engine_.finished();
    }

    /// How many backtracks the engine may make before it calls attend() in any case.
    std::uint64_t credit() const {
        std::uint64_t credit = std::uint64_t{1} << 62;
        if (home_.skeleton().kind == Skeleton::Kind::budget) {
            credit = until(budgeted_, home_.grain().budget());
            if (home_.grain().chooses()) credit = std::min(credit, look_);
        }
        if (awaits_beat_) credit = beat_poll_;
        if (const std::uint64_t period = visitor_.consultation_period(); period > 0) {
            credit = std::min(credit, until(consulted_, period));
        }
        return std::max<std::uint64_t>(1, std::min(credit, home_.node_slice()));
    }

    Visitor& visitor() { return visitor_; }
    Attention& attention() { return attention_; }
    DepthPool<SearchTask>& pool() { return pool_; }
    bool busy() const { return busy_.load(std::memory_order_relaxed); }
    /// Where in heuristic order the first task is that could be had here: one that waits, or what a split would give.
    std::uint64_t first_task() {
        const auto waiting = pool_.peek_shallowest([](const SearchTask& task) { return task.place.first(); });
        if (waiting) return *waiting;
        const bool splits = busy() && home_.skeleton().splits_on_request();
        return splits ? splits_at_.load(std::memory_order_relaxed) : std::numeric_limits<std::uint64_t>::max();
    }
    const Counters& counters() const { return counters_; }
    WorkerRecord& record() { return record_; }
    const WorkerRecord& record() const { return record_; }

    /// What was in this worker's hands when it came to the last rendezvous.
    const Bytes& state() const { return state_; }

    /// Makes what there is to search tasks of this worker, before it runs: the root of the whole search, or what
    /// earlier runs left.
    void plant(std::vector<typename State<Search>::Subtree> subtrees) {
        visitor_.refresh();
        for (auto& subtree : subtrees) {
            // It cannot be left half done for a cut, nor need it be: what ends the run now is no stop.
            if (home_.ending()) return;
            if (!subtree.visited) {
                ++counters_.nodes;
                const Verdict verdict = visitor_.visit(subtree.root, subtree.depth);
                if (verdict == Verdict::finish) return home_.found();
                if (verdict != Verdict::descend) {
                    ++counters_.prunes;
                    continue;
                }
            }
            batch_.push_back({.node = std::move(subtree.root), .depth = subtree.depth});
        }
        if (home_.skeleton().kind == Skeleton::Kind::ordered && !batch_.empty()) {
            home_.set_roots(std::exchange(batch_, {batch_.front()}));  // the one stands for all: see plan()
        }
        hand_out(HeuristicPlace::whole());
    }

  private:
    friend class StackWorker<Search>;

    /// So many siblings at once are enough to feed everybody, and take no time worth speaking of.
    static constexpr std::size_t most_given = 1024;
    static constexpr std::size_t least_given = 4;
    static constexpr std::size_t least_stock = 32;  // where half of it may have to make a journey worth while

    static constexpr int beats_to_stock = 4;

    /// Backtracks between looks at the clock when a request waits for the beat, at first: less than a microsecond, of
    /// the cheapest nodes. Each time it is still too early they become twice as many.
    static constexpr std::uint64_t first_beat_poll = 64;

    /// How long an idle worker sleeps before it asks again, at first, and for each other one that is idle.
    static constexpr std::chrono::microseconds asks_again{20};

    std::uint64_t until(std::uint64_t since, std::uint64_t period) const {
        const std::uint64_t passed = counters_.backtracks - since;
        return passed < period ? period - passed : 1;
    }

    /// The time, where anybody wants to know.
    Clock::time_point now() const {
        return counting || home_.channel() || home_.skeleton().kind == Skeleton::Kind::adaptive ? Clock::now()
                                                                                                : Clock::time_point();
    }

    void settle(Clock::time_point time) {
        meter_.settle(time);
        home_.charge_nodes(record_.settle(counters_, visitor_.improvements(), time));
    }

    /// Puts down what is in this worker's hands, as `note` adds to it, and waits with the others until the locality's
    /// state is noted.
    template <class Note>
    void meet(const Note& note) {
        if constexpr (Search::resumable) {
            StateWriter<Search> state;
            state.answer(visitor_.answer());
            note(state);
            state_ = state.take();
        }
        home_.rendezvous().wait();
    }
    void meet() {
        meet([](auto&) {});
    }

    // --- Under a protocol of steal stacks. What was planted here comes onto this worker's stack.

    void run_on_stack() {
        StackWorker<Search> stack(visitor_, attention_, counters_, record_, home_.options());
        while (const std::optional<SearchTask> task = home_.took(pool_.take_deepest())) {
            stack.plant(task->node, task->depth);
            home_.task_done();
        }
        stack.run(*this, home_.peers()->peer(index_));
        settle(now());
        home_.task_done();
    }

    void note_try(unsigned victim, std::size_t nodes, unsigned self) {
        const unsigned locality = victim / home_.size();
        if (locality != self / home_.size())
            return meter_.note_moment(TimelineEvent::Kind::remote_steal, nodes, locality);
        const unsigned worker = victim % home_.size();
        meter_.note_moment(TimelineEvent::Kind::steal, nodes, worker);
        if (nodes > 0) record_.note_steal(worker, now() - out_of_work_since_);
    }

    void begin_task() {
        const Clock::time_point began = now();
        busy_.store(true, std::memory_order_relaxed);
        meter_.begin_task(began);
        if (SchedulerChannel* const channel = home_.channel()) channel->set_working(index_, microseconds(began));
        ++counters_.tasks;
        nodes_before_ = counters_.nodes;
    }
    void end_task(unsigned depth) {
        const Clock::time_point ended = now();
        if (SchedulerChannel* const channel = home_.channel()) channel->set_idle(index_, microseconds(ended));
        busy_.store(false, std::memory_order_relaxed);
        meter_.end_task(counters_.nodes - nodes_before_, depth, ended);
        out_of_work_since_ = ended;
        settle(ended);
    }

    /// A budget says nothing of time: however large it is, this worker is to come by often enough to see that it is
    /// wrong, and so seldom that it costs nothing.
    void look_at_grain(Clock::time_point now) {
        static constexpr std::chrono::microseconds often{250};
        static constexpr std::chrono::microseconds seldom{1000};
        if (!home_.grain().chooses()) return;
        const Clock::duration since = now - std::exchange(looked_, now);
        const std::uint64_t passed = counters_.backtracks - std::exchange(looked_after_, counters_.backtracks);
        if (since < often && passed >= look_) look_ *= 2;
        if (since > seldom) look_ = std::max<std::uint64_t>(look_ / 2, 1);
        home_.look_at_grain(now);
    }

    // --- Executing

    void execute(const SearchTask& task) {
        order_ = task.order;
        gifts_ = GiftPlaces(task.place);
        note_what_splits();
        budgeted_ = counters_.backtracks;
        if (home_.keeps_stock() && pool_.size() == 0) attention_.raise();
        if (task.order != SearchTask::unordered) {
            execute_in_order(task);
        } else if (home_.skeleton().kind == Skeleton::Kind::ordered) {
            plan();
        } else if (!visitor_.worth(task.node)) {
            ++counters_.prunes;
        } else if (home_.skeleton().spawns_children(task.depth)) {
            spawn_children(task.node, task.depth, batch_);
            meter_.enter(Meter::State::managing);
            hand_out(task.place);
        } else if (!engine_.explore(task.node, task.depth, *this) && !home_.ending()) {
            home_.found();
        }
    }

    void spawn_children(const Node& node, unsigned depth, std::vector<SearchTask>& to) {
        engine_.spawn_children(node, depth, [&](const Node& child, unsigned at) {
            to.push_back({.node = child, .depth = at});
            return to.size() % most_given != 0 || !home_.ending();
        });
        if (!engine_.finished()) home_.found();
    }

    /// The tasks of a replicable search: the nodes of one depth, those with the fewest discrepancies first (children
    /// that are not their parent's first, counted along the path; Harvey and Ginsberg, IJCAI 1995), and in heuristic
    /// order among equals.
    void plan() {
        struct Open {
            SearchTask task;
            unsigned discrepancies;
        };
        const Counters before = counters_;
        std::vector<Open> level;
        for (SearchTask& root : home_.take_roots()) level.push_back({std::move(root), 0});
        for (unsigned depth = 0; !home_.deep_enough(depth, level.size()) && !level.empty(); ++depth) {
            std::vector<Open> next;
            for (auto open = level.begin(); open != level.end(); ++open) {
                if (home_.rendezvous().wanted()) {
                    meter_.enter(Meter::State::managing);
                    meet([&](auto& state) {
                        const auto note = [&](const Open& each) {
                            state.subtree(each.task.node, each.task.depth, true);
                        };
                        std::for_each(next.begin(), next.end(), note);
                        std::for_each(open, level.end(), note);
                    });
                    meter_.resume_task(TimelineEvent::Kind::checkpoint, 0);
                }
                if (home_.ending()) return;
                if (open->task.depth > depth) {  // what an earlier run left may begin anywhere
                    next.push_back(std::move(*open));
                    continue;
                }
                if (!visitor_.worth(open->task.node)) {
                    ++counters_.prunes;
                    continue;
                }
                batch_.clear();
                spawn_children(open->task.node, depth, batch_);
                settle(now());
                if (!engine_.finished()) return home_.add_replicable(since(before));
                unsigned more = 0;
                for (SearchTask& child : batch_) {
                    next.push_back({std::move(child), open->discrepancies + more});
                    more = 1;
                }
            }
            level = std::move(next);
        }
        batch_.clear();
        std::stable_sort(level.begin(), level.end(),
                         [](const Open& a, const Open& b) { return a.discrepancies < b.discrepancies; });
        std::vector<SearchTask> tasks;
        tasks.reserve(level.size());
        for (Open& open : level) tasks.push_back(std::move(open.task));
        counters_.spawns += tasks.size();
        home_.start_ordered(std::move(tasks), since(before));
    }

    Counters since(const Counters& before) const {
        Counters cost = counters_;
        cost -= before;
        return cost;
    }

    void execute_in_order(const SearchTask& task) {
        const Counters before = counters_;
        visitor_.begin_ordered(task.start);
        if (!visitor_.worth(task.node)) {
            ++counters_.prunes;
        } else {
            engine_.explore(task.node, task.depth, *this);
        }
        const Counters cost = since(before);
        auto finish = visitor_.end_ordered();
        order_ = SearchTask::unordered;
        if (home_.ending()) {
            home_.keep_for_the_end(std::move(finish));
        } else {
            home_.finish_ordered(task.order, {std::move(finish), cost});
        }
    }

    // --- Giving work away

    bool should_give(Clock::time_point now) {
        const Skeleton& skeleton = home_.skeleton();
        const bool was_awaiting = std::exchange(awaits_beat_, false);
        if (skeleton.kind == Skeleton::Kind::budget) return counters_.backtracks - budgeted_ >= home_.grain().budget();
        if (!skeleton.splits_on_request()) return false;
        const bool hungry = home_.hungry();
        if (!hungry && !home_.keeps_stock()) return false;
        if (pool_.size() > 0) {  // what was given before is still there
            home_.tasks_bell().ring_one();
            return false;
        }
        if (skeleton.kind == Skeleton::Kind::stack_stealing) return true;
        // The heartbeat: promotions are at least a beat apart, so their cost is a bounded share of the time.
        // Who asked between two beats is answered at the next one. Nobody waits for a stock: it may take longer.
        const Clock::duration beat = home_.grain().beat();
        // Who asks again meanwhile comes between two polls: that is no reason to poll less.
        const std::uint64_t passed = counters_.backtracks - std::exchange(polled_after_, counters_.backtracks);
        beat_poll_ = !was_awaiting ? first_beat_poll : passed < beat_poll_ ? beat_poll_ : beat_poll_ * 2;
        awaits_beat_ = now < (hungry ? next_beat_ : next_beat_ + beats_to_stock * beat);
        if (awaits_beat_) return false;
        next_beat_ = now + beat;
        return true;
    }

    // One node, or the siblings of the shallowest depth that has any; adaptively, those of further depths as long as
    // there are too few to feed a thief for long.
    void give(Clock::time_point now) {
        meter_.enter(Meter::State::managing, now);
        const std::size_t most = home_.skeleton().gives_level() ? most_given : 1;
        std::size_t least = 1;
        if (home_.skeleton().kind == Skeleton::Kind::adaptive) least = home_.keeps_stock() ? least_stock : least_given;
        std::size_t before = 0;
        do {
            before = batch_.size();
            engine_.give([&](const Node& node, unsigned depth) {
                batch_.push_back({.node = node, .depth = depth, .place = gifts_.give(depth)});
                return batch_.size() < most;
            });
        } while (batch_.size() < least && batch_.size() > before && engine_.finished());
        note_what_splits();
        budgeted_ = counters_.backtracks;
        const std::size_t given = batch_.size();
        hand_out();
        meter_.resume_task(TimelineEvent::Kind::give, given);
    }

    // Gives the tasks of the batch their places: they are all children of what is at `parent`.
    void hand_out(const HeuristicPlace& parent) {
        for (std::size_t i = 0; i < batch_.size(); ++i) batch_[i].place = parent.child(i);
        hand_out();
    }
    void hand_out() {
        if (batch_.empty()) return;
        counters_.spawns += batch_.size();
        home_.put(pool_, batch_);
    }

    // Where what this worker would give away next is in heuristic order.
    void note_what_splits() {
        if (home_.options().policy.ordered) splits_at_.store(gifts_.next(), std::memory_order_relaxed);
    }

    // --- Finding work

    std::optional<SearchTask> next_task() {
        for (unsigned rounds = 0; !home_.ending(); ++rounds) {
            if (home_.rendezvous().wanted()) {
                meet();
                continue;
            }
            std::optional<SearchTask> own = home_.took(pool_.take_deepest());
            meter_.looked_into_pool(own.has_value());
            if (own) return own;
            if (std::optional<SearchTask> ordered = home_.take_ordered()) return ordered;
            if (std::optional<SearchTask> stolen = steal()) return stolen;
            wait_for_work(rounds);
        }
        return std::nullopt;
    }

    std::optional<SearchTask> steal() {
        for (unsigned attempt = 0; attempt < home_.size() && home_.tasks_available(); ++attempt) {
            const std::optional<unsigned> victim = victims_->choose();
            if (!victim) return std::nullopt;
            if (!std::exchange(asked_, false)) ++counters_.steals_tried;
            std::optional<SearchTask> task = home_.took(home_.worker(*victim).pool().take_shallowest());
            meter_.looked_into_pool(task.has_value());
            meter_.note_moment(TimelineEvent::Kind::steal, task ? 1 : 0, *victim);
            if (task) {
                ++counters_.steals_won;
                if constexpr (counting) record_.note_steal(*victim, now() - out_of_work_since_);
                victims_->succeeded(*victim);
                asked_to_split_.reset();
                return task;
            }
            victims_->failed(*victim);
        }
        return std::nullopt;
    }

    // Asks a busy worker to split, looks around for about a beat, and then sleeps until there are tasks. Where
    // nobody gives work without being asked, it wakes to ask again, less and less often.
    void wait_for_work(unsigned rounds) {
        static constexpr unsigned looks = 512;
        const typename Home::Hunger hunger(home_);
        const Waiting waiting(meter_);
        const bool asks = home_.skeleton().splits_on_request();
        if (asked_to_split_) victims_->failed(*asked_to_split_);  // it had nothing to give
        asked_to_split_ = asks ? victims_->choose() : std::nullopt;
        if (asked_to_split_ && home_.ask_to_split_from(*asked_to_split_)) {
            ++counters_.steals_tried;
            asked_ = true;
        }
        for (unsigned look = 0; look < looks; ++look) {
            if (home_.has_news()) return;
            pause();
        }
        Doorbell& bell = home_.tasks_bell();
        const Doorbell::Ticket ticket = bell.listen();
        if (home_.has_news()) {
            bell.cancel();
            return;
        }
        std::optional<Clock::time_point> deadline;
        if (asks) deadline = Clock::now() + asks_again * (home_.hungry_workers() << std::min(rounds, 4U));
        bell.wait(ticket, deadline);
    }

    struct Waiting {
        explicit Waiting(Meter& its_meter) : meter(its_meter) { meter.begin_wait(); }
        ~Waiting() { meter.end_wait(); }
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;
        Meter& meter;
    };

    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }

    Home& home_;
    const unsigned index_;
    Attention attention_;
    Visitor visitor_;
    Counters counters_;
    SearchEngine engine_;
    std::unique_ptr<VictimSelector> victims_;
    std::optional<unsigned> asked_to_split_;  // the last one, until there was work
    bool asked_ = false;                      // a split was asked for: what comes of it is the same steal
    std::vector<SearchTask> batch_;
    Clock::time_point next_beat_{};
    std::uint64_t beat_poll_ = first_beat_poll;
    std::uint64_t polled_after_ = 0;  // backtracks then
    bool awaits_beat_ = false;        // somebody asked for work since the last beat
    std::uint64_t budgeted_ = 0;      // backtracks when work was last given away, or the task began
    std::uint64_t consulted_ = 0;     // backtracks at the last consultation
    std::uint64_t order_ = SearchTask::unordered;
    std::uint64_t look_ = 64;         // backtracks between looks at the grain, where a budget is chosen
    Clock::time_point looked_{};      // when it was looked at last
    std::uint64_t looked_after_ = 0;  // backtracks then
    GiftPlaces gifts_;                // of the current task
    Bytes state_;

    WorkerRecord record_;
    Meter& meter_ = record_.meter();
    std::uint64_t nodes_before_ = 0;         // the current task
    Clock::time_point out_of_work_since_{};  // when the last task ended

    alignas(cache_line) std::atomic<bool> busy_ = false;
    std::atomic<std::uint64_t> splits_at_ = 0;
    DepthPool<SearchTask> pool_;
};

}  // namespace scrump
