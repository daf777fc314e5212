#pragma once

// Include it for state spaces.
//
// State spaces, the front door: visits all states that can be reached, given a function that yields the successors of a
// state.
//
//     const auto result = scrump::explore(0U, [](unsigned state, const auto& yield) {
//         yield((state + 3) % 10);
//         yield(state * 2 % 10);
//     });
//     std::printf("%lu states\n", result.statistics.states);
//
// model.hpp says what a model is and which properties can be checked; docs/tutorial-states.md is a tutorial.

#include <scrump/base/error.hpp>
#include <scrump/states/explore/detail/explore.hpp>
#include <scrump/states/explore/detail/model_of.hpp>
#include <scrump/states/explore/model.hpp>
#include <scrump/states/explore/options.hpp>
#include <scrump/states/explore/result.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace scrump {

/// Visits all states that can be reached from any of `initial`, each once, with all workers of all localities, or until
/// `properties` are decided. Initial states given twice count once. What successors() throws ends the exploration and
/// is rethrown here. Throws UsageError for invalid options and for a `canonical` that is seen not to be one, and Error
/// if the processes do not explore the same.
template <StateValue State, SuccessorFunction<State> Successors>
ExploreResult<State> explore(std::span<const State> initial, const Successors& successors,
                             const ExploreOptions& options = {},
                             const std::type_identity_t<Properties<State>>& properties = {}) {
    const detail::ModelOf<State, Successors> model(initial, successors, properties);
    model.check_initial();
    detail::ExploreOutcome outcome = detail::run_exploration(model, options);
    ExploreResult<State> result{.status = outcome.status,
                                .storage = options.storage,
                                .all_expanded = outcome.all_expanded,
                                .representatives = model.has_symmetry(),
                                .finding = {},
                                .greatest = std::move(outcome.greatest),
                                .expected_missed = outcome.expected_missed,
                                .statistics = std::move(outcome.statistics)};
    if (outcome.found) result.finding = model.finding_of(*outcome.found, options.paths);
    return result;
}

/// The same from one initial state.
template <StateValue State, SuccessorFunction<State> Successors>
ExploreResult<State> explore(const State& initial, const Successors& successors, const ExploreOptions& options = {},
                             const std::type_identity_t<Properties<State>>& properties = {}) {
    return explore(std::span<const State>(&initial, 1), successors, options, properties);
}

/// The same from several initial states in a list: `explore({5, 7}, successors)`.
template <StateValue State, SuccessorFunction<State> Successors>
ExploreResult<State> explore(std::initializer_list<State> initial, const Successors& successors,
                             const ExploreOptions& options = {},
                             const std::type_identity_t<Properties<State>>& properties = {}) {
    return explore(std::span<const State>(initial.begin(), initial.size()), successors, options, properties);
}

/// The same for a model with `initial()` and `successors(state, yield)`, and `canonical(state)` if it has symmetries.
template <StateModel Model>
ExploreResult<StateOf<Model>> explore(const Model& model, const ExploreOptions& options = {},
                                      const Properties<StateOf<Model>>& properties = {}) {
    using State = StateOf<Model>;
    const auto successors = [&](StateView<State> state, const Yield<State>& yield) { model.successors(state, yield); };
    const State initial = model.initial();
    return explore(initial, successors, options, detail::with_symmetry_of(model, properties));
}

// The name of explore() up to version 0.2; reach() is now for symbolic models only (diagrams.hpp).
template <StateValue State, SuccessorFunction<State> Successors>
[[deprecated("write scrump::explore()")]] ExploreResult<State> reach(
    std::span<const State> initial, const Successors& successors, const ExploreOptions& options = {},
    const std::type_identity_t<Properties<State>>& properties = {}) {
    return explore(initial, successors, options, properties);
}
template <StateValue State, SuccessorFunction<State> Successors>
[[deprecated("write scrump::explore()")]] ExploreResult<State> reach(
    const State& initial, const Successors& successors, const ExploreOptions& options = {},
    const std::type_identity_t<Properties<State>>& properties = {}) {
    return explore(initial, successors, options, properties);
}
template <StateValue State, SuccessorFunction<State> Successors>
[[deprecated("write scrump::explore()")]] ExploreResult<State> reach(
    std::initializer_list<State> initial, const Successors& successors, const ExploreOptions& options = {},
    const std::type_identity_t<Properties<State>>& properties = {}) {
    return explore(initial, successors, options, properties);
}
template <StateModel Model>
[[deprecated("write scrump::explore()")]] ExploreResult<StateOf<Model>> reach(
    const Model& model, const ExploreOptions& options = {}, const Properties<StateOf<Model>>& properties = {}) {
    return explore(model, options, properties);
}

}  // namespace scrump
