#pragma once
// Refreshes of what a policy knows of others.

#include <scrump/stealing/detail/performance_driven.hpp>

#include <vector>

namespace scrump::detail {

inline constexpr double millisecond = 1000;  // times are in microseconds

/// A refresh in which nobody is reached.
inline void refresh_blindly(PerformanceDriven& policy, double now, unsigned size, double idle = 0) {
    policy.begin_refresh(now, std::vector<bool>(size));
    policy.end_refresh(now, idle);
}

}  // namespace scrump::detail
