#pragma once
// Several solutions of a problem: the k best, all the best, or all that are good enough.
//
// A problem's own search omits nodes that are no better than the incumbent. So several solutions need a second tree, in
// which each occurs once. The problem's own search runs first if it helps: the optimum limits the other search.

#include <scrump/base/error.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

template <class Solution>
struct Several {
    /// How the search ended. Complete: no others exist, or none better than the last of the requested number.
    Status status = Status::complete;
    std::vector<Solution> solutions;  ///< solutions, best first; each was checked
    Statistics statistics;            ///< covers both searches, if there were two
};

/// The limits of a search reduced by the cost of an earlier one; none if no nodes are left.
std::optional<SearchOptions> left_of(SearchOptions options, const Statistics& cost);

/// Throws UsageError for options that make no sense with several solutions of `problem`.
void expect_fit_for_several(const std::string& problem, const SearchOptions& options);

/// First finds the best alone: `find_best(options)`; if that succeeds, calls `find_others(optimum, options)`. Both
/// return Several. Limits are those of both together. If the first search is stopped, the result is the best it has.
template <class FindBest, class FindOthers>
auto best_and_others(const std::string& problem, const SearchOptions& options, const FindBest& find_best,
                     const FindOthers& find_others) {
    if (options.checkpoints.wanted() || options.checkpoints.resumes())
        throw UsageError(problem +
                         ": several solutions take two searches, which no checkpoint covers: search for the best one "
                         "first, and then for all that are good enough");
    auto best = find_best(options);
    if (best.status != Status::complete || best.solutions.empty()) return best;
    const std::optional<SearchOptions> left = left_of(options, best.statistics);
    if (!left) {
        best.status = Status::node_limit;
        return best;
    }
    auto all = find_others(best.solutions.front(), *left);
    all.statistics = one_after_the_other(best.statistics, std::move(all.statistics));
    if (all.solutions.empty()) {
        if (all.status == Status::complete)
            throw std::logic_error(problem + ": none is as good as the best; this is a defect of Scrump");
        all.solutions = std::move(best.solutions);
    }
    return all;
}

}  // namespace scrump
