#pragma once
// A worker that knows the types of the search: it explores its tasks with the engine.

#include <scrump/search/detail/engine.hpp>
#include <scrump/search/detail/score.hpp>
#include <scrump/search/detail/search_locality.hpp>
#include <scrump/search/detail/search_worker.hpp>
#include <scrump/search/detail/task_of.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace scrump::detail {

// Defined by search/steal_stacks.hpp: the loop over batches of nodes, and a worker under a protocol of steal stacks.
template <GeneratesBatches G, class Visitor>
class BatchEngine;
template <class Search>
class BatchExplorer;

/// Whether a program has the code that a search needs.
template <class Search>
consteval bool has_steal_stacks() {
    constexpr bool has = requires {
        sizeof(BatchExplorer<Search>);
    };
    static_assert(has,
                  "a generator that makes batches of nodes (`expand`) or requests steal stacks needs "
                  "`#include <scrump/search/steal_stacks.hpp>`");
    return has;
}

/// The loop that suits a search.
template <class Search, bool batched = Search::batched>
struct EngineOf {
    using Type = Engine<typename Search::Generator, typename Search::Visitor>;
};
template <class Search>
struct EngineOf<Search, true> {
    using Type = BatchEngine<typename Search::Generator, typename Search::Visitor>;
};

/// The result of an ordered task of a search.
template <class Search>
struct ResultOf final : SubtreeResult {
    explicit ResultOf(typename Search::Finish found) : finish(std::move(found)) {}
    ResultOf() = default;

    static const typename Search::Finish& in(const SubtreeResult& result) {
        return static_cast<const ResultOf&>(result).finish;
    }

    [[no_unique_address]] typename Search::Finish finish{};
};

/// What divides the tree of a search into shards.
template <class Search, class SearchEngine>
class ShardPlannerOf final : public ShardPlanner {
  public:
    using Visitor = typename Search::Visitor;
    using Node = typename Search::Node;

    [[gnu::cold]] ShardPlannerOf(Search& search, Attention& attention, unsigned depth_limit,
                                 const typename Search::Start& start)
        : search_(search),
          planning_(search),
          probing_(search),
          planner_(planning_, attention, planned, depth_limit),
          prober_(probing_, attention, probed, depth_limit) {
        planning_.begin_ordered(start);
        probing_.begin_ordered(start);
    }

    Verdict visit(const Task& root) override { return planning_.visit(node(root), root.depth); }
    bool worth(const Task& task) override { return planning_.worth(node(task)); }
    [[gnu::cold]] bool expand(const Task& parent, const Take& take) override {
        planner_.spawn_children(node(parent), parent.depth, making(take));
        return planner_.finished();
    }
    [[gnu::cold]] void probe(const Task& parent, const Take& take) override {
        prober_.spawn_children(node(parent), parent.depth, making(take));
    }
    bool learns() const override { return !std::is_empty_v<typename Search::Start>; }
    [[gnu::cold]] void keep() override {
        search_.collect(planning_);
        search_.commit(planning_.end_ordered());
    }

  private:
    static const Node& node(const Task& task) { return TaskOf<Search>::of(task).node; }
    static auto making(const Take& take) {
        return
            [&take](const Node& node, unsigned depth) { return take(std::make_unique<TaskOf<Search>>(node, depth)); };
    }

    Search& search_;
    Visitor planning_;
    Visitor probing_;
    SearchEngine planner_;
    SearchEngine prober_;
};

template <class Search>
class WorkerOf final : public SearchWorker {
  public:
    using Node = typename Search::Node;
    using SearchTask = TaskOf<Search>;
    using Visitor = typename Search::Visitor;
    using SearchEngine = typename EngineOf<Search>::Type;

    [[gnu::cold]] WorkerOf(SearchLocality& home, Search& search, unsigned index)
        : SearchWorker(home, index),
          search_(search),
          visitor_(search),
          engine_(visitor_, attention_, counters_, home.options().depth_limit) {
        if constexpr (requires { visitor_.record_in(meter_); }) visitor_.record_in(meter_);
    }

    Visitor& visitor() { return visitor_; }

  private:
    static const Node& node(const Task& task) { return SearchTask::of(task).node; }

    Verdict visit(const Task& task) override { return visitor_.visit(node(task), task.depth); }
    bool worth(const Task& task) override { return visitor_.worth(node(task)); }
    void refresh() override { visitor_.refresh(); }

    bool explore(const Task& task) override { return engine_.explore(node(task), task.depth, host()); }

    [[gnu::cold]] SubtreeResultPtr explore_in_order(const Task& task) override {
        visitor_.begin_ordered(SearchTask::of(task).start);
        if (worth(task)) {
            explore(task);
        } else {
            ++counters_.prunes;
        }
        return std::make_unique<ResultOf<Search>>(visitor_.end_ordered());
    }

    [[gnu::cold]] bool spawn_children(const Task& parent, const Take& take) override {
        engine_.spawn_children(node(parent), parent.depth, [&](const Node& child, unsigned depth) {
            return take(std::make_unique<SearchTask>(child, depth));
        });
        return engine_.finished();
    }
    [[gnu::cold]] std::unique_ptr<ShardPlanner> planner(bool from_incumbent) override {
        return std::make_unique<ShardPlannerOf<Search, SearchEngine>>(
            search_, attention_, home_.options().depth_limit,
            from_incumbent ? search_.first_start() : search_.plan_start());
    }
    bool split(const Take& take) override {
        engine_.give([&](const Node& node, unsigned depth) { return take(std::make_unique<SearchTask>(node, depth)); });
        return engine_.finished();
    }

    [[gnu::cold]] void work_on_stack() override {
        if constexpr (Search::stackable) {
            BatchExplorer<Search> explorer(visitor_, attention_, counters_, home_.options().depth_limit);
            run_on_stack(explorer);
        } else {
            explore_tasks_on_stack();
        }
    }

    [[gnu::cold]] void note_answer(StateWriter& state) const override {
        if constexpr (Bounded<Search>) {
            if (state.bounds_only()) return state.bound(search_.score(visitor_.answer()));
        }
        if constexpr (Search::resumable) Search::encode(state.answer(), visitor_.answer());
    }
    [[gnu::cold]] void note_unexplored(StateWriter& state) const override {
        if constexpr (Bounded<Search>) {
            if (state.bounds_only()) {
                const auto look = [&](const Node& node) {
                    state.bound(search_.score(node));
                    return !BoundsNeverImprove<typename Search::Generator>;
                };
                const Clock::time_point until = Clock::now() + longest_look_at_bounds;
                return engine_.show_covering(look, [&] { return Clock::now() < until; });
            }
        }
        if constexpr (Search::resumable) {
            engine_.show_unexplored([&](const Node& node, unsigned depth) {
                note_subtree(state, search_, node, depth, SearchEngine::shows_visited);
                return true;
            });
        }
    }

    std::uint64_t heuristic_period() const override { return visitor_.heuristic_period(); }
    Verdict run_heuristic() override { return visitor_.run_heuristic(); }
    std::uint64_t improvements() const override { return visitor_.improvements(); }

    // The interface of a worker for loops is compiled once.
    SearchWorker& host() { return *this; }

    Search& search_;
    Visitor visitor_;
    SearchEngine engine_;
};

}  // namespace scrump::detail
