#pragma once
// What comes before a search, such as to put a large graph in order, may take longer than the search was given. Then it
// is given up, and the answer is what is known without it. Unless a checkpoint is to be left: that is a state of the
// search, and as good as ever.
//
// All processes of a session must come to the same: either all search or none. So the first one decides. Another one
// that ran out of time although the first one did not prepares once more, in full, as the others wait for it.

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <optional>

namespace scrump::detail {

/// While it lives, and until the search begins, this thread works under the deadline that the options set.
class Preparation {
  public:
    explicit Preparation(const SearchOptions& options);
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation();

    /// Collective: the preparation that this thread is in, if any, has come to its end. Called where a run or another
    /// preparation begins; to be called before any other use of the session. Throws Stopped if the first process did
    /// not come so far.
    static void over();

    /// After Stopped. Collective, unless that came of over(): how the search is to end without having begun; nothing
    /// if the first process was not stopped, so that all is to be done again, with no deadline.
    std::optional<Status> given_up();
    /// The cost of what was given up.
    Statistics cost() const;

  private:
    Status agree(Status own);

    const SearchOptions& options_;
    const Deadline deadline_;
    const Clock::time_point began_ = Clock::now();
    std::optional<Deadline::Scope> scope_;
    std::optional<Status> agreed_;  // by all processes; complete: to search
    Preparation* const around_;
};

/// What `solve()` returns, which prepares and searches with these options. If its preparation is given up,
/// `give_up(status, statistics)` answers instead; it must not take long.
template <class Solve, class GiveUp>
auto prepare_and(const SearchOptions& options, const Solve& solve, const GiveUp& give_up) {
    Preparation preparation(options);
    const auto all = [&] {
        auto answer = solve();
        Preparation::over();  // where there was nothing to search
        return answer;
    };
    try {
        return all();
    } catch (const Stopped&) {
        if (const std::optional<Status> status = preparation.given_up()) return give_up(*status, preparation.cost());
    }
    return all();
}

}  // namespace scrump::detail
