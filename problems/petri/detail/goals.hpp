#pragma once
// Formulas that are decided by whether a marking is reached, and the parts of a formula that begin with A or E.

#include <scrump/problems/petri/formula.hpp>

#include <cstddef>
#include <optional>

namespace scrump::petri {

/// The formula whose reachability decides a formula EF p or AG p: it holds, or not, if the goal is reached.
struct Goal {
    Formula formula{};
    bool if_reached = true;
};

/// The goal of a formula EF p or AG p of CTL; none of any other.
std::optional<Goal> goal_of(const Formula& formula);
/// What holds where a formula of CTL that begins with A does not: E is all that it begins with.
Formula refutation_of(const Formula& formula);
/// Whether a formula begins with A or E.
inline bool is_quantified(const Formula& formula) {
    return formula.kind == Formula::Kind::some_path || formula.kind == Formula::Kind::every_path;
}
/// Number of A and E in a formula.
std::size_t count_quantifiers(const Formula& formula);

/// Calls `see` with the parts that begin with A or E, and are not within such.
template <class See>
void each_quantified(const Formula& formula, const See& see) {
    if (is_quantified(formula)) {
        see(formula);
    } else {
        for (const Formula& part : formula.parts) each_quantified(part, see);
    }
}

/// A formula with those of its parts that begin with A or E replaced.
template <class Replace>
Formula with_quantified(const Formula& formula, const Replace& replace) {
    if (is_quantified(formula)) return replace(formula);
    Formula result = formula;
    for (Formula& part : result.parts) part = with_quantified(part, replace);
    return result;
}

}  // namespace scrump::petri
