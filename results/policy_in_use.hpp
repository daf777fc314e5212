#pragma once
// The policy that thieves went by, where it is not the one that was chosen.

#include <scrump/stealing/policy.hpp>

#include <string>

namespace scrump::results {

/// Among the workers of a locality nothing is gathered of others (Policy::among_workers()), and tasks and explorations
/// steal as workers among workers everywhere: there a policy that looks at figures of others is another one.
/// `between_localities`: whether localities stole by it.
inline std::string policy_in_use(const Policy& chosen, bool between_localities) {
    if (between_localities || chosen.always || !chosen.uses_load_information()) return chosen.describe();
    Policy used = chosen.among_workers();
    used.steal = chosen.steal;
    return used.describe();
}

}  // namespace scrump::results
