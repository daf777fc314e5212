#pragma once
// Moments as numbers, for those that read no clock themselves.

#include <chrono>

namespace scrump {

/// Microseconds since some moment in the past; never goes back.
inline double microseconds(std::chrono::steady_clock::time_point time) {
    return std::chrono::duration<double, std::micro>(time.time_since_epoch()).count();
}

}  // namespace scrump
