#pragma once

// Include it for several solutions.
//
// Several solutions instead of one: the k best, all the best, or all that are good enough.
//
//     auto ten = scrump::best<MyGenerator>(space, root, {.most = 10});
//     auto all = scrump::best<MyGenerator>(space, root, {.equal = true});
//     auto good = scrump::best<MyGenerator, scrump::Minimise>(space, root, {.at_least = 100});

#include <scrump/base/error.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/detail/best_several.hpp>
#include <scrump/search/detail/debug_check.hpp>
#include <scrump/search/detail/run.hpp>
#include <scrump/search/result.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace scrump {

/// Result of `best`. If complete, no further wanted solution exists: either there are no others, or none is better than
/// the last of the requested number.
template <class Node, class Objective>
struct BestResult {
    Status status = Status::complete;                  ///< how the search ended
    std::vector<Solution<Node, Objective>> solutions;  ///< solutions, best first
    Statistics statistics;                             ///< what the search cost
};

/// Finds the wanted nodes, each once, whose objective is not the worst of its type. If only some of several equally
/// good nodes are wanted, the choice may differ from run to run, except under the sequential and ordered skeletons. All
/// solutions are kept in memory until the end. A generator that omits nodes because others are as good (symmetries,
/// dominance) omits them here, too. Throws as enumerate().
template <HasObjective G, class Sense = Maximise>
BestResult<typename G::Node, ObjectiveOf<G>> best(const typename G::Space& space, typename G::Node root,
                                                  const BestWanted<ObjectiveOf<G>>& wanted,
                                                  const SearchOptions& options = {}) {
    using Search = detail::BestSeveral<G, Sense>;
    if (wanted.most == 0) throw UsageError("the number of wanted solutions is 0: expected at least 1");
    if (wanted.at_least && *wanted.at_least != *wanted.at_least) throw UsageError("at_least is NaN: expected a number");
    if (options.gap) throw UsageError("a search for several solutions has no gap");
    detail::check_in_debug_builds<G, Sense>(space, root, options, Search::value_to_beat(wanted));
    auto [outcome, answer] =
        detail::RunOf<Search>::run(options, root, [&] { return std::make_unique<Search>(space, wanted); });
    return {outcome.status, std::move(answer), std::move(outcome.statistics)};
}

}  // namespace scrump
