#include "simplify_automaton.hpp"

#include "components.hpp"

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using Edge = BuchiAutomaton::Edge;
using State = BuchiAutomaton::State;

// Numbers states by components; edges that no cycle has count for nothing.
void find_components(BuchiAutomaton& automaton) {
    const auto number = components_of(automaton.states.size(), [&](std::size_t state, const auto& visit) {
        for (const Edge& edge : automaton.states[state].edges) visit(edge.to);
    });
    automaton.components.clear();
    for (std::size_t i = 0; i < automaton.states.size(); ++i) {
        automaton.states[i].component = number[i];
        if (automaton.components.size() <= number[i]) automaton.components.resize(number[i] + 1);
        automaton.components[number[i]].states.push_back(static_cast<std::uint32_t>(i));
    }
    for (BuchiAutomaton::Component& component : automaton.components) {
        bool has_cycle = false;
        std::uint64_t accepting = 0;
        for (const std::uint32_t state : component.states) {
            for (const Edge& edge : automaton.states[state].edges) {
                if (number[edge.to] != number[state]) continue;
                has_cycle = true;
                accepting |= edge.accepting;
            }
        }
        component.is_accepting = has_cycle && accepting == automaton.all_sets();
    }
    for (State& state : automaton.states)
        for (Edge& edge : state.edges)
            if (number[edge.to] != state.component || !automaton.components[state.component].is_accepting)
                edge.accepting = 0;
}

// Keeps these states and the edges between them, in the order of their numbers.
void keep(BuchiAutomaton& automaton, const std::vector<bool>& kept) {
    std::vector<std::uint32_t> numbers(kept.size());
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i]) numbers[i] = count++;
    std::vector<State> states;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i]) continue;
        State& state = automaton.states[i];
        std::erase_if(state.edges, [&](const Edge& edge) { return !kept[edge.to]; });
        for (Edge& edge : state.edges) edge.to = numbers[edge.to];
        states.push_back(std::move(state));
    }
    automaton.states = std::move(states);
}

// States from which an accepting component is reached, and that the first state reaches.
void drop_useless(BuchiAutomaton& automaton) {
    find_components(automaton);
    // Edges lead to components of smaller numbers.
    std::vector<bool> useful(automaton.components.size());
    for (std::size_t i = 0; i < automaton.components.size(); ++i) {
        useful[i] = automaton.components[i].is_accepting;
        for (const std::uint32_t state : automaton.components[i].states)
            for (const Edge& edge : automaton.states[state].edges)
                if (useful[automaton.states[edge.to].component]) useful[i] = true;
    }
    std::vector<bool> kept(automaton.states.size());
    std::vector<std::uint32_t> open;
    const auto reach = [&](std::uint32_t state) {
        if (kept[state] || !useful[automaton.states[state].component]) return;
        kept[state] = true;
        open.push_back(state);
    };
    if (!automaton.states.empty()) reach(0);
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        for (const Edge& edge : automaton.states[state].edges) reach(edge.to);
    }
    keep(automaton, kept);
    find_components(automaton);
}

void keep_sets(BuchiAutomaton& automaton, const std::vector<unsigned>& sets) {
    for (State& state : automaton.states) {
        for (Edge& edge : state.edges) {
            std::uint64_t accepting = 0;
            for (std::size_t i = 0; i < sets.size(); ++i)
                if ((edge.accepting >> sets[i] & 1U) != 0) accepting |= std::uint64_t{1} << i;
            edge.accepting = accepting;
        }
    }
    automaton.acceptance_sets = static_cast<unsigned>(sets.size());
}

// Acceptance sets in which all edges of a set that is kept are, and those in which all edges of cycles are.
void drop_sets(BuchiAutomaton& automaton) {
    // For each set, the sets in which all of its edges are; and whether all edges of cycles are in it.
    std::vector<std::uint64_t> within(automaton.acceptance_sets, automaton.all_sets());
    std::uint64_t everywhere = automaton.all_sets();
    for (const State& state : automaton.states) {
        for (const Edge& edge : state.edges) {
            if (automaton.states[edge.to].component != state.component) continue;
            everywhere &= edge.accepting;
            for (unsigned i = 0; i < automaton.acceptance_sets; ++i)
                if ((edge.accepting >> i & 1U) != 0) within[i] &= edge.accepting;
        }
    }
    std::vector<unsigned> sets;
    for (unsigned i = 0; i < automaton.acceptance_sets; ++i) {
        bool is_implied = (everywhere >> i & 1U) != 0;
        for (unsigned j = 0; j < automaton.acceptance_sets && !is_implied; ++j)
            is_implied = j != i && (within[j] >> i & 1U) != 0 && (j < i || (within[i] >> j & 1U) == 0);
        if (!is_implied) sets.push_back(i);
    }
    keep_sets(automaton, sets);
}

// Direct simulation: one state simulates another if it can do whatever the other one can.
class Simulation {
  public:
    explicit Simulation(const BuchiAutomaton& automaton)
        : automaton_(automaton), count_(automaton.states.size()), simulates_(count_ * count_, true) {
        for (bool changes = true; changes;) {
            changes = false;
            for (std::size_t a = 0; a < count_; ++a) {
                Deadline::look();
                for (std::size_t b = 0; b < count_; ++b) {
                    if (!simulates(a, b) || can_follow(a, b)) continue;
                    simulates_[a * count_ + b] = false;
                    changes = true;
                }
            }
        }
    }

    /// Whether `a` simulates `b`.
    bool simulates(std::size_t a, std::size_t b) const { return simulates_[a * count_ + b]; }
    /// Whether the first edge can be taken whenever the second one can, and leads to no less.
    bool simulates(const Edge& a, const Edge& b) const {
        return (a.holding & ~b.holding) == 0 && (a.lacking & ~b.lacking) == 0 && (b.accepting & ~a.accepting) == 0 &&
               simulates(a.to, b.to);
    }

  private:
    bool can_follow(std::size_t a, std::size_t b) const {
        return std::ranges::all_of(automaton_.states[b].edges, [&](const Edge& of_b) {
            return std::ranges::any_of(automaton_.states[a].edges,
                                       [&](const Edge& of_a) { return simulates(of_a, of_b); });
        });
    }

    const BuchiAutomaton& automaton_;
    const std::size_t count_;
    std::vector<bool> simulates_;
};

// Merges states that simulate each other, and drops edges that others simulate. Returns whether anything changed.
bool reduce(BuchiAutomaton& automaton) {
    static constexpr std::size_t max_simulated = 300;
    if (automaton.states.size() > max_simulated) return false;
    bool changed = false;
    const Simulation simulation(automaton);
    // The first of those that are equal stands for all; the first state of the automaton stays the first.
    std::vector<std::uint32_t> same(automaton.states.size());
    for (std::uint32_t i = 0; i < same.size(); ++i) {
        same[i] = i;
        for (std::uint32_t j = 0; j < i && same[i] == i; ++j)
            if (simulation.simulates(i, j) && simulation.simulates(j, i)) same[i] = j;
        changed = changed || same[i] != i;
    }
    for (State& state : automaton.states) {
        for (Edge& edge : state.edges) edge.to = same[edge.to];
        std::vector<Edge> kept;
        for (const Edge& edge : state.edges) {
            if (std::ranges::any_of(kept, [&](const Edge& other) { return simulation.simulates(other, edge); }))
                continue;
            std::erase_if(kept, [&](const Edge& other) { return simulation.simulates(edge, other); });
            kept.push_back(edge);
        }
        changed = changed || kept.size() != state.edges.size();
        state.edges = std::move(kept);
    }
    return changed;
}

}  // namespace

void simplify(BuchiAutomaton& automaton) {
    do {
        drop_useless(automaton);
        drop_sets(automaton);
    } while (reduce(automaton));
    for (State& state : automaton.states) {
        state.accepts_all = state.edges.size() == 1 && state.edges.front().holding == 0 &&
                            state.edges.front().lacking == 0 && &automaton.states[state.edges.front().to] == &state &&
                            state.edges.front().accepting == automaton.all_sets();
    }
}

}  // namespace scrump::detail
