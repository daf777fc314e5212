#include <scrump/problems/sokoban/sokoban.hpp>
#include <scrump/problems/sokoban/xsb.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "levels.hpp"
#include "problems/exploration.hpp"

namespace scrump::sokoban {
namespace {

static_assert(StateModel<Sokoban>);

TEST(Sokoban, TheShortestSolutionOfMicrobanOneHas33Moves) {
    const Sokoban model(parse_xsb(test::microban_1, "f").front());
    const auto all = scrump::test::explore_plainly(model);
    const auto solved = all.nearest([&](const State& state) { return model.is_solved(state); });
    ASSERT_TRUE(solved);
    const std::string moves = model.moves(all.path_to(*solved));
    EXPECT_EQ(moves.size(), 33U);
    EXPECT_EQ(std::ranges::count_if(moves, [](char c) { return c >= 'A' && c <= 'Z'; }), 8);
}

TEST(Sokoban, InEveryStateBoxesAndKeeperStandApart) {
    const Sokoban model(parse_xsb(test::microban_1, "f").front());
    for (const auto& [state, found] : scrump::test::explore_plainly(model).states) {
        EXPECT_EQ(state.size(), 3U);
        EXPECT_TRUE(std::is_sorted(state.begin() + 1, state.end()));
        EXPECT_EQ(std::set(state.begin(), state.end()).size(), 3U) << model.to_string(state);
    }
}

TEST(Sokoban, ABoxIsPushedAndNeverPulled) {
    const Sokoban model(parse_xsb(test::one_push, "f").front());
    const auto all = scrump::test::explore_plainly(model);
    EXPECT_EQ(all.size(), 3U) << "the keeper walks back; the box stays";
    const auto solved = all.nearest([&](const State& state) { return model.is_solved(state); });
    ASSERT_TRUE(solved);
    EXPECT_EQ(model.moves(all.path_to(*solved)), "R");
    EXPECT_EQ(model.to_string(*solved), "#####\n# @*#\n#####\n");
}

}  // namespace
}  // namespace scrump::sokoban
