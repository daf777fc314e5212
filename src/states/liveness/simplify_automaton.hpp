#pragma once
// Makes automata smaller, without changing what they accept.

#include <scrump/states/liveness/automaton.hpp>

namespace scrump::detail {

/// Drops states and edges that are not needed, and finds the components.
void simplify(BuchiAutomaton& automaton);

}  // namespace scrump::detail
