#include <scrump/problems/petri/detail/goals.hpp>

namespace scrump::petri {

std::optional<Goal> goal_of(const Formula& formula) {
    if (!is_quantified(formula) || !is_ctl(formula)) return std::nullopt;
    const Formula& path = formula.parts.front();
    if (formula.kind == Formula::Kind::some_path && path.kind == Formula::Kind::eventually)
        return Goal{path.parts.front(), true};
    if (formula.kind == Formula::Kind::every_path && path.kind == Formula::Kind::always)
        return Goal{negated(path.parts.front()), false};
    return std::nullopt;
}

std::size_t count_quantifiers(const Formula& formula) {
    std::size_t count = is_quantified(formula) ? 1 : 0;
    for (const Formula& part : formula.parts) count += count_quantifiers(part);
    return count;
}

}  // namespace scrump::petri
