#pragma once

// Include it for random walks through state spaces that are too large to be explored.
//
// Workers walk at random from an initial state until a property is violated, a goal or a deadlock is found, or the
// walks are stopped, as in the simulation mode of TLC and SPIN. They remember nothing, so that they need no memory and
// prove nothing; the path to what is found comes from the same walk once more.
//
//     const auto result = scrump::random_walk(0U, successors, {.time_limit = 10s}, {.goal = is_goal});
//     if (result.finding) std::printf("found after %lu steps\n", result.statistics.steps);

#include <scrump/states/explore/detail/model_of.hpp>
#include <scrump/states/explore/detail/random_walk.hpp>
#include <scrump/states/explore/model.hpp>
#include <scrump/states/explore/random_walk_options.hpp>
#include <scrump/states/explore/result.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// Result of random walks.
template <class State>
struct RandomWalkResult {
    /// How they ended: `complete` if something was found, or if no initial state has a successor.
    Status status = Status::complete;
    std::optional<Finding<State>> finding{};  ///< state that ended the walks, with its path, if any
    std::vector<std::uint64_t> greatest{};    ///< maxima of the figures of Properties::greatest in the states seen
    RandomWalkStatistics statistics{};        ///< what the walks cost
};

/// Walks at random from `initial` until something is found, or the options stop it. Each step leads to one of the
/// successors, all with the same probability. After `options.depth` steps, and in a state without a successor, a walk
/// ends and the next one begins. `properties.canonical` is not used: walks keep no states. What successors() throws
/// ends the walks and is rethrown here. Throws UsageError if nothing is looked for, and for invalid options, and Error
/// if a state does not always have the same successors.
template <StateValue State, SuccessorFunction<State> Successors>
RandomWalkResult<State> random_walk(std::span<const State> initial, const Successors& successors,
                                    const RandomWalkOptions& options,
                                    const std::type_identity_t<Properties<State>>& properties) {
    Properties<State> own = properties;
    own.canonical = nullptr;
    const detail::ModelOf<State, Successors> model(initial, successors, own);
    detail::RandomWalkOutcome outcome = detail::run_random_walk(model, options);
    RandomWalkResult<State> result{.status = outcome.status,
                                   .finding = {},
                                   .greatest = std::move(outcome.greatest),
                                   .statistics = std::move(outcome.statistics)};
    if (outcome.found) result.finding = model.finding_of(*outcome.found, true);
    return result;
}

/// The same from one initial state.
template <StateValue State, SuccessorFunction<State> Successors>
RandomWalkResult<State> random_walk(const State& initial, const Successors& successors,
                                    const RandomWalkOptions& options,
                                    const std::type_identity_t<Properties<State>>& properties) {
    return random_walk(std::span<const State>(&initial, 1), successors, options, properties);
}

/// The same for a model with `initial()` and `successors(state, yield)`.
template <StateModel Model>
RandomWalkResult<StateOf<Model>> random_walk(const Model& model, const RandomWalkOptions& options,
                                             const Properties<StateOf<Model>>& properties) {
    using State = StateOf<Model>;
    const auto successors = [&](StateView<State> state, const Yield<State>& yield) { model.successors(state, yield); };
    const State initial = model.initial();
    return random_walk(initial, successors, options, properties);
}

}  // namespace scrump
