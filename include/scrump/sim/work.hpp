#pragma once
// The time that a program's own work takes on a simulated machine.

#include <scrump/base/detail/platform.hpp>

#include <cstdint>

namespace scrump {

/// On a simulated machine, lets the time pass that `nodes` nodes take there; elsewhere it does nothing, at the cost of
/// a load and a compare. Nodes of a search, synced tasks and iterations of a loop count as one node each by themselves:
/// this is for those that do more work than others. Other workers may run meanwhile, as on any machine, so the caller
/// must not hold locks that they need.
inline void add_simulated_work(std::uint64_t nodes) {
    if (detail::Platform::Pace* const pace = detail::Platform::current().pace())
        pace->pass(detail::Platform::Pace::Work::node, nodes);
}

}  // namespace scrump
