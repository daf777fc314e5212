#pragma once

// Include it for searches.
//
// Exact tree search, the front door: define the nodes, how to get from one to its children, and the goal of the search.
//
//     auto result = scrump::enumerate<MyGenerator>(space, root, scrump::CountNodes{});
//     auto result = scrump::maximise<MyGenerator>(space, root, {.skeleton = scrump::Skeleton::ordered()});
//     auto result = scrump::decide<MyGenerator>(space, root, target);  // an objective of at least `target`
//     auto result = scrump::decide<MyGenerator>(space, root);          // a node that satisfies `accept(space, node)`
//
// generator.hpp defines generators; docs/tutorial-search.md is a tutorial. Other headers: search/best.hpp for several
// solutions, search/check.hpp to check a generator, search/started_search.hpp for a search beside its caller, and
// search/steal_stacks.hpp for generators that make batches of nodes or lie on steal stacks.

#include <scrump/base/error.hpp>
#include <scrump/search/detail/branch_and_bound.hpp>
#include <scrump/search/detail/debug_check.hpp>
#include <scrump/search/detail/enumeration.hpp>
#include <scrump/search/detail/run.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace scrump {

/// Folds all nodes of the tree from `root` down to `options.depth_limit`, root included, into the monoid `fold`. Throws
/// UsageError for invalid options, and rethrows what the generator or the fold throws.
template <NodeGenerator G, Fold<typename G::Node> F>
EnumerationResult<typename F::Value> enumerate(const typename G::Space& space, typename G::Node root, F fold,
                                               const SearchOptions& options = {}) {
    using Search = detail::Enumeration<G, F>;
    detail::check_in_debug_builds<G, detail::NoSense, Search::Visitor::folds_children>(space, root, options);
    auto [outcome, answer] =
        detail::RunOf<Search>::run(options, root, [&] { return std::make_unique<Search>(space, fold); });
    return {outcome.status, std::move(answer), std::move(outcome.statistics)};
}

/// Optional hints for an optimisation or a decision.
template <HasObjective G>
struct SearchHints {
    /// A known solution: an optimisation searches only for better ones, and a decision searches nothing if it is good
    /// enough.
    std::optional<typename G::Node> start{};
    /// A heuristic that runs beside the search; not used by the ordered skeleton.
    detail::PrimalHeuristic<G> primal_heuristic{};
    /// Called with nodes as they are found, each better than the previous one and the last one the best, by the thread
    /// that runs the search in the first process. If several are found at once, it may get only the best. The other
    /// processes must be given a callback as well, whatever it does. What it throws ends the search.
    std::function<void(const typename G::Node& node, ObjectiveOf<G> objective)> on_incumbent{};
    /// A bound of the whole search that does not come from its nodes: no solution is better. Called from time to time
    /// in the first process, by the thread that runs the search; it may improve meanwhile. It prunes nothing: it serves
    /// `Statistics::bound`, `SearchProgress::bound` and `SearchOptions::gap`, and only if the generator has a bound.
    std::function<ObjectiveOf<G>()> bound{};
};

/// Finds a node with the best objective in `Sense`. Of equally good nodes the first one found is returned, which may
/// differ from run to run, except under the sequential and ordered skeletons. Throws as enumerate().
template <HasObjective G, class Sense>
OptimisationResult<typename G::Node, ObjectiveOf<G>> optimise(const typename G::Space& space, typename G::Node root,
                                                              const SearchOptions& options = {},
                                                              SearchHints<G> hints = {}) {
    using Search = detail::BranchAndBound<G, Sense>;
    detail::check_in_debug_builds<G, Sense>(
        space, root, options,
        hints.start ? G::objective(space, *hints.start) : Sense::template worst<ObjectiveOf<G>>());
    auto [outcome, answer] = detail::RunOf<Search>::run(options, root, [&] {
        auto search = std::make_unique<Search>(
            space, typename Search::Settings{
                       .primal_heuristic = hints.primal_heuristic, .watch = hints.on_incumbent, .bound = hints.bound});
        if (hints.start) search->improve(G::objective(space, *hints.start), *hints.start);
        return search;
    });
    OptimisationResult<typename G::Node, ObjectiveOf<G>> result{
        outcome.status, std::nullopt, Sense::template worst<ObjectiveOf<G>>(), std::move(outcome.statistics)};
    if (answer) {
        result.objective = answer->objective;
        result.node = std::move(answer->node);
    }
    return result;
}

/// Finds a node with the greatest objective.
template <HasObjective G>
auto maximise(const typename G::Space& space, typename G::Node root, const SearchOptions& options = {},
              SearchHints<G> hints = {}) {
    return optimise<G, Maximise>(space, std::move(root), options, std::move(hints));
}

/// Finds a node with the least objective.
template <HasObjective G>
auto minimise(const typename G::Space& space, typename G::Node root, const SearchOptions& options = {},
              SearchHints<G> hints = {}) {
    return optimise<G, Minimise>(space, std::move(root), options, std::move(hints));
}

/// Finds a node whose objective is at least `target` (at most, with Sense = Minimise), or proves that none exists. All
/// workers stop at the first one found. Throws as enumerate().
template <HasObjective G, class Sense = Maximise>
DecisionResult<typename G::Node> decide(const typename G::Space& space, typename G::Node root, ObjectiveOf<G> target,
                                        const SearchOptions& options = {}, SearchHints<G> hints = {}) {
    using Search = detail::BranchAndBound<G, Sense>;
    if (options.gap) throw UsageError("a decision has no gap");
    if (target != target) throw UsageError("a target is a number, not NaN");
    detail::check_in_debug_builds<G, Sense>(space, root, options, detail::just_worse<Sense>(target));
    if (target == Sense::template worst<ObjectiveOf<G>>()) {  // nothing is worse: any node will do
        detail::check_options(options);                       // invalid options are still rejected
        DecisionResult<typename G::Node> result{Status::complete, std::move(root), {}};
        result.statistics.total.nodes = 1;
        result.statistics.localities.emplace_back().workers.emplace_back().counters = result.statistics.total;
        return result;
    }
    auto [outcome, answer] = detail::RunOf<Search>::run(options, root, [&] {
        auto search =
            std::make_unique<Search>(space, typename Search::Settings{.to_beat = detail::just_worse<Sense>(target),
                                                                      .first_ends = true,
                                                                      .primal_heuristic = hints.primal_heuristic,
                                                                      .watch = hints.on_incumbent});
        if (hints.start) search->improve(G::objective(space, *hints.start), *hints.start);
        return search;
    });
    DecisionResult<typename G::Node> result{outcome.status, std::nullopt, std::move(outcome.statistics)};
    if (answer) {
        result.status = Status::complete;  // a witness is a proof, whatever else ended the run
        result.node = std::move(answer->node);
    }
    return result;
}

namespace detail {

/// Turns a generator that accepts nodes into one with an objective: 1 for accepted nodes, 0 for the others.
template <AcceptsNodes G>
class AcceptingGenerator : public G {
  public:
    using G::G;
    static signed char objective(const typename G::Space& space, const typename G::Node& node) {
        return G::accept(space, node) ? 1 : 0;
    }
};

}  // namespace detail

/// Finds a node that the generator accepts (`G::accept(space, node)`), or proves that none exists. All workers stop at
/// the first one found. Throws as enumerate().
template <NodeGenerator G>
requires(AcceptsNodes<G> && !HasObjective<G>) DecisionResult<typename G::Node> decide(
    const typename G::Space& space, typename G::Node root, const SearchOptions& options = {}) {
    return decide<detail::AcceptingGenerator<G>>(space, std::move(root), static_cast<signed char>(1), options);
}

}  // namespace scrump
