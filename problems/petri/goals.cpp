#include <scrump/base/error.hpp>
#include <scrump/problems/petri/detail/goals.hpp>
#include <scrump/problems/petri/detail/making.hpp>

#include <utility>

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

Formula refutation_of(const Formula& formula) {
    using Kind = Formula::Kind;
    const Formula& path = formula.parts.front();
    const auto no = [&](std::size_t part) { return with(Kind::negation, path.parts[part]); };
    const auto some = [](Formula of_path) { return with(Kind::some_path, std::move(of_path)); };
    switch (path.kind) {
        case Kind::next:
            return some(with(Kind::next, no(0)));
        case Kind::eventually:
            return some(with(Kind::always, no(0)));
        case Kind::always:
            return some(with(Kind::eventually, no(0)));
        case Kind::until:
            return with(Kind::any, some(with(Kind::until, no(1), with(Kind::all, no(0), no(1)))),
                        some(with(Kind::always, no(1))));
        default:
            throw Error("expected a formula of CTL, found one of paths");
    }
}

std::size_t count_quantifiers(const Formula& formula) {
    std::size_t count = is_quantified(formula) ? 1 : 0;
    for (const Formula& part : formula.parts) count += count_quantifiers(part);
    return count;
}

}  // namespace scrump::petri
