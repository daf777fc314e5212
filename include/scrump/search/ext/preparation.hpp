#pragma once
// The preparation of a search, such as ordering a large graph, may take longer than the search may. Then it is
// abandoned, and the answer is whatever is known without it; except if a checkpoint must be written: that is a state of
// the search, and complete.
//
// For functions that solve a problem, as those of problems/*/solve.cpp:
//
//     return scrump::prepare_and(
//         options, [&] { return search(ordered(graph), options); },
//         [&](Status status, Statistics cost) { return nothing_found(status, std::move(cost)); });
//
// All processes of a session must do the same: either all search or none. So the first one decides. Another process
// that ran out of time although the first one did not prepares once more, completely, as the others wait for it.

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <optional>
#include <type_traits>
#include <utility>

namespace scrump {

/// During its life, and until the search begins, this thread works under the deadline that the options set.
class Preparation {
  public:
    explicit Preparation(const SearchOptions& options);
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation();

    /// Collective: the preparation of this thread, if any, has ended. Called when a run or another preparation begins;
    /// to be called before any other use of the session. Throws Stopped if the first process did not get that far.
    static void over();

    /// After Stopped. Collective, unless over() threw it: the status with which the search is to end without having
    /// begun; none if the first process was not stopped, so that everything must be repeated, without a deadline.
    std::optional<Status> given_up();
    /// Cost of the abandoned preparation.
    Statistics cost() const;

  private:
    Status agree(Status own);

    const SearchOptions& options_;
    const Deadline deadline_;
    const Clock::time_point began_ = Clock::now();
    std::optional<Deadline::Scope> scope_;
    std::optional<Status> agreed_;  // agreed by all processes; complete: to search
    Preparation* const around_;
};

/// Returns the result of `solve()`, which prepares and searches with these options. If its preparation is abandoned,
/// returns that of `give_up(status, statistics)`, which must be fast.
template <class Solve, class GiveUp>
auto prepare_and(const SearchOptions& options, const Solve& solve, const GiveUp& give_up) {
    Preparation preparation(options);
    const auto all = [&] {
        auto answer = solve();
        Preparation::over();  // in case there was nothing to search
        return answer;
    };
    try {
        return all();
    } catch (const Stopped&) {
        if (const std::optional<Status> status = preparation.given_up()) return give_up(*status, preparation.cost());
    }
    return all();
}

/// The same: an abandoned preparation found nothing.
template <class Solve>
auto prepare_and(const SearchOptions& options, const Solve& solve) {
    return prepare_and(options, solve, [](Status status, Statistics cost) {
        return std::invoke_result_t<Solve>{status, {}, std::move(cost)};
    });
}

}  // namespace scrump
