#pragma once
// Several solutions of a problem: the k best, all the best, or all that are good enough.
//
// A problem's own search leaves out what is no better than what it has. So several solutions take a second tree, in
// which each is there once. The problem's own search comes first where it helps: the optimum says what the other search
// need not look for.

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
    /// Complete: there are no others, or none that are better than the last of as many as were wanted.
    Status status = Status::complete;
    std::vector<Solution> solutions;  ///< the best first; each was checked
    Statistics statistics;            ///< of both searches, if it took two
};

/// What a search cost taken off the limits of another one that comes after it; none when nothing is left of the nodes.
std::optional<SearchOptions> left_of(SearchOptions options, const Statistics& cost);

/// Throws UsageError for options that make no sense with several solutions of `problem`.
void expect_fit_for_several(const std::string& problem, const SearchOptions& options);

/// First the best alone: `find_best(options)`; if that is known, `find_others(optimum, options)`. Both answer Several.
/// Limits are those of both together. A search that is stopped in the first answers the best it has.
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
