#pragma once
// All reachable states of a model, level by level, with nothing but the standard library: what explorations are
// compared with.

#include <scrump/states/explore/model.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::test {

template <class State>
struct PlainExploration {
    std::vector<std::uint64_t> levels{};
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    /// Each state with the one that it was found from, and its level.
    struct Found {
        std::optional<State> from;
        std::size_t level;
    };
    std::map<State, Found> states{};

    std::size_t size() const { return states.size(); }
    /// From an initial state to this one.
    std::vector<State> path_to(const State& state) const {
        std::vector<State> path;
        for (std::optional<State> at = state; at; at = states.at(*at).from) path.push_back(*at);
        std::ranges::reverse(path);
        return path;
    }
    /// One of the nearest states for which it holds.
    template <class Predicate>
    std::optional<State> nearest(const Predicate& holds) const {
        const State* best = nullptr;
        for (const auto& [state, found] : states)
            if (holds(state) && (best == nullptr || found.level < states.at(*best).level)) best = &state;
        return best == nullptr ? std::nullopt : std::optional(*best);
    }
};

template <StateModel Model>
PlainExploration<StateOf<Model>> explore_plainly(const Model& model, std::size_t most_levels = SIZE_MAX) {
    using State = StateOf<Model>;
    PlainExploration<State> all;
    std::vector<State> level = {model.initial()};
    all.states.emplace(level.front(), typename PlainExploration<State>::Found{std::nullopt, 0});
    while (!level.empty() && all.levels.size() < most_levels) {
        all.levels.push_back(level.size());
        std::vector<State> next;
        for (const State& state : level) {
            const std::uint64_t before = all.transitions;
            model.successors(state, [&](StateView<State> successor) {
                ++all.transitions;
                State copy;
                if constexpr (SequenceState<State>) {
                    copy.assign(successor.begin(), successor.end());
                } else {
                    copy = successor;
                }
                if (all.states.emplace(copy, typename PlainExploration<State>::Found{state, all.levels.size()}).second)
                    next.push_back(std::move(copy));
            });
            if (all.transitions == before) ++all.deadlocks;
        }
        level = std::move(next);
    }
    return all;
}

}  // namespace scrump::test
