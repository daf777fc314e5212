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

std::string message(const std::string& text, std::size_t limit = max_cells) {
    return scrump::test::message_of([&] { static_cast<void>(parse_xsb(text, "f", limit)); });
}

TEST(Xsb, ALevelIsRead) {
    const std::vector<Level> levels = parse_xsb(test::microban_1, "f");
    ASSERT_EQ(levels.size(), 1U);
    const Level& level = levels.front();
    EXPECT_EQ(level.title, "Microban 1");
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
    EXPECT_EQ(levels[1].title, "Microban 1");
}

TEST(Xsb, FloorIsWrittenInThreeWays) {
    EXPECT_EQ(parse_xsb("-####\n_#@$.#\n #- _#\n #####\n  #\n", "f").front().cells(), 6U);
}

TEST(Xsb, OnlyTheLevelThatIsAskedForIsChecked) {
    const std::string text = test::one_push + "\n####\n#@$.\n####\n\n#####\n#@$x#\n#####\n\n" + test::microban_1;
    EXPECT_EQ(parse_level(text, "f", 1).cells(), 3U);
    EXPECT_EQ(parse_level(text, "f", 4).title, "Microban 1");
    EXPECT_EQ(scrump::test::message_of([&] { parse_level(text, "f", 2); }),
              "f:6: the keeper can leave the level here; expected a wall");
    EXPECT_EQ(scrump::test::message_of([&] { parse_level(text, "f", 3); }),
              "f:10: expected a level's row of # @ + $ * . and blanks, found 'x'");
    for (const std::size_t none : {0U, 5U}) {
        EXPECT_EQ(scrump::test::message_of([&] { parse_level(text, "f", none); }),
                  "f: has 4 levels, and no level " + std::to_string(none));
    }
}

TEST(Xsb, ABoxOnAGoalThatWallsKeepFromTheKeeperIsAWall) {
    // One in a wall, which so has a row that does not begin with one, and one in a room of its own.
    const std::string text = "######\n#@$ .#\n*#####\n##*###\n";
    const Level level = parse_level(text, "f", 1);
    EXPECT_EQ(level.cells(), 4U);
    EXPECT_EQ(level.boxes.size(), 1U);
    const Sokoban model(level);
    EXPECT_EQ(model.to_string(model.initial()), "######\n#@$ .#\n######\n######\n");
}

// Beyond the edge of the picture nothing can be pushed; a gap in the wall is an error.
TEST(Xsb, ABoxMayStandInTheWall) {
    const Level level = parse_level("######\n#@$ .*\n######\n", "f", 1);
    EXPECT_EQ(level.cells(), 5U);
    EXPECT_EQ(level.boxes.size(), 2U);
    EXPECT_EQ(message("######\n#@$ ..\n######\n"), "f:2: the keeper can leave the level here; expected a wall");
}

TEST(Xsb, RowsMayBeRunLengthEncoded) {
    const Level plain = parse_level(test::microban_1, "f", 1);
    const std::string by_line = "Title\n4#\n#-.#\n#2-3#\n#*@2-#\n#--$-#\n#2-3#\n4#\n";
    const std::string on_one_line = "4#|#-.#|#2-3#|#*@2-#|#--$-#|#2-3#|4#|\n";
    const std::string by_groups = "2(2#)|#-.#|#2-3#|#*@(2-)#|#--$-#|(#2-3#)|4#\n";
    for (const std::string& text : {by_line, on_one_line, by_groups}) {
        const Level level = parse_level(text, "f", 1);
        EXPECT_EQ(level.neighbours, plain.neighbours) << text;
        EXPECT_EQ(level.boxes, plain.boxes);
        EXPECT_EQ(level.goals, plain.goals);
    }
    EXPECT_EQ(parse_level(by_line, "f", 1).title, "Title");
    EXPECT_EQ(parse_xsb(on_one_line + "\n" + on_one_line, "f").size(), 2U);
    EXPECT_EQ(message("3#|#@#|99999999999999999999#\n"),
              "f:1: the file ends without a level; expected rows that begin with a wall, #");
}

TEST(Xsb, TablesAndNumbersAreNoRows) {
    EXPECT_EQ(count_levels("| * | @ |\n|---|---|\n1 2\n2 3\n#1\n# 2 .\n# ...\n"), 0U);
    EXPECT_EQ(count_levels(test::microban_1 + "\n" + test::one_push), 2U);
    EXPECT_EQ(count_levels(""), 0U);
}

TEST(Xsb, LinesAcrossThePageAreNeitherLevelsNorTitles) {
    const std::string text =
        "#1 of 2\n########\n\n" + test::one_push + "--------\nsecond\n========\n\n" + test::one_push + "~~~~\n";
    const std::vector<Level> levels = parse_xsb(text, "f");
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].title, "#1 of 2");
    EXPECT_EQ(levels[1].title, "second");
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
        {"######\n#@$.##\n####$#\n######\n", "f:3: a box that walls keep from the keeper, and that is not on a goal"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(message(text), expected) << text;
    EXPECT_EQ(message(test::one_push, 2), "f:2: a level of more than 2 cells of floor");
    EXPECT_EQ(message(test::one_push, 3), "no error");
}

}  // namespace
}  // namespace scrump::sokoban
