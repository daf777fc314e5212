#pragma once
// Paths that show answers to formulas of CTL.

#include <scrump/problems/petri/detail/questions.hpp>
#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net_sets.hpp>

#include <cstdint>
#include <optional>

namespace scrump::petri {

/// A path from the initial marking on, and a cycle after it, if one shows the answer.
struct Witness {
    FiringPath path{};
    FiringPath cycle{};
};

/// A path that shows that a formula of CTL holds in the initial marking: E of X, F and U by a path to where they hold,
/// which goes on to show what holds there; E of G by a cycle, or a path that ends. A that does not hold is E of the
/// opposite. None where no single path shows it, or where the search for it takes too many rounds.
std::optional<Witness> find_witness(NetSets& sets, const Formula& formula, std::uint64_t rounds);

}  // namespace scrump::petri
