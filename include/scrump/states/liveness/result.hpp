#pragma once
// The result of a check of a formula.

#include <scrump/runtime/status.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace scrump {

/// Cost of a check.
struct LtlStatistics {
    std::uint64_t states = 0;            ///< number of visited states of the model
    std::uint64_t transitions = 0;       ///< number of transitions from states whose successors are known
    std::uint64_t deadlocks = 0;         ///< number of these states without a successor
    std::uint64_t pairs = 0;             ///< number of visited pairs of a state and a state of the automaton
    std::uint64_t levels = 0;            ///< largest distance of such a pair from an initial one
    std::uint64_t searches = 0;          ///< number of searches for accepting cycles
    std::uint64_t automaton_states = 0;  ///< number of states of the automaton for the negation of the formula
    std::uint64_t automaton_edges = 0;   ///< number of its edges
    std::uint64_t acceptance_sets = 0;   ///< number of its acceptance sets
    std::uint64_t memory = 0;            ///< memory for states and their steps, in bytes
    unsigned workers = 1;                ///< number of workers
    double seconds = 0;                  ///< time since `LtlOptions::began`
    double search_seconds = 0;           ///< part of it that was spent on searches for cycles
};

/// A path on which a formula does not hold: it begins in an initial state, and never ends.
template <class State>
struct Counterexample {
    std::vector<State> path{};   ///< states before the cycle, from an initial one on; may be empty
    std::vector<State> cycle{};  ///< states that follow again and again; a deadlock is one state
};

/// Result of check_ltl().
template <class State>
struct LtlResult {
    Status status = Status::complete;  ///< how the check ended
    /// Whether the formula holds on all paths; none if the check was stopped before that was known.
    std::optional<bool> holds{};
    /// Path on which it does not hold, if it does not; none if no path that shows it came back to a state.
    std::optional<Counterexample<State>> counterexample{};
    LtlStatistics statistics{};  ///< what the check cost
};

}  // namespace scrump
