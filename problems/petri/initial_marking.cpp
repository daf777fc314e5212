#include <scrump/problems/petri/detail/goals.hpp>
#include <scrump/problems/petri/detail/initial_marking.hpp>
#include <scrump/problems/petri/detail/making.hpp>

namespace scrump::petri {

InitialMarking::InitialMarking(const Net& net) : net_(net) {
    for (const Place& place : net.places) tokens_.push_back(place.tokens);
    is_stuck_ = holds(Formula{.kind = Formula::Kind::deadlock});
}

Formula InitialMarking::decide(const Formula& formula) const {
    const bool only_this = is_stuck_ && !is_ctl(formula);
    return simplified(only_this ? for_ever(formula) : replace(formula));
}

Formula InitialMarking::for_ever(const Formula& formula) const {
    if (is_of_marking(formula)) return constant(holds(formula));
    if (formula.kind == Formula::Kind::fires) return constant(false);
    if (formula.kind != Formula::Kind::negation && formula.kind != Formula::Kind::all &&
        formula.kind != Formula::Kind::any)
        return for_ever(formula.parts.back());
    Formula result{.kind = formula.kind};
    for (const Formula& part : formula.parts) result.parts.push_back(for_ever(part));
    return result;
}

Formula InitialMarking::replace(const Formula& formula) const {
    if (is_of_marking(formula)) return constant(holds(formula));
    if (is_quantified(formula)) return is_ctl(formula) ? replace_quantified(formula) : formula;
    Formula result{.kind = formula.kind};
    for (const Formula& part : formula.parts) result.parts.push_back(replace(part));
    return result;
}
Formula InitialMarking::replace_quantified(const Formula& formula) const {
    const Formula& path = formula.parts.front();
    if (path.kind == Formula::Kind::next)
        return is_stuck_ ? constant(formula.kind == Formula::Kind::every_path) : formula;
    Formula goal = decide(path.parts.back());
    if (is_stuck_) return goal;
    if (path.kind == Formula::Kind::always) return goal.kind == Formula::Kind::no ? goal : formula;
    if (goal.kind == Formula::Kind::yes) return goal;
    const bool stays = path.kind == Formula::Kind::eventually || goal.kind != Formula::Kind::no ||
                       decide(path.parts.front()).kind != Formula::Kind::no;
    return stays ? formula : constant(false);
}

}  // namespace scrump::petri
