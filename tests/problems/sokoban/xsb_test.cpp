#include <scrump/base/error.hpp>
#include <scrump/problems/sokoban/sokoban.hpp>
#include <scrump/problems/sokoban/xsb.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "levels.hpp"
#include "support/message_of.hpp"

namespace scrump::sokoban {
namespace {

std::string message(const std::string& text, std::size_t limit = most_cells) {
    return scrump::test::message_of([&] { static_cast<void>(parse_xsb(text, "f", limit)); });
}

TEST(Xsb, ALevelIsRead) {
    const std::vector<Level> levels = parse_xsb(test::microban_1, "f");
    ASSERT_EQ(levels.size(), 1U);
    const Level& level = levels.front();
    EXPECT_EQ(level.title, "1");
    EXPECT_EQ(level.cells(), 14U);
    EXPECT_EQ(level.boxes.size(), 2U);
    EXPECT_EQ(std::ranges::count(level.goals, true), 2);
    for (std::size_t cell = 0; cell < level.cells(); ++cell) {
        for (std::size_t i = 0; i < 4; ++i) {
            const Cell other = level.neighbours[cell][i];
            EXPECT_TRUE(other == wall || level.neighbours[other][(i + 2) % 4] == cell) << "and back";
        }
    }
}

TEST(Xsb, WhatIsShownIsReadBack) {
    const Sokoban first(parse_xsb(test::microban_1, "f").front());
    const std::string shown = first.to_string(first.initial());
    const Sokoban second(parse_xsb(shown, "shown").front());
    EXPECT_EQ(second.initial(), first.initial());
    EXPECT_EQ(second.level().neighbours, first.level().neighbours);
    EXPECT_EQ(second.to_string(second.initial()), shown);
}

TEST(Xsb, FilesMayHoldManyLevelsWithOtherLinesBetweenThem) {
    const auto levels =
        parse_xsb("Some levels\r\n\r\n" + test::one_push + "\nthe second\n" + test::microban_1 + "Author: x", "f");
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].title, "Some levels");
    EXPECT_EQ(levels[1].title, "1");
}

TEST(Xsb, FloorIsWrittenInThreeWays) {
    EXPECT_EQ(parse_xsb("-####\n_#@$.#\n #- _#\n #####\n  #\n", "f").front().cells(), 6U);
}

TEST(Xsb, BadTextsAreRefused) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "f:1: the file ends without a level; expected rows that begin with a wall, #"},
        {"a\nb\n", "f:2: the file ends without a level; expected rows that begin with a wall, #"},
        {"####\n#$.#\n####\n", "f:3: the level ends without a keeper: expected @ or +"},
        {"\n#####\n#@+$#\n#####\n", "f:3: a second keeper; expected one in a level"},
        {"####\n#@.#\n####\n", "f:3: the level ends without a box: expected $ or *"},
        {"####\n#@$#\n####\n", "f:3: the level ends with 1 boxes and 0 goals; expected a goal for each box"},
        {"####\n#@$.\n####\n", "f:2: the keeper can leave the level here; expected a wall"},
        {"####\n# @$.#\n######\n", "f:2: the keeper can leave the level here; expected a wall"},
        {"##\n#@$.#\n#####\n", "f:2: the keeper can leave the level here; expected a wall"},
        {"#@$.#\n#####\n", "f:1: the keeper can leave the level here; expected a wall"},
        {"#####\n#@$x#\n#####\n", "f:2: expected a level's row of # @ + $ * . and blanks, found 'x'"},
        {"######\n#@$.##\n####$#\n######\n", "f:3: a box that walls keep from the keeper"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(message(text), expected) << text;
    EXPECT_EQ(message(test::one_push, 2), "f:2: a level of more than 2 cells of floor");
    EXPECT_EQ(message(test::one_push, 3), "no error");
}

}  // namespace
}  // namespace scrump::sokoban
