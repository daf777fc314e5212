#pragma once
// Several solutions of a problem: the k best, all the best, or all that are good enough.
//
// A problem's own search omits nodes that are no better than the incumbent. So several solutions need a second tree, in
// which each occurs once. The problem's own search runs first if it helps: the optimum limits the other search.

#include <scrump/base/error.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/estimate.hpp>
#include <scrump/search/figures.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

/// Several solutions, best first, each of which was checked. Complete: no others exist, or none better than the last of
/// the requested number. The statistics cover both searches, if there were two.
template <class Solution>
using Several = Answer<std::vector<Solution>>;

/// A best solution as several ones.
template <class Solution>
Several<Solution> as_several(Answer<Solution> best) {
    return std::move(best).transform([](Solution solution) { return std::vector<Solution>{std::move(solution)}; });
}

/// The limits of a search reduced by the cost of an earlier one; none if no nodes are left.
std::optional<SearchOptions> left_of(SearchOptions options, const Statistics& cost);

/// Throws UsageError for options that make no sense with several solutions of `problem`.
void expect_fit_for_several(const std::string& problem, const SearchOptions& options);

/// First finds the best alone: `find_best(options)`; if that succeeds, calls `find_others(optimum, options)`. Both
/// return Several. Limits are those of both together. If the first search is stopped, the result is the best it has.
template <class FindBest, class FindOthers>
auto best_and_others(const std::string& problem, const SearchOptions& options, const FindBest& find_best,
                     const FindOthers& find_others) {
    refuse_estimate(options, problem);
    if (has_other_runs(options))
        throw UsageError(problem +
                         ": several solutions take two searches, which other runs neither continue nor share: "
                         "search for the best one first, and then for all that are good enough");
    auto best = find_best(options);
    if (best.status != Status::complete || best.value.empty()) return best;
    const std::optional<SearchOptions> left = left_of(options, best.statistics);
    if (!left) {
        best.status = Status::node_limit;
        return best;
    }
    auto all = find_others(best.value.front(), *left);
    all.statistics = one_after_the_other(best.statistics, std::move(all.statistics));
    if (all.value.empty()) {
        if (all.status == Status::complete)
            throw std::logic_error(problem + ": none is as good as the best; this is a defect of Scrump");
        all.value = std::move(best.value);
    }
    return all;
}

}  // namespace scrump
