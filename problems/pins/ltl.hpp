#pragma once
// Formulas of linear temporal logic about the states of a compiled model.
//
//     const scrump::pins::Model model("peterson.so");
//     const auto asked = scrump::pins::parse_ltl("G (\"process 0\" = waiting -> F \"process 0\" = critical)", model);
//     const auto found = scrump::check_ltl(model, asked.formula, asked.propositions);

#include <scrump/liveness.hpp>
#include <scrump/problems/pins/model.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace scrump::pins {

/// A formula, and what it says of states.
struct StateFormula {
    LtlFormula formula;                  ///< the formula, over the texts of its propositions
    Propositions<State> propositions{};  ///< these propositions
};

/// Transitions that are fair, called as Model::transitions_named() knows them.
struct Fairness {
    std::vector<std::string> weak{};    ///< taken again and again if they stay enabled
    std::vector<std::string> strong{};  ///< taken again and again if they are enabled again and again
};

/// Reads a formula as scrump::parse_ltl() does. Its propositions are the model's labels of states, which hold if they
/// are not 0, and comparisons of a slot with a number, with another slot, or, by = and !=, with the text of one of its
/// values: `turn = 1`, `a < b`, `"process 0" != waiting`. Names of letters, digits, underscores, dots and square
/// brackets stand alone, others in double quotes. Only fair paths count; transitions that lead from one state to the
/// same other one are all taken with it. `model` must outlive the result. Throws UsageError that says what was not
/// understood.
StateFormula parse_ltl(std::string_view text, const Model& model, const Fairness& fairness = {});

/// Texts of the transitions of a counterexample: to the cycle, and on it. Of a deadlock the cycle has none.
struct StepTexts {
    std::vector<std::string> path{};   ///< transitions to the cycle
    std::vector<std::string> cycle{};  ///< transitions on it
};
/// The transitions along a counterexample.
StepTexts steps_along(const Model& model, const Counterexample<State>& counterexample);

}  // namespace scrump::pins
