#include <scrump/problems/petri/detail/goals.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/witness.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;

// An equivalent formula, or its negation, in which E, conjunctions and disjunctions are outermost as far as they can
// be.
Formula with_paths_outermost(const Formula& formula, bool holds) {
    switch (formula.kind) {
        case Kind::negation:
            return with_paths_outermost(formula.parts.front(), !holds);
        case Kind::all:
        case Kind::any: {
            Formula result{.kind = (formula.kind == Kind::all) == holds ? Kind::all : Kind::any};
            for (const Formula& part : formula.parts) result.parts.push_back(with_paths_outermost(part, holds));
            return result;
        }
        case Kind::every_path:
            return holds ? formula : refutation_of(formula);
        default:
            return holds ? formula : with(Kind::negation, formula);
    }
}

class WitnessSearch {
  public:
    WitnessSearch(NetSets& sets, std::uint64_t rounds) : sets_(sets), rounds_(rounds), at_(sets.initial()) {}

    /// Goes on from where the path ends to show a formula that holds there; returns whether it could, and else adds
    /// nothing.
    bool show(const Formula& formula) { return show_outermost(with_paths_outermost(formula, true)); }

    Witness take() {
        return {.path = sets_.of_net(std::move(found_.path)), .cycle = sets_.of_net(std::move(found_.cycle))};
    }

  private:
    bool show_outermost(const Formula& formula) {
        if (is_of_marking(formula)) return true;
        switch (formula.kind) {
            case Kind::any:
                return std::ranges::any_of(
                    formula.parts, [&](const Formula& part) { return holds_here(part) && show_outermost(part); });
            case Kind::all: {
                // One path cannot show several parts about paths.
                const auto is_of_paths = [](const Formula& part) { return !is_of_marking(part); };
                const auto only = std::ranges::find_if(formula.parts, is_of_paths);
                return std::none_of(std::next(only), formula.parts.end(), is_of_paths) && show_outermost(*only);
            }
            case Kind::some_path:
                return follow(formula);
            default:
                return false;
        }
    }
    bool holds_here(const Formula& formula) { return !(at_ & sets_.satisfying(formula)).empty(); }

    bool follow(const Formula& formula) {
        const Formula& path = formula.parts.front();
        CounterSets& all = sets_.sets();
        if (path.kind == Kind::always) {
            auto lasso = all.lasso(at_, sets_.satisfying(formula), rounds_);
            if (!lasso) return false;
            found_.path.insert(found_.path.end(), lasso->path.begin(), lasso->path.end());
            found_.cycle = std::move(lasso->cycle);
            return true;
        }
        const Formula& last = path.parts.back();
        const CounterSet goal = sets_.satisfying(last);
        std::optional<FiringPath> steps;
        if (path.kind == Kind::next) {
            if (const auto step = all.step_to(at_, goal)) steps = {*step};
        } else {
            const CounterSet way = path.kind == Kind::until ? sets_.satisfying(path.parts.front()) : sets_.reachable();
            steps = all.path_within(at_, way, goal, rounds_);
        }
        if (!steps) return false;
        at_ = all.after(at_, *steps);
        found_.path.insert(found_.path.end(), steps->begin(), steps->end());
        show(last);  // as far as it can
        return true;
    }

    NetSets& sets_;
    const std::uint64_t rounds_;
    CounterSet at_;  // where the path ends
    CounterLasso found_;
};

}  // namespace

std::optional<Witness> find_witness(NetSets& sets, const Formula& formula, std::uint64_t rounds) {
    WitnessSearch search(sets, rounds);
    return search.show(formula) ? std::optional(search.take()) : std::nullopt;
}

}  // namespace scrump::petri
