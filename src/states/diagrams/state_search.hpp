#pragma once
// Searches over sets of states, whatever kind of diagram these are. `Space` has
//
//     Set                                     a set of states
//     none(), initial(), relations()          no state; the initial states; number of relations
//     either(a, b), both(a, b), without(a, b), is_empty(a)
//     after(set, relation), after(set)        states to which one relation leads, or any, all at once
//     before(set, relation, within)           states of `within` from which one leads to the set
//     enabling(set, relation)                 states of the set from which it leads anywhere
//     saturated()                             all reachable states
//     state(vector), pick(set)                the set of a state; one of a set

#include <scrump/states/diagrams/reachability.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

/// All reachable states; `see(number, reached, last)` is called after each round.
template <class Space, class See>
typename Space::Set reach_in_rounds(Space& space, ReachStrategy strategy, const See& see) {
    using Set = typename Space::Set;
    if (strategy == ReachStrategy::saturation) {
        Set reached = space.saturated();
        see(1U, reached, true);
        return reached;
    }
    const bool by_levels = strategy != ReachStrategy::chaining;
    Set reached = space.initial();
    Set front = reached;
    for (unsigned round = 1;; ++round) {
        Set next = reached;
        if (strategy == ReachStrategy::par) {
            next = space.after(front);
        } else if (strategy == ReachStrategy::bfs) {
            next = space.none();
            for (std::size_t i = 0; i < space.relations(); ++i) next = space.either(next, space.after(front, i));
        } else {
            for (std::size_t i = 0; i < space.relations(); ++i) next = space.either(next, space.after(next, i));
        }
        front = by_levels ? space.without(next, reached) : next;
        const bool last = by_levels ? space.is_empty(front) : next == reached;
        reached = by_levels ? space.either(reached, front) : next;
        see(round, reached, last);
        if (last) return reached;
    }
}

/// The states of a set that have no successor.
template <class Space>
typename Space::Set find_deadlocks(Space& space, typename Space::Set states) {
    for (std::size_t i = 0; i < space.relations(); ++i) states = space.without(states, space.enabling(states, i));
    return states;
}

/// A shortest path from an initial state to one of `targets`, within the reachable states: level by level backwards,
/// until one has an initial state; then forwards through these, one state each.
template <class Space>
std::optional<std::vector<StateVector>> find_path(Space& space, const typename Space::Set& reached,
                                                  const typename Space::Set& targets) {
    using Set = typename Space::Set;
    const auto step = [&](const auto& one) {
        Set all = space.none();
        for (std::size_t i = 0; i < space.relations(); ++i) all = space.either(all, one(i));
        return all;
    };
    std::vector<Set> layers{space.both(targets, reached)};
    Set seen = layers.back();
    while (space.is_empty(space.both(layers.back(), space.initial()))) {
        const Set all = step([&](std::size_t i) { return space.before(layers.back(), i, reached); });
        Set before = space.without(all, seen);
        if (space.is_empty(before)) return std::nullopt;
        seen = space.either(seen, before);
        layers.push_back(std::move(before));
    }
    std::vector<StateVector> path;
    Set candidates = space.both(layers.back(), space.initial());
    while (true) {
        layers.pop_back();
        path.push_back(space.pick(candidates));
        if (layers.empty()) return path;
        const Set from = space.state(path.back());
        candidates = space.both(step([&](std::size_t i) { return space.after(from, i); }), layers.back());
    }
}

/// For each step of a path, the number of the first relation that makes it.
template <class Space>
std::vector<std::size_t> find_relations(Space& space, std::span<const StateVector> path) {
    std::vector<std::size_t> numbers;
    for (std::size_t step = 1; step < path.size(); ++step) {
        const auto from = space.state(path[step - 1]);
        const auto to = space.state(path[step]);
        std::size_t number = 0;
        while (space.is_empty(space.both(space.after(from, number), to))) ++number;
        numbers.push_back(number);
    }
    return numbers;
}

}  // namespace scrump::detail
