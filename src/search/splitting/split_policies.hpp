#pragma once
// The split policies of Scrump's own skeletons. Each call is for one locality: what its workers tune while they run,
// they tune together.

#include <scrump/search/split_policy.hpp>

#include <chrono>
#include <cstdint>

namespace scrump::detail {

/// Nothing is given away.
SplitPolicyFactory never_splitting();

/// Stack-stealing: whenever somebody asks, one node or a whole level.
SplitPolicyFactory splitting_on_request(bool whole_levels);

/// Every `backtracks` backtracks of a task; 0: as many as is found best.
SplitPolicyFactory splitting_by_budget(std::uint64_t backtracks);

/// When somebody asks, at most once an interval; 0: as long as is found best.
SplitPolicyFactory splitting_by_heartbeat(std::chrono::microseconds interval);

}  // namespace scrump::detail
