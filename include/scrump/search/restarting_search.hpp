#pragma once

// Include it for decisions with restarts.
//
// A depth-first search that decides wrongly near the root may search for long where nothing is. So each worker searches
// the whole tree in a random order that prefers what the heuristic prefers, begins again after some backtracks, and
// remembers what it has refuted as nogoods, which the workers of all localities share (Archibald, Dunlop, Hoffmann,
// McCreesh, Prosser and Trimble, "Sequential and parallel solution-biased search for subgraph algorithms", CPAIOR
// 2019). Runs get longer by Luby's sequence, so in the end one sees the whole tree, which proves that nothing is there.
// Only for decisions: a count needs each node once.

#include <scrump/search.hpp>
#include <scrump/search/detail/restart_search.hpp>
#include <scrump/search/nogoods.hpp>
#include <scrump/search/restarts.hpp>

#include <memory>
#include <utility>

namespace scrump {

/// Result of `decide_with_restarts`.
template <class Node>
struct RestartedDecision : DecisionResult<Node> {
    RestartStatistics restarts{};  ///< what restarts cost, and did
};

/// Finds a node whose objective is at least `target` (at most, with Sense = Minimise), or proves that none exists.
/// Throws as decide(), and UsageError for checkpoints, shards, estimates, a depth limit, and skeletons that make tasks
/// of subtrees.
template <HasObjective G, class Sense = Maximise>
requires(TellsConflicts<G>) RestartedDecision<typename G::Node> decide_with_restarts(const typename G::Space& space,
                                                                                     typename G::Node root,
                                                                                     ObjectiveOf<G> target,
                                                                                     const SearchOptions& options = {},
                                                                                     const Restarts& restarts = {}) {
    using Search = detail::RestartSearch<G, Sense>;
    check_restarts(options, restarts);
    if (target != target) throw UsageError("a target is a number, not NaN");
    typename Search::Node first{std::move(root), SplitMix64(options.seed)()};
    auto [outcome, answer] = detail::RunOf<Search>::run(detail::with_restarts(options), first, [&] {
        return std::make_unique<Search>(
            space, typename Search::Settings{.to_beat = detail::just_worse<Sense>(target), .first_ends = true},
            restarts);
    });
    RestartedDecision<typename G::Node> result{{outcome.status, std::nullopt, std::move(outcome.statistics)},
                                               answer.statistics};
    if (answer) {
        result.status = Status::complete;  // a witness is a proof, whatever else ended the run
        result.node = std::move(answer->node.node);
    }
    return result;
}

/// Finds a node that the generator accepts (`G::accept(space, node)`), or proves that none exists. Otherwise the same.
template <TellsConflicts G>
requires(AcceptsNodes<G> &&
         !HasObjective<G>) RestartedDecision<typename G::Node> decide_with_restarts(const typename G::Space& space,
                                                                                    typename G::Node root,
                                                                                    const SearchOptions& options = {},
                                                                                    const Restarts& restarts = {}) {
    return decide_with_restarts<detail::AcceptingGenerator<G>>(space, std::move(root), static_cast<signed char>(1),
                                                               options, restarts);
}

}  // namespace scrump
