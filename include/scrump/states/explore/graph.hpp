#pragma once

// Include it for the graph of a small state space.
//
// All states and transitions, for drawings and for other programs, and files of them in DOT (Graphviz) and GraphML
// (Brandes et al., 2002).

#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/detail/graph_walk.hpp>
#include <scrump/states/explore/detail/model_of.hpp>
#include <scrump/states/explore/graph_file.hpp>
#include <scrump/states/explore/graph_options.hpp>
#include <scrump/states/explore/model.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

namespace detail {

// Transitions without names.
struct Unnamed {
    template <class State>
    std::string operator()(const State& /*from*/, const State& /*to*/) const {
        return {};
    }
};

}  // namespace detail

/// All states that can be reached, and the transitions between them.
template <StateValue State>
struct StateGraph {
    Status status = Status::complete;  ///< how the walk ended; otherwise there may be more states and transitions
    std::vector<State> states{};       ///< states, in the order of breadth-first search
    std::vector<StateMarks> marks{};   ///< marks of each state
    std::vector<StateStep> steps{};    ///< transitions, in the order of the states that they leave
};

/// Walks through all states that can be reached, by the calling thread alone. Marks initial states, goals, violations
/// and deadlocks, and stops at none of them. With Properties::canonical, states are representatives. Throws Error if
/// there are more states than `state_limit`; the other limits end the walk.
template <StateValue State, SuccessorFunction<State> Successors>
StateGraph<State> state_graph(std::span<const State> initial, const Successors& successors,
                              const StateGraphOptions& options = {},
                              const std::type_identity_t<Properties<State>>& properties = {}) {
    const detail::ModelOf<State, Successors> model(initial, successors, properties);
    model.check_initial();
    detail::GraphWalk walked = detail::walk(model, options);
    StateGraph<State> graph{
        .status = walked.status, .marks = std::move(walked.marks), .steps = std::move(walked.steps)};
    graph.states.reserve(walked.states.size());
    for (std::size_t i = 0; i < walked.states.size(); ++i) {
        const State& state = graph.states.emplace_back(model.state_of(walked.states[i]));
        graph.marks[i].goal = properties.goal && properties.goal(state);
        for (const auto& each : properties.invariants)
            if (graph.marks[i].violated.empty() && !each.holds(state)) graph.marks[i].violated = each.name;
    }
    return graph;
}

/// The same from one initial state.
template <StateValue State, SuccessorFunction<State> Successors>
StateGraph<State> state_graph(const State& initial, const Successors& successors, const StateGraphOptions& options = {},
                              const std::type_identity_t<Properties<State>>& properties = {}) {
    return state_graph(std::span<const State>(&initial, 1), successors, options, properties);
}

/// The same for a model.
template <StateModel Model>
StateGraph<StateOf<Model>> state_graph(const Model& model, const StateGraphOptions& options = {},
                                       const Properties<StateOf<Model>>& properties = {}) {
    using State = StateOf<Model>;
    const auto successors = [&](StateView<State> state, const Yield<State>& yield) { model.successors(state, yield); };
    return state_graph(model.initial(), successors, options, detail::with_symmetry_of(model, properties));
}

/// Writes a graph to a file in the format of its ending (`.dot`, `.gv`, `.graphml`), as a whole or not at all.
/// `show(state)` is the text of a state, and `step(from, to)` the name of a transition; an empty one is left out.
/// Throws UsageError for any other ending, and Error if the file cannot be written.
template <StateValue State, class Show, class Step = detail::Unnamed>
void write_graph(const std::string& file, const StateGraph<State>& graph, const Show& show, const Step& step = {}) {
    DrawnGraph drawn{.marks = graph.marks, .steps = graph.steps};
    for (const State& state : graph.states) drawn.texts.push_back(show(state));
    for (const StateStep& each : graph.steps)
        drawn.names.push_back(step(graph.states[each.from], graph.states[each.to]));
    write_graph(file, drawn);
}

}  // namespace scrump
