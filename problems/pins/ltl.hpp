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
    LtlFormula formula;
    Propositions<State> propositions{};
};

/// Reads a formula as scrump::parse_ltl() does. Its propositions are the model's labels of states, which hold if they
/// are not 0, and comparisons of a slot with a number, with another slot, or, by = and !=, with the text of one of its
/// values: `turn = 1`, `a < b`, `"process 0" != waiting`. Names of letters, digits, underscores, dots and square
/// brackets stand alone, others in double quotes. `model` must outlive the result. Throws UsageError that says what was
/// not understood.
StateFormula parse_ltl(std::string_view text, const Model& model);

/// Texts of the transitions of a counterexample: to the cycle, and on it. Of a deadlock the cycle has none.
struct StepTexts {
    std::vector<std::string> path{};
    std::vector<std::string> cycle{};
};
StepTexts steps_along(const Model& model, const Counterexample<State>& counterexample);

}  // namespace scrump::pins
