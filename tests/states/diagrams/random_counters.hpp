#pragma once
// Random systems of a few bounded counters, explored plainly.

#include <scrump/states/diagrams/counters.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace scrump::test {

using Counters = std::vector<std::uint32_t>;

/// Counters are at most 4, by the tests of transitions.
inline CounterSystem random_system(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    CounterSystem system;
    const std::uint32_t counters = 1 + below(6);
    for (std::uint32_t i = 0; i < counters; ++i) system.initial.push_back(below(3));
    const std::uint32_t transitions = below(10);
    for (std::uint32_t i = 0; i < transitions; ++i) {
        CounterTransition transition;
        for (std::uint32_t counter = 0; counter < counters; ++counter) {
            if (below(3) > 0) continue;
            CounterStep step{.counter = counter, .least = below(4), .most = 4};
            if (below(2) == 0) step.most = std::max(step.least, below(5));
            const std::uint32_t to = below(5);
            if (below(3) > 0) step.change = std::int64_t{to} - step.least;
            if (step.change > 0)
                step.most = static_cast<std::uint32_t>(std::max<std::int64_t>(step.least, 4 - step.change));
            transition.steps.push_back(step);
        }
        std::ranges::shuffle(transition.steps, random);
        system.transitions.push_back(transition);
    }
    return system;
}

/// Takes a token from each of some counters, and puts one to each of others.
inline CounterTransition moves(std::vector<std::uint32_t> takes, const std::vector<std::uint32_t>& puts) {
    std::map<std::uint32_t, CounterStep> steps;
    for (const std::uint32_t each : takes) {
        CounterStep& step = steps.try_emplace(each, CounterStep{.counter = each}).first->second;
        ++step.least;
        --step.change;
    }
    for (const std::uint32_t each : puts) ++steps.try_emplace(each, CounterStep{.counter = each}).first->second.change;
    CounterTransition transition;
    for (const auto& [counter, step] : steps) transition.steps.push_back(step);
    return transition;
}

/// Transitions put as much as they take: so nothing grows without bound.
inline CounterSystem random_tokens(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    CounterSystem system;
    const std::uint32_t counters = 3 + below(3);
    for (std::uint32_t i = 0; i < counters; ++i) system.initial.push_back(i == 0 ? 5 + below(8) : below(3));
    for (std::uint32_t i = 3 + below(5); i > 0; --i) {
        std::vector<std::uint32_t> takes;
        std::vector<std::uint32_t> puts;
        for (std::uint32_t size = 1 + below(3); size > 0; --size) {
            takes.push_back(below(counters));
            puts.push_back(below(counters));
        }
        system.transitions.push_back(moves(takes, puts));
    }
    return system;
}

/// What a plain search finds.
struct PlainlyReached {
    std::set<Counters> states{};
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    std::vector<bool> enabled{};
};

inline PlainlyReached reach_plainly(const CounterSystem& system) {
    PlainlyReached found{.states = {system.initial}, .enabled = std::vector<bool>(system.transitions.size())};
    std::vector<Counters> open{system.initial};
    while (!open.empty()) {
        const Counters state = open.back();
        open.pop_back();
        std::uint64_t enabled = 0;
        for (std::size_t i = 0; i < system.transitions.size(); ++i) {
            Counters next = state;
            bool allowed = true;
            for (const CounterStep& step : system.transitions[i].steps) {
                if (state[step.counter] < step.least || state[step.counter] > step.most) allowed = false;
                next[step.counter] = static_cast<std::uint32_t>(std::int64_t{state[step.counter]} + step.change);
            }
            if (!allowed) continue;
            ++enabled;
            found.enabled[i] = true;
            if (found.states.insert(next).second) open.push_back(next);
        }
        found.transitions += enabled;
        if (enabled == 0) ++found.deadlocks;
    }
    return found;
}

}  // namespace scrump::test
