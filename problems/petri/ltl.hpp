#pragma once
// Formulas of linear temporal logic over the paths of a net: A or E before a formula of paths. A path that ends in a
// marking that enables no transition stays there for ever.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/diagrams/counter_sets.hpp>
#include <scrump/states/liveness/options.hpp>
#include <scrump/states/liveness/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace scrump::petri {

/// The reachable markings in which a formula of a marking (is_of_marking) holds.
using MarkingsWhere = std::function<CounterSet(const Formula& of_marking)>;

/// Whether a formula of LTL (is_ltl) holds in the initial marking, by decision diagrams: for each state of the
/// automaton for its paths, the set of markings from which one is accepted. `where` is called once for each different
/// formula of a marking in it. Throws Error if the formula is not one of LTL, is about
/// steps, or is too large.
bool holds_on_paths(CounterSets& sets, const Formula& formula, const MarkingsWhere& where);

/// What is known of a formula of LTL, from visiting markings.
struct LtlAnswer {
    Status status = Status::complete;  ///< how the check ended
    std::optional<bool> holds{};       ///< none if it was stopped before that was known
    /// Transitions of a path from the initial marking on that shows it: of A, if it does not hold; of E, if it does.
    /// None if no such path came back to a marking.
    std::optional<std::vector<std::uint32_t>> path{};
    std::vector<std::uint32_t> cycle{};  ///< transitions of the cycle after it; none if it ends in a deadlock
    LtlStatistics statistics{};          ///< what the check cost
};

/// Whether a formula of LTL holds in the initial marking, by visiting markings one by one, in this process. Throws
/// Error if the formula is not one of LTL, or too large, and if a place holds more tokens than can be counted.
LtlAnswer check_ltl(const Net& net, const Formula& formula, const LtlOptions& options);

}  // namespace scrump::petri
