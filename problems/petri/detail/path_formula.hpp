#pragma once
// A net's formula of paths as one of linear temporal logic, over the formulas of markings
// and steps in it.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/states/liveness/formula.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace scrump::petri::detail {

struct PathFormula {
    LtlFormula formula;
    bool is_for_all = false;              ///< whether it is to hold on all paths, rather than on one
    std::vector<Formula> propositions{};  ///< formulas of a marking, and of steps (`fires`), by number

    /// Name of the proposition for one of these, and its number.
    static std::string name_of(std::size_t number) { return std::to_string(number); }
    static std::size_t number_of(const std::string& name) { return std::stoul(name); }
};

/// Throws Error if it is not a formula of LTL.
PathFormula path_formula_of(const Formula& formula);

}  // namespace scrump::petri::detail
