#include <scrump/problems/petri/detail/path_formula.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <utility>

namespace scrump::petri::detail {
namespace {

using Kind = Formula::Kind;

class Conversion {
  public:
    explicit Conversion(std::vector<Formula>& propositions) : propositions_(propositions) {}

    LtlFormula operator()(const Formula& formula) {
        switch (formula.kind) {
            case Kind::yes:
            case Kind::no:
                return LtlFormula(formula.kind == Kind::yes);
            case Kind::negation:
                return !part(formula, 0);
            case Kind::next:
                return ltl::next(part(formula, 0));
            case Kind::eventually:
                return ltl::eventually(part(formula, 0));
            case Kind::always:
                return ltl::always(part(formula, 0));
            case Kind::until:
                return ltl::until(part(formula, 0), part(formula, 1));
            case Kind::all:
            case Kind::any:
                return is_of_marking(formula) ? proposition(formula) : joined(formula);
            default:
                return proposition(formula);
        }
    }

  private:
    LtlFormula part(const Formula& formula, std::size_t number) { return (*this)(formula.parts.at(number)); }
    LtlFormula joined(const Formula& formula) {
        LtlFormula all(formula.kind == Kind::all);
        for (const Formula& each : formula.parts)
            all = formula.kind == Kind::all ? all && (*this)(each) : all || (*this)(each);
        return all;
    }
    LtlFormula proposition(const Formula& formula) {
        const auto known = std::ranges::find(propositions_, formula);
        const auto number = static_cast<std::size_t>(known - propositions_.begin());
        if (known == propositions_.end()) propositions_.push_back(formula);
        return LtlFormula(PathFormula::name_of(number));
    }

    std::vector<Formula>& propositions_;
};

}  // namespace

PathFormula path_formula_of(const Formula& formula) {
    if (!is_ltl(formula)) throw Error("the formula is not one of LTL");
    PathFormula path{.formula = LtlFormula(true), .is_for_all = formula.kind == Kind::every_path, .propositions = {}};
    path.formula = Conversion(path.propositions)(formula.parts.at(0));
    return path;
}

}  // namespace scrump::petri::detail
