#pragma once
// How long a program's own work takes on a simulated machine.

#include <scrump/base/detail/platform.hpp>

#include <cstdint>

namespace scrump {

/// On a simulated machine the time passes that so many nodes take there; elsewhere nothing happens, at the cost of a
/// load and a compare. A search's nodes, tasks that are synced and iterations that are run count as one node each by
/// themselves: this is for what does more than others. Others may go on meanwhile, as on any machine, so nothing may be
/// locked that they want.
inline void add_simulated_work(std::uint64_t nodes) {
    if (detail::Platform::Pace* const pace = detail::Platform::current().pace())
        pace->pass(detail::Platform::Pace::Work::node, nodes);
}

}  // namespace scrump
