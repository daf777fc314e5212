#pragma once
// The one clock: real time, or that of the machine that is simulated (platform.hpp).

#include <chrono>
#include <optional>

namespace scrump {

/// Never goes back. Its moments are std::chrono::steady_clock's.
struct Clock {
    using rep = std::chrono::steady_clock::rep;                ///< as chrono wants it of a clock
    using period = std::chrono::steady_clock::period;          ///< as chrono wants it of a clock
    using duration = std::chrono::steady_clock::duration;      ///< nanoseconds
    using time_point = std::chrono::steady_clock::time_point;  ///< a moment
    static constexpr bool is_steady = true;                    ///< as chrono wants it of a clock

    /// The time.
    static time_point now();
};

/// The moment that is so long after another one, which may be before the clock began; none beyond the clock's range.
inline std::optional<Clock::time_point> moment_after(Clock::time_point begin, std::chrono::nanoseconds span) {
    if (begin.time_since_epoch() > Clock::duration::zero() && span > Clock::time_point::max() - begin)
        return std::nullopt;
    return begin + span;
}

/// Microseconds since some moment in the past, for those that count in numbers.
inline double microseconds(Clock::time_point time) {
    return std::chrono::duration<double, std::micro>(time.time_since_epoch()).count();
}

}  // namespace scrump
