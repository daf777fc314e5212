#pragma once
// The value of a formula in one marking.

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/formula.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace scrump::petri {

/// The value of a sum in a marking, which has the tokens of each place.
inline std::int64_t value_in(const Sum& sum, std::span<const Tokens> marking) {
    std::int64_t value = sum.constant;
    for (const std::uint32_t place : sum.places) value += marking[place];
    return value;
}

/// Whether a formula of a marking holds in one. `is_enabled(transition)` and `is_stuck()` tell of the same marking
/// whether a transition is enabled, and whether none is. Throws Error for a formula of paths.
template <class IsEnabled, class IsStuck>
bool evaluate(const Formula& formula, std::span<const Tokens> marking, const IsEnabled& is_enabled,
              const IsStuck& is_stuck) {
    const auto holds = [&](const Formula& part) { return evaluate(part, marking, is_enabled, is_stuck); };
    switch (formula.kind) {
        case Formula::Kind::yes:
            return true;
        case Formula::Kind::no:
            return false;
        case Formula::Kind::at_most:
            return value_in(formula.left, marking) <= value_in(formula.right, marking);
        case Formula::Kind::enabled:
            return std::ranges::any_of(formula.transitions, is_enabled);
        case Formula::Kind::deadlock:
            return is_stuck();
        case Formula::Kind::negation:
            return !holds(formula.parts.front());
        case Formula::Kind::all:
            return std::ranges::all_of(formula.parts, holds);
        case Formula::Kind::any:
            return std::ranges::any_of(formula.parts, holds);
        default:
            throw Error("expected a formula of a marking, found one of paths");
    }
}

}  // namespace scrump::petri
