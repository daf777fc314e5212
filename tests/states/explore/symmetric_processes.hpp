#pragma once
// Random models of identical processes, and explorations of them by representatives: for one process and for several.

#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "problems/exploration.hpp"
#include "small_models.hpp"

namespace scrump::test {

/// Each process is in one of some places and moves by rules that depend on its place, on a shared variable, and at
/// times on whether another one is in some place.
class IdenticalProcesses {
  public:
    static constexpr unsigned places = 4;

    IdenticalProcesses(unsigned processes, unsigned seed) : processes_(static_cast<int>(processes)) {
        std::mt19937 random(seed);
        const auto below = [&](unsigned n) {
            return static_cast<char>(std::uniform_int_distribution(0U, n - 1)(random));
        };
        // The first rules let each process leave the first place whatever the others do.
        for (char shared = 0; shared < 3; ++shared)
            rules_.push_back({0, shared, static_cast<char>(1 + below(places - 1)), below(3), places});
        for (unsigned i = 0; i < 9; ++i)
            rules_.push_back({below(places), below(3), below(places), below(3), below(2 * places)});
    }

    /// The shared variable and the places of all processes.
    std::string initial() const { return std::string(1 + static_cast<std::size_t>(processes_), '\0'); }
    template <class Yield>
    void successors(std::span<const char> state, const Yield& yield) const {
        std::string next(state.begin(), state.end());
        for (int i = 1; i <= processes_; ++i) {
            for (const Rule& rule : rules_) {
                if (state[static_cast<std::size_t>(i)] != rule.from || state[0] != rule.shared) continue;
                if (std::count(state.begin() + 1, state.end(), rule.occupied) > (rule.occupied == rule.from ? 1 : 0))
                    continue;
                next[0] = rule.shared_after;
                next[static_cast<std::size_t>(i)] = rule.to;
                yield(next);
                next.assign(state.begin(), state.end());
            }
        }
    }
    /// All orders of the processes are alike.
    static std::string sorted(std::span<const char> state) {
        std::string all(state.begin(), state.end());
        std::sort(all.begin() + 1, all.end());
        return all;
    }
    /// Whether at most half of the processes are in the last place.
    bool has_room(std::span<const char> state) const {
        return 2 * std::count(state.begin() + 1, state.end(), static_cast<char>(places - 1)) <= processes_;
    }

  private:
    struct Rule {
        char from, shared, to, shared_after, occupied;
    };

    int processes_;
    std::vector<Rule> rules_;
};

/// The same, with representatives.
class SymmetricProcesses : public IdenticalProcesses {
  public:
    using IdenticalProcesses::IdenticalProcesses;
    std::string canonical(std::span<const char> state) const { return sorted(state); }
};

/// Representatives, their transitions and deadlocks against the orbits of all states.
inline void expect_orbits(const ExploreOptions& options, unsigned processes, unsigned seed) {
    SCOPED_TRACE(std::to_string(processes) + " processes, seed " + std::to_string(seed));
    const SymmetricProcesses model(processes, seed);
    const auto plain = explore_plainly(static_cast<const IdenticalProcesses&>(model));
    std::set<std::string> orbits;
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    std::vector<std::uint64_t> levels(plain.levels.size());
    for (const auto& [state, found] : plain.states) {
        const bool is_new = orbits.insert(IdenticalProcesses::sorted(state)).second;
        if (!is_new) continue;
        std::uint64_t successors = 0;
        model.successors(state, [&](const std::string&) { ++successors; });
        transitions += successors;
        deadlocks += successors == 0 ? 1U : 0U;
        ++levels[found.level];
    }
    const auto result = explore(model, options);
    EXPECT_TRUE(result.representatives);
    EXPECT_TRUE(result.is_proof());
    EXPECT_EQ(result.statistics.states, orbits.size());
    EXPECT_EQ(result.statistics.transitions, transitions);
    EXPECT_EQ(result.statistics.deadlocks, deadlocks);
    if (options.order == ExplorationOrder::breadth_first) {
        EXPECT_EQ(result.statistics.levels, levels);
    }
}

/// Violations and deadlocks exist if they do in the whole space; their paths are of the model, and as short.
inline void expect_findings_by_orbits(const ExploreOptions& options, unsigned processes, unsigned seed) {
    SCOPED_TRACE(std::to_string(processes) + " processes, seed " + std::to_string(seed));
    const SymmetricProcesses model(processes, seed);
    const IdenticalProcesses& whole = model;
    const Invariant<std::string> room{.name = "room",
                                      .holds = [&](std::span<const char> state) { return model.has_room(state); }};
    for (const bool deadlock : {false, true}) {
        Properties<std::string> properties{.no_deadlocks = deadlock};
        if (!deadlock) properties.invariants = {room};
        const auto found = explore(model, options, properties);
        const auto expected = explore(whole, {.workers = 1}, properties);
        ASSERT_EQ(found.finding.has_value(), expected.finding.has_value());
        if (!found.finding) continue;
        EXPECT_EQ(found.finding->kind, expected.finding->kind);
        EXPECT_EQ(found.finding->invariant, expected.finding->invariant);
        expect_path(whole, *found.finding);
        if (options.order == ExplorationOrder::breadth_first) {
            EXPECT_EQ(found.finding->path.size(), expected.finding->path.size());
        }
    }
}

}  // namespace scrump::test
