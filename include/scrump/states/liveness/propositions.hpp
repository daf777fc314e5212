#pragma once
// What formulas say about the states and steps of a model.

#include <scrump/states/explore/state.hpp>

#include <functional>
#include <string>
#include <vector>

namespace scrump {

/// Something that holds in a state, or does not.
template <StateValue State>
struct Proposition {
    std::string name{};  ///< name, by which formulas mention it
    /// Whether it holds in a state; called by several workers at once, once for each state.
    std::function<bool(StateView<State> state)> holds{};
};

/// Something that holds of a step from one state to the next, such as that a certain action is taken. At the end of a
/// path that ends, the step leads from the last state to itself.
template <StateValue State>
struct StepProposition {
    std::string name{};  ///< name, by which formulas mention it
    /// Whether it holds of a step; called by several workers at once, once for each step.
    std::function<bool(StateView<State> from, StateView<State> to)> holds{};
};

/// All propositions; their names differ. A formula may mention some of them.
template <StateValue State>
struct Propositions {
    std::vector<Proposition<State>> of_states{};     ///< propositions of states
    std::vector<StepProposition<State>> of_steps{};  ///< propositions of steps
};

}  // namespace scrump
