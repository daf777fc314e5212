#pragma once

// Include it for formulas of linear temporal logic over the paths of a model.
//
//     const auto result = scrump::check_ltl(0U, [](unsigned state, const auto& yield) { yield((state + 3) % 10); },
//                                           scrump::parse_ltl("G F zero"),
//                                           {.of_states = {{"zero", [](unsigned state) { return state == 0; }}}});
//     std::printf("%s\n", *result.holds ? "zero is met again and again" : "it is not");
//
// formula.hpp has the operators, propositions.hpp what they speak of; docs/states.md is the reference.

#include <scrump/base/error.hpp>
#include <scrump/states/explore/detail/model_of.hpp>
#include <scrump/states/explore/model.hpp>
#include <scrump/states/liveness/detail/check.hpp>
#include <scrump/states/liveness/detail/propositions_of.hpp>
#include <scrump/states/liveness/formula.hpp>
#include <scrump/states/liveness/options.hpp>
#include <scrump/states/liveness/propositions.hpp>
#include <scrump/states/liveness/result.hpp>

#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace scrump {

/// Checks whether a formula holds on all paths from any of `initial`, or finds one on which it does not. Paths go on
/// as long as they can: one that ends in a deadlock stays there for ever. All functions of the model are called by
/// several workers at once, successors() usually once for each state; what they throw ends the check and is rethrown
/// here. Throws UsageError for invalid options, and Error for a formula that is too large or that mentions a
/// proposition that does not exist.
template <StateValue State, SuccessorFunction<State> Successors>
LtlResult<State> check_ltl(std::span<const State> initial, const Successors& successors, const LtlFormula& formula,
                           const std::type_identity_t<Propositions<State>>& propositions,
                           const LtlOptions& options = {}) {
    const Properties<State> none;
    const detail::ModelOf<State, Successors> model(initial, successors, none);
    const detail::PropositionsOf<State> words(propositions);
    detail::LtlOutcome outcome = detail::run_ltl_check(model, formula, words, options);
    LtlResult<State> result{
        .status = outcome.status, .holds = outcome.holds, .counterexample = {}, .statistics = outcome.statistics};
    if (!outcome.cycle.empty()) {
        Counterexample<State>& found = result.counterexample.emplace();
        for (const auto& state : outcome.path) found.path.push_back(model.state_of(state));
        for (const auto& state : outcome.cycle) found.cycle.push_back(model.state_of(state));
    }
    return result;
}

/// The same from one initial state.
template <StateValue State, SuccessorFunction<State> Successors>
LtlResult<State> check_ltl(const State& initial, const Successors& successors, const LtlFormula& formula,
                           const std::type_identity_t<Propositions<State>>& propositions,
                           const LtlOptions& options = {}) {
    return check_ltl(std::span<const State>(&initial, 1), successors, formula, propositions, options);
}

/// The same from several initial states in a list.
template <StateValue State, SuccessorFunction<State> Successors>
LtlResult<State> check_ltl(std::initializer_list<State> initial, const Successors& successors,
                           const LtlFormula& formula, const std::type_identity_t<Propositions<State>>& propositions,
                           const LtlOptions& options = {}) {
    return check_ltl(std::span<const State>(initial.begin(), initial.size()), successors, formula, propositions,
                     options);
}

/// The same for a model with `initial()` and `successors(state, yield)`.
template <StateModel Model>
LtlResult<StateOf<Model>> check_ltl(const Model& model, const LtlFormula& formula,
                                    const Propositions<StateOf<Model>>& propositions, const LtlOptions& options = {}) {
    using State = StateOf<Model>;
    const auto successors = [&](StateView<State> state, const Yield<State>& yield) { model.successors(state, yield); };
    const State initial = model.initial();
    return check_ltl(initial, successors, formula, propositions, options);
}

}  // namespace scrump
