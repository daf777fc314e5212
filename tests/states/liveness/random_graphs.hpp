#pragma once
// Small models at random, and the words of their paths.

#include "random_formulas.hpp"

#include <scrump/liveness.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace scrump::test {

/// States are numbers; each has propositions p0, p1, … as bits. The propositions of a step are functions of its ends.
struct RandomGraph {
    std::vector<std::vector<std::uint32_t>> successors{};
    std::vector<std::uint64_t> letters{};
    unsigned of_states = 2;
    unsigned of_steps = 0;

    unsigned propositions() const { return of_states + of_steps; }
    static bool holds_on_step(unsigned number, std::uint32_t from, std::uint32_t to) {
        return (from * 7 + to * 3 + number) % 3 == 0;
    }
    std::uint64_t letter(std::uint32_t from, std::uint32_t to) const {
        std::uint64_t bits = letters[from];
        for (unsigned i = 0; i < of_steps; ++i)
            if (holds_on_step(i, from, to)) bits |= std::uint64_t{1} << (of_states + i);
        return bits;
    }
    /// A state without successors is its own.
    std::vector<std::uint32_t> steps_from(std::uint32_t state) const {
        return successors[state].empty() ? std::vector<std::uint32_t>{state} : successors[state];
    }
    bool has_step(std::uint32_t from, std::uint32_t to) const {
        const auto steps = steps_from(from);
        return std::ranges::find(steps, to) != steps.end();
    }

    Propositions<std::uint32_t> as_propositions() const {
        Propositions<std::uint32_t> all;
        for (unsigned i = 0; i < of_states; ++i)
            all.of_states.push_back(
                {"p" + std::to_string(i), [this, i](std::uint32_t state) { return (letters[state] >> i & 1U) != 0; }});
        for (unsigned i = 0; i < of_steps; ++i)
            all.of_steps.push_back({"p" + std::to_string(of_states + i),
                                    [i](std::uint32_t from, std::uint32_t to) { return holds_on_step(i, from, to); }});
        return all;
    }
    auto as_successors() const {
        return [this](std::uint32_t state, const Yield<std::uint32_t>& yield) {
            for (const std::uint32_t next : successors[state]) yield(next);
        };
    }
    /// The word of a path and a cycle.
    Lasso word_of(std::vector<std::uint32_t> path, const std::vector<std::uint32_t>& cycle) const {
        Lasso word{.letters = {}, .loop = path.size()};
        path.insert(path.end(), cycle.begin(), cycle.end());
        for (std::size_t i = 0; i < path.size(); ++i)
            word.letters.push_back(letter(path[i], path[i + 1 < path.size() ? i + 1 : word.loop]));
        return word;
    }
};

inline RandomGraph random_graph(std::mt19937_64& random, unsigned states, unsigned of_steps) {
    RandomGraph graph{.successors = std::vector<std::vector<std::uint32_t>>(states), .of_steps = of_steps};
    for (unsigned i = 0; i < states; ++i) {
        graph.letters.push_back(random() % 4);
        const auto degree = random() % 3;
        for (unsigned j = 0; j < degree; ++j)
            graph.successors[i].push_back(static_cast<std::uint32_t>(random() % states));
    }
    return graph;
}

/// Whether the formula holds on all paths and cycles from state 0 of up to that many states in all.
inline bool holds_on_short_paths(const RandomGraph& graph, const LtlFormula& formula, std::size_t length) {
    std::vector<std::uint32_t> path{0};
    const std::function<bool()> go = [&] {
        for (std::size_t loop = 0; loop < path.size(); ++loop) {
            if (!graph.has_step(path.back(), path[loop])) continue;
            const auto middle = path.begin() + static_cast<std::ptrdiff_t>(loop);
            if (!holds_on(formula, graph.word_of({path.begin(), middle}, {middle, path.end()}))) return false;
        }
        if (path.size() == length) return true;
        for (const std::uint32_t next : graph.steps_from(path.back())) {
            path.push_back(next);
            const bool holds = go();
            path.pop_back();
            if (!holds) return false;
        }
        return true;
    };
    return go();
}

}  // namespace scrump::test
