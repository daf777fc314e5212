#pragma once
// Small state spaces whose answers are known, of each kind of state, and how an exploration of them is checked: for one
// process and for several.

#include <scrump/problems/peterson/peterson.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/problems/philosophers/philosophers.hpp>
#include <scrump/problems/puzzle/puzzle.hpp>
#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "problems/exploration.hpp"
#include "problems/petri/nets.hpp"

namespace scrump::peterson {

inline bool operator<(const State& a, const State& b) {
    return std::tie(a.at, a.shared) < std::tie(b.at, b.shared);
}

}  // namespace scrump::peterson

namespace scrump::test {

/// All that an exploration counts, whatever order it is done in.
template <class Model>
void expect_all_of(const Model& model, const ExploreOptions& options, const std::string& what) {
    SCOPED_TRACE(what);
    static std::map<std::string, PlainExploration<StateOf<Model>>> known;  // by name
    const auto [entry, is_new] = known.try_emplace(what);
    if (is_new) entry->second = explore_plainly(model);
    const auto& plain = entry->second;
    const auto result = explore(model, options);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_TRUE(result.all_expanded);
    EXPECT_EQ(result.is_proof(), options.storage == StateStorage::exact);
    EXPECT_EQ(result.statistics.states, plain.size());
    EXPECT_EQ(result.statistics.transitions, plain.transitions);
    EXPECT_EQ(result.statistics.deadlocks, plain.deadlocks);
    if (options.order == ExplorationOrder::breadth_first) {
        EXPECT_EQ(result.statistics.levels, plain.levels);
    }
    EXPECT_FALSE(result.finding);
}

/// The path begins at the beginning, and each state on it follows from the one before.
template <class Model, class State>
void expect_path(const Model& model, const Finding<State>& finding) {
    ASSERT_FALSE(finding.path.empty());
    EXPECT_EQ(finding.path.front(), model.initial());
    EXPECT_EQ(finding.path.back(), finding.state);
    for (std::size_t i = 1; i < finding.path.size(); ++i) {
        bool follows = false;
        model.successors(finding.path[i - 1], [&](StateView<State> next) {
            if constexpr (SequenceState<State>) {
                follows = follows || std::ranges::equal(next, finding.path[i]);
            } else {
                follows = follows || next == finding.path[i];
            }
        });
        EXPECT_TRUE(follows) << i;
    }
}

/// States of a word, of two words, and of any number of words.
inline void expect_small_models(const ExploreOptions& options) {
    expect_all_of(puzzle::Puzzle(2, 3), options, "puzzle 2x3");
    expect_all_of(philosophers::Philosophers(7), options, "philosophers 7");
    expect_all_of(peterson::Peterson(3), options, "peterson 3");
    expect_all_of(petri::Markings(petri::test::kanban(1)), options, "kanban 1");
}

/// A goal, a violation and a deadlock, each found and with a path; a shortest one in breadth-first order.
inline void expect_findings(const ExploreOptions& options) {
    const bool shortest = options.order == ExplorationOrder::breadth_first;
    const puzzle::Puzzle puzzle(2, 3);
    const puzzle::Board farthest = puzzle::Puzzle(2, 3, "3 4 5 0 1 2").initial();
    const auto solved = explore(puzzle, options, {.goal = [&](puzzle::Board board) { return board == farthest; }});
    ASSERT_TRUE(solved.finding);
    EXPECT_EQ(solved.status, Status::complete);
    EXPECT_EQ(solved.finding->kind, FindingKind::goal);
    expect_path(puzzle, *solved.finding);
    EXPECT_GE(solved.finding->path.size(), 22U) << "21 moves";
    EXPECT_TRUE(!shortest || solved.finding->path.size() == 22U);

    const peterson::Peterson broken(2, true);
    const auto violated = explore(
        broken, options,
        {.invariants = {{"nothing", [](const peterson::State&) { return true; }},
                        {"mutual exclusion", [&](const peterson::State& state) { return broken.exclusive(state); }}}});
    ASSERT_TRUE(violated.finding);
    EXPECT_EQ(violated.finding->kind, FindingKind::violation);
    EXPECT_EQ(violated.finding->invariant, "mutual exclusion");
    EXPECT_FALSE(violated.is_proof());
    expect_path(broken, *violated.finding);
    if (shortest) {
        const auto plain = explore_plainly(broken);
        const auto bad = plain.nearest([&](const peterson::State& state) { return !broken.exclusive(state); });
        EXPECT_EQ(violated.finding->path.size(), plain.path_to(*bad).size());
    }

    const philosophers::Philosophers table(6);
    const auto dead = explore(table, options, {.no_deadlocks = true});
    ASSERT_TRUE(dead.finding);
    EXPECT_EQ(dead.finding->kind, FindingKind::deadlock);
    expect_path(table, *dead.finding);
    EXPECT_TRUE(!shortest || dead.finding->path.size() == 7U) << "each takes one fork";
    EXPECT_EQ(table.to_string(dead.finding->state), "HHHHHH");
}

/// The bounds of a net's places, wherever its markings were found.
inline void expect_bounds(const ExploreOptions& options) {
    const petri::Markings model(petri::test::producer_and_consumer(40));
    const auto result =
        explore(model, options,
                {.greatest = {.count = 6, .raise = [&](petri::MarkingSpan marking, std::span<std::uint64_t> bounds) {
                                  model.raise(marking, bounds);
                              }}});
    EXPECT_EQ(result.statistics.states, 164U);
    EXPECT_EQ(result.greatest, (std::vector<std::uint64_t>{1, 1, 40, 40, 1, 1}));
}

}  // namespace scrump::test
