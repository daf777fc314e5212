#pragma once
// One worker of a locality: finds tasks, explores them with the engine, and gives work away as the skeleton says.

#include <scrump/pools/depth_pool.hpp>
#include <scrump/search/batch_engine.hpp>
#include <scrump/search/checks.hpp>
#include <scrump/search/engine.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/stack_worker.hpp>
#include <scrump/search/state.hpp>
#include <scrump/search/task.hpp>
#include <scrump/search/worker.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace scrump {

template <class Search>
class LocalityOf;

/// The loop that suits a search.
template <class Search, bool batched = Search::batched>
struct EngineOf {
    using Type = Engine<typename Search::Generator, typename Search::Visitor>;
};
template <class Search>
struct EngineOf<Search, true> {
    using Type = BatchEngine<typename Search::Generator, typename Search::Visitor>;
};

template <class Search>
class WorkerOf final : public Worker {
  public:
    using Node = typename Search::Node;
    using SearchTask = Task<Search>;
    using Visitor = typename Search::Visitor;
    using SearchEngine = typename EngineOf<Search>::Type;
    using Home = LocalityOf<Search>;

    [[gnu::cold]] WorkerOf(Home& home, unsigned index)
        : Worker(home, index),
          visitor_(home.search()),
          engine_(visitor_, attention_, counters_, home.options().depth_limit) {
        if constexpr (requires { visitor_.record_in(meter_.timeline()); }) visitor_.record_in(meter_.timeline());
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
        if (should_give(came, pool_.size())) give(came);
        return engine_.finished();
    }

    /// How many backtracks the engine may make before it calls attend() in any case.
    std::uint64_t credit() const {
        const std::uint64_t credit = Worker::credit();
        const std::uint64_t period = visitor_.consultation_period();
        return period > 0 ? std::min(credit, until(consulted_, period)) : credit;
    }

    Visitor& visitor() { return visitor_; }
    DepthPool<SearchTask>& pool() { return pool_; }

    std::uint64_t first_task() override {
        const auto waiting = pool_.peek_shallowest([](const SearchTask& task) { return task.place.first(); });
        if (waiting) return *waiting;
        const bool splits = busy() && home_.skeleton().splits_on_request();
        return splits ? splits_at_.load(std::memory_order_relaxed) : std::numeric_limits<std::uint64_t>::max();
    }

    /// Makes what there is to search tasks of this worker, before it runs: the root of the whole search, or what
    /// earlier runs left.
    [[gnu::cold]] void plant(std::vector<typename State<Search>::Subtree> subtrees) {
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
            home().set_roots(std::exchange(batch_, {batch_.front()}));  // the one stands for all: see plan()
        }
        hand_out(HeuristicPlace::whole());
    }

  private:
    // Workers are made by such a locality only.
    Home& home() { return static_cast<Home&>(home_); }

    void work() override {
        if constexpr (Search::stackable) {
            if (home_.peers() != nullptr) return work_on_stack();
        }
        while (std::optional<SearchTask> task = next_task()) {
            begin_task();
            execute(*task);
            end_task(task->depth);
            home_.task_done();
        }
        settle(now());
    }

    std::uint64_t improvements() const override { return visitor_.improvements(); }

    /// Puts down what is in this worker's hands, as `note` adds to it, and waits with the others until the locality's
    /// state is noted.
    template <class Note>
    [[gnu::cold]] void meet(const Note& note) {
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

    // Under a protocol of steal stacks. What was planted here comes onto this worker's stack.
    [[gnu::cold]] void work_on_stack() {
        StackWorker<Search> stack(visitor_, attention_, counters_, record_, home_.options());
        while (const std::optional<SearchTask> task = home().took(pool_.take_deepest())) {
            stack.plant(task->node, task->depth);
            home_.task_done();
        }
        stack.run(*this, home_.peers()->peer(index_));
        settle(now());
        home_.task_done();
    }

    // --- Executing

    void execute(const SearchTask& task) {
        if (task.foreign) {
            require_own(task.depth <= home_.options().depth_limit && home().search().accepts(task.node, task.depth),
                        "a task that another process sent");
        }
        order_ = task.order;
        gifts_ = GiftPlaces(task.place);
        note_what_splits();
        renew_budget();
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

    [[gnu::cold]] void spawn_children(const Node& node, unsigned depth, std::vector<SearchTask>& to) {
        engine_.spawn_children(node, depth, [&](const Node& child, unsigned at) {
            to.push_back({.node = child, .depth = at});
            return to.size() % most_given != 0 || !home_.ending();
        });
        if (!engine_.finished()) home_.found();
    }

    /// The tasks of a replicable search: the nodes of one depth, those with the fewest discrepancies first (children
    /// that are not their parent's first, counted along the path; Harvey and Ginsberg, IJCAI 1995), and in heuristic
    /// order among equals.
    [[gnu::cold]] void plan() {
        const Counters before = counters_;
        std::vector<SearchTask> level = home().take_roots();
        std::vector<unsigned> discrepancies(level.size(), 0);
        for (unsigned depth = 0; !home_.deep_enough(depth, level.size()) && !level.empty(); ++depth) {
            std::vector<SearchTask> next;
            std::vector<unsigned> next_discrepancies;
            for (std::size_t open = 0; open < level.size(); ++open) {
                if (home_.rendezvous().wanted()) meet_while_planning(next, level, open);
                if (home_.ending()) return;
                const std::size_t before_children = next.size();
                if (level[open].depth > depth) {  // what an earlier run left may begin anywhere
                    next.push_back(std::move(level[open]));
                } else if (!visitor_.worth(level[open].node)) {
                    ++counters_.prunes;
                } else {
                    spawn_children(level[open].node, depth, next);
                    settle(now());
                    if (!engine_.finished()) return home_.add_replicable(since(before));
                }
                for (std::size_t child = before_children; child < next.size(); ++child)
                    next_discrepancies.push_back(discrepancies[open] + (child > before_children ? 1 : 0));
            }
            level = std::move(next);
            discrepancies = std::move(next_discrepancies);
        }
        std::vector<SearchTask> tasks;
        tasks.reserve(level.size());
        for (const std::size_t place : fewest_first(discrepancies)) tasks.push_back(std::move(level[place]));
        counters_.spawns += tasks.size();
        home().start_ordered(std::move(tasks), since(before));
    }

    // What is planned so far, and the nodes of the last depth from `open` on.
    [[gnu::cold]] void meet_while_planning(const std::vector<SearchTask>& planned, const std::vector<SearchTask>& level,
                                           std::size_t open) {
        meter_.enter(Meter::State::managing);
        meet([&](auto& state) {
            for (const SearchTask& task : planned) state.subtree(task.node, task.depth, true);
            for (; open < level.size(); ++open) state.subtree(level[open].node, level[open].depth, true);
        });
        meter_.resume_task(TimelineEvent::Kind::checkpoint, 0);
    }

    Counters since(const Counters& before) const {
        Counters cost = counters_;
        cost -= before;
        return cost;
    }

    [[gnu::cold]] void execute_in_order(const SearchTask& task) {
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
            home().keep_for_the_end(std::move(finish));
        } else {
            home().finish_ordered(task.order, {std::move(finish), cost});
        }
    }

    // --- Giving work away

    // One node, or the siblings of the shallowest depth that has any; adaptively, those of further depths as long as
    // there are too few.
    void give(Clock::time_point now) {
        meter_.enter(Meter::State::managing, now);
        const std::size_t most = home_.skeleton().gives_level() ? most_given : 1;
        const std::size_t least = least_gift();
        std::size_t before = 0;
        do {
            before = batch_.size();
            engine_.give([&](const Node& node, unsigned depth) {
                batch_.push_back({.node = node, .depth = depth, .place = gifts_.give(depth)});
                return batch_.size() < most;
            });
        } while (batch_.size() < least && batch_.size() > before && engine_.finished());
        note_what_splits();
        renew_budget();
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
        home().put(pool_, batch_);
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
            std::optional<SearchTask> own = home().took(pool_.take_deepest());
            meter_.looked_into_pool(own.has_value());
            if (own) return own;
            if (std::optional<SearchTask> ordered = take_ordered()) return ordered;
            if (std::optional<SearchTask> stolen = steal()) return stolen;
            wait_for_work(rounds);
        }
        return std::nullopt;
    }

    std::optional<SearchTask> take_ordered() {
        if (!home_.keeps_order()) return std::nullopt;
        std::optional<SearchTask> task = home().take_ordered();
        meter_.looked_into_pool(task.has_value());
        return task;
    }

    std::optional<SearchTask> steal() {
        for (unsigned attempt = 0; attempt < home_.size() && home_.tasks_available(); ++attempt) {
            const std::optional<unsigned> victim = choose_victim();
            if (!victim) return std::nullopt;
            std::optional<SearchTask> task = home().took(home().worker(*victim).pool().take_shallowest());
            meter_.looked_into_pool(task.has_value());
            if (task) {
                stole_from(*victim);
                return task;
            }
            failed_at(*victim);
        }
        return std::nullopt;
    }

    Visitor visitor_;
    SearchEngine engine_;
    std::vector<SearchTask> batch_;
    std::uint64_t consulted_ = 0;  // backtracks at the last consultation
    std::uint64_t order_ = SearchTask::unordered;
    GiftPlaces gifts_;  // of the current task
    DepthPool<SearchTask> pool_;
};

}  // namespace scrump
