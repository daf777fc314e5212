#pragma once
// Machines by name.

#include <scrump/sim/machine.hpp>

#include <span>
#include <string_view>

namespace scrump::detail {

struct KnownMachine {
    std::string_view name;
    std::string_view help;
    SimulatedMachine (*make)();
};

std::span<const KnownMachine> known_machines();

}  // namespace scrump::detail
