#pragma once
// The reachable states of a model, one at a time: what its diagrams mean, without any package of diagrams.

#include <scrump/states/diagrams/model.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace scrump::test {

/// The bits of a state, in order, each a byte of 0 or 1.
using PlainState = std::string;

/// Follows paths of a diagram through the bits of a state and of its successors.
class Paths {
  public:
    using Visit = std::function<void(const PlainState&)>;

    explicit Paths(const SymbolicModel& model) : model_(model) {}

    /// Visits all states of a set.
    void states(const StoredStates& states, std::size_t bits, const Visit& visit) {
        fixed_ = nullptr;
        begin(PlainState(bits, 0), state_variables(model_, states.entries), visit);
        follow(states.root, 0);
    }

    /// Visits all states that a relation leads to.
    void successors(const StoredRelation& relation, const PlainState& state, const Visit& visit) {
        fixed_ = &state;
        std::vector<std::uint32_t> variables;
        for (const std::uint32_t variable : state_variables(model_, entries_of(relation))) {
            variables.push_back(variable);
            variables.push_back(next_state_variable(variable));
        }
        begin(state, std::move(variables), visit);
        follow(relation.root, 0);
    }

  private:
    void begin(PlainState state, std::vector<std::uint32_t> variables, const Visit& visit) {
        found_ = std::move(state);
        variables_ = std::move(variables);
        visit_ = &visit;
    }

    // Both ways at a bit that is not given.
    void follow(StoredEdge edge, std::size_t index) {
        if (edge == StoredEdge{}) return;
        if (index == variables_.size()) {
            (*visit_)(found_);
            return;
        }
        const std::uint32_t variable = variables_[index];
        const std::uint32_t bit = variable / 2;
        if (fixed_ != nullptr && variable % 2 == 0) {
            follow(step(edge, variable, (*fixed_)[bit] != 0), index + 1);
            return;
        }
        for (const bool value : {false, true}) {
            found_[bit] = static_cast<char>(value);
            follow(step(edge, variable, value), index + 1);
        }
    }

    StoredEdge step(StoredEdge edge, std::uint32_t variable, bool value) const {
        if (edge.node == 0 || model_.nodes[edge.node - 1].variable != variable) return edge;
        const StoredNode& node = model_.nodes[edge.node - 1];
        StoredEdge next = value ? node.high : StoredEdge{node.low, false};
        next.complemented ^= edge.complemented;
        return next;
    }

    const SymbolicModel& model_;
    const PlainState* fixed_ = nullptr;  // the state that transitions leave
    PlainState found_;
    std::vector<std::uint32_t> variables_;
    const Visit* visit_ = nullptr;
};

inline std::size_t count_reachable(const SymbolicModel& model) {
    std::size_t bits = 0;
    for (const std::uint32_t of_entry : model.bits) bits += of_entry;
    std::unordered_set<PlainState> reached;
    std::vector<PlainState> unexplored;
    const auto reach = [&](const PlainState& state) {
        if (reached.insert(state).second) unexplored.push_back(state);
    };
    Paths paths(model);
    paths.states(model.initial, bits, reach);
    while (!unexplored.empty()) {
        const PlainState state = unexplored.back();
        unexplored.pop_back();
        for (const StoredRelation& relation : model.relations) paths.successors(relation, state, reach);
    }
    return reached.size();
}

}  // namespace scrump::test
