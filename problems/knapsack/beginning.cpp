#include <scrump/problems/knapsack/detail/beginning.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <utility>

namespace scrump::knapsack {
namespace {

// A dry run is there for the search: half of its time is left for that.
Deadline deadline_of_lists(const SearchOptions& options) {
    SearchOptions limited = options;
    if (options.estimate) limited.time_limit = *options.estimate / 2;
    return deadline_of(limited);
}

// Shows the progress, as the search does later. `found`: whether the profit is that of a packing.
auto reporter(const Kernel& kernel, bool found, const SearchOptions& options) {
    return [&kernel, found, &options, next = Clock::now() + options.progress_interval](std::int64_t profit,
                                                                                       std::int64_t most) mutable {
        if (!options.progress || Clock::now() < next) return;
        next = Clock::now() + options.progress_interval;
        SearchProgress progress;
        progress.elapsed = Clock::now() - *options.began;
        progress.busy_workers = progress.workers = 1;
        if (found) progress.incumbent = static_cast<double>(kernel.full_profit(profit));
        progress.bound = static_cast<double>(kernel.full_profit(most));
        options.progress(progress);
    };
}

// Of several processes, the first one does it, and tells the others.
ListResult run_lists(const Kernel& kernel, const ListGoal& goal, const SearchOptions& options,
                     const ListLimits& limits) {
    Session* const session = options.session;
    ListResult result{.packing = {}, .profit = goal.incumbent, .most = kernel.profit_of_all};
    if (session == nullptr || session->first()) {
        const Deadline deadline = deadline_of_lists(options);
        const Deadline::Scope scope(deadline);
        result = pack_by_lists(kernel, goal, limits);
    }
    if (session == nullptr || session->size() == 1) return result;
    Decoder said(session->broadcast(Encoder().put(result.packing).put(result.most).take()));
    result.packing = said.get<Selection>();
    result.most = said.get<std::int64_t>();
    return result;
}

}  // namespace

Node begin(Space& space, std::optional<std::int64_t> target, const SearchOptions& options, const ListLimits& limits) {
    const Kernel& kernel = space.kernel();
    ListGoal goal{.incumbent = kernel.least_above(space.start_profit()) - 1, .enough = kernel.profit_of_all};
    if (target) {
        if (*target <= space.start_profit()) return Node{};
        goal.enough = kernel.least_above(*target - 1);
        goal.incumbent = std::max(goal.incumbent, goal.enough - 1);
    }
    if (space.parts().empty()) return Node{};
    goal.report = reporter(kernel, !target, options);
    ListResult result = run_lists(kernel, goal, options, limits);
    space.learn_most(result.most);
    Node start;
    start.deviating = std::move(result.packing);
    std::ranges::sort(start.deviating);
    return start;
}

}  // namespace scrump::knapsack
