#pragma once
// The split policies of Scrump's own skeletons. Each call is for one locality, whose workers share their tuning.

#include <scrump/runtime/grain_rule.hpp>
#include <scrump/search/split_policy.hpp>

#include <chrono>
#include <cstdint>

namespace scrump::detail {

/// Gives nothing away.
SplitPolicyFactory never_splitting();

/// Stack-stealing: on each request, one node or a whole level.
SplitPolicyFactory splitting_on_request(bool whole_levels);

/// Every `backtracks` backtracks of a task; 0: tuned by the rule.
SplitPolicyFactory splitting_by_budget(std::uint64_t backtracks, const GrainRule& rule);

/// On request, at most once per interval; 0: tuned by the rule.
SplitPolicyFactory splitting_by_heartbeat(std::chrono::microseconds interval, const GrainRule& rule);

}  // namespace scrump::detail
