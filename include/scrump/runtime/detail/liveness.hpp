#pragma once
// Detects localities that have been silent for too long: a locality that has stopped answering (its process is stopped,
// its host hangs) never sends a message about it.
//
// Locality 0 watches all others, and each of those watches locality 0: a star keeps the messages few. A watched
// locality sends its watchers something every quarter of the limit, whatever else it sends.
//
// Silence counts only while this locality is awake itself. If the whole job was suspended, or a debugger held this
// process, all others seem to have been silent for long although they were not. So of a time without checks, only as
// much counts as the interval between two checks.
//
// This is the pure part: it gets the time, and sends nothing itself.

#include <scrump/base/clock.hpp>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <vector>

namespace scrump::detail {

/// One locality's watch over others. All localities must have the same limit.
class Liveness {
  public:
    /// With a limit of zero no locality is ever given up.
    Liveness(unsigned self, unsigned size, std::chrono::nanoseconds limit, Clock::time_point now)
        : first_(self == 0 ? 1 : 0),
          end_(self == 0 ? size : 1),
          limit_(std::clamp<Clock::duration>(limit, Clock::duration::zero(), longest)),
          quarter_(std::max(limit_ / 4, Clock::duration(1))),
          heard_(end_, now),
          looked_(now),
          next_keep_alive_(now),
          next_check_(now + limit_) {}

    /// Records that a message came from `from`.
    void heard(unsigned from, Clock::time_point now) {
        if (!watching() || from >= end_) return;
        look(now);
        heard_[from] = awake(now);
    }

    /// Whether it is time for a sign of life to the watchers of this locality: at first, and every quarter of the
    /// limit. If so, the caller sends something to all watchers().
    bool keep_alive_due(Clock::time_point now) {
        if (!watching() || now < next_keep_alive_) return false;
        look(now);
        next_keep_alive_ = now + quarter_;
        return true;
    }
    /// The localities that watch this one, and which it watches.
    std::vector<unsigned> watchers() const {
        if (!watching()) return {};
        std::vector<unsigned> all(end_ - first_);
        std::iota(all.begin(), all.end(), first_);
        return all;
    }

    /// A watched locality that was silent for the whole limit, if any: the one that was silent for longest. One that
    /// was never heard counts as silent since the beginning. To be called after incoming messages were handled.
    std::optional<unsigned> lost(Clock::time_point now) {
        if (!watching()) return std::nullopt;
        look(now);
        if (awake(now) < next_check_) return std::nullopt;
        const auto quietest = std::min_element(heard_.begin() + first_, heard_.begin() + end_);
        next_check_ = *quietest + limit_;
        if (awake(now) < next_check_) return std::nullopt;
        return static_cast<unsigned>(quietest - heard_.begin());
    }

    /// When it must be called again even if nothing happens; none without a limit or other localities.
    std::optional<Clock::time_point> deadline() const {
        if (!watching()) return std::nullopt;
        return std::min(next_keep_alive_, next_check_ + slept_);
    }

  private:
    // A longer limit has the same effect, and would only take time points out of the clock's range.
    static constexpr std::chrono::hours longest{24 * 365 * 30};

    bool watching() const { return limit_ > Clock::duration::zero() && first_ < end_; }

    // As the next keep-alive is never further away than a quarter, a process that comes later than after two has slept.
    void look(Clock::time_point now) {
        const Clock::duration since = now - looked_;
        if (since > 2 * quarter_) slept_ += since - quarter_;
        looked_ = std::max(looked_, now);
    }
    Clock::time_point awake(Clock::time_point now) const { return now - slept_; }

    const unsigned first_;  // first of the watched localities, which have consecutive numbers
    const unsigned end_;    // one past the last of them
    const Clock::duration limit_;
    const Clock::duration quarter_;
    std::vector<Clock::time_point> heard_;  // by locality, up to end_; this and the next check are in time awake
    Clock::time_point looked_;
    Clock::duration slept_{0};
    Clock::time_point next_keep_alive_;
    Clock::time_point next_check_;
};

}  // namespace scrump::detail
