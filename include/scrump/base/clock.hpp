#pragma once
// The one clock: real time, or that of the simulated machine (platform.hpp).

#include <chrono>
#include <optional>

namespace scrump {

/// A clock that never goes back. Its moments are those of std::chrono::steady_clock.
struct Clock {
    using rep = std::chrono::steady_clock::rep;                ///< required of a clock by chrono
    using period = std::chrono::steady_clock::period;          ///< required of a clock by chrono
    using duration = std::chrono::steady_clock::duration;      ///< duration in nanoseconds
    using time_point = std::chrono::steady_clock::time_point;  ///< moment of the clock
    static constexpr bool is_steady = true;                    ///< required of a clock by chrono

    /// The current time.
    static time_point now();
};

/// The moment `span` after `begin`, which may be before the clock began; none if it is beyond the clock's range.
inline std::optional<Clock::time_point> moment_after(Clock::time_point begin, std::chrono::nanoseconds span) {
    if (begin.time_since_epoch() > Clock::duration::zero() && span > Clock::time_point::max() - begin)
        return std::nullopt;
    return begin + span;
}

/// Microseconds since some moment in the past, as a number.
inline double microseconds(Clock::time_point time) {
    return std::chrono::duration<double, std::micro>(time.time_since_epoch()).count();
}

}  // namespace scrump
