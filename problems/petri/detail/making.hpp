#pragma once
// Short forms of formulas.

#include <scrump/problems/petri/formula.hpp>

#include <utility>

namespace scrump::petri {

/// A formula that always holds, or never.
inline Formula constant(bool value) {
    return {.kind = value ? Formula::Kind::yes : Formula::Kind::no};
}
/// A formula of one part.
inline Formula with(Formula::Kind kind, Formula part) {
    Formula result{.kind = kind};
    result.parts.push_back(std::move(part));
    return result;
}
/// A formula of two parts.
inline Formula with(Formula::Kind kind, Formula first, Formula second) {
    Formula result = with(kind, std::move(first));
    result.parts.push_back(std::move(second));
    return result;
}
/// Whether a sum is at most another.
inline Formula at_most(Sum left, Sum right) {
    Formula result{.kind = Formula::Kind::at_most};
    result.left = std::move(left);
    result.right = std::move(right);
    return result;
}

}  // namespace scrump::petri
