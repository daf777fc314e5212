#include "../../../src/states/explore/state_file.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/problems/puzzle/puzzle.hpp>
#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "problems/petri/nets.hpp"
#include "small_models.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::test {
namespace {

template <class Model>
void expect_same_when_resumed(const Model& model, std::uint64_t level) {
    const Folder folder;
    const std::string file = folder / "states";
    const auto whole = explore(model, {.workers = 2});
    for (unsigned localities = 1; localities <= 2; ++localities) {
        std::filesystem::remove(file);
        ExploreOptions options{.workers = 2, .localities = localities, .level_limit = level};
        options.checkpoints = {.file = file, .model = "model"};
        const auto first = explore(model, options);
        EXPECT_EQ(first.statistics.checkpoints.written, 1U) << first.statistics.checkpoints.error;
        // With other workers, and a way that begins before the checkpoint.
        const auto last = explore(
            model, {.workers = 1, .localities = 3 - localities, .checkpoints = {.resume = file, .model = "model"}},
            {.no_deadlocks = true});
        if (!last.finding) {
            EXPECT_TRUE(last.is_proof());
            EXPECT_EQ(last.statistics.states, whole.statistics.states);
            EXPECT_EQ(last.statistics.transitions, whole.statistics.transitions);
            EXPECT_EQ(last.statistics.deadlocks, whole.statistics.deadlocks);
            EXPECT_EQ(last.statistics.levels, whole.statistics.levels);
        } else {
            EXPECT_EQ(last.finding->path.size(), explore(model, {}, {.no_deadlocks = true}).finding->path.size());
            expect_path(model, *last.finding);
        }
    }
}

TEST(StateFile, AnExplorationGoesOnFromWhereItWas) {
    expect_same_when_resumed(puzzle::Puzzle(2, 3), 9);
    expect_same_when_resumed(petri::Markings(petri::test::kanban(1)), 5);
    expect_same_when_resumed(peterson::Peterson(3), 12);
    expect_same_when_resumed(philosophers::Philosophers(6), 4);
    expect_same_when_resumed(philosophers::Philosophers(6), 0);
}

// Explores up to a level, with all that is found, and goes on from there with other options.
template <class Model>
auto reach_in_two(const Model& model, std::uint64_t level, ExploreOptions last,
                  const Properties<StateOf<Model>>& looked_for) {
    const Folder folder;
    ExploreOptions first{.workers = 2, .level_limit = level};
    first.checkpoints = {.file = folder / "states", .model = "model"};
    EXPECT_EQ(explore(model, first).statistics.checkpoints.written, 1U);
    last.checkpoints = {.resume = folder / "states", .model = "model"};
    return explore(model, last, looked_for);
}

TEST(StateFile, OneWorkerReadsAsManyStatesAsTheTableHasRoomFor) {
    const puzzle::Puzzle model(3, 3);
    for (unsigned localities = 1; localities <= 2; ++localities) {
        // A table of 2^18 buckets: the third of them that is read is more than a worker's part of it.
        const auto result = reach_in_two(
            model, 22, {.workers = 4, .localities = localities, .memory_limit = std::size_t{1} << 24U}, {});
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(result.statistics.states, 181440U);
        EXPECT_EQ(result.statistics.levels.size(), 32U);
    }
}

TEST(StateFile, StatesWithTheHighestBitStayInOrder) {
    const puzzle::Puzzle model(4, 4);
    const auto whole = explore(model, {.level_limit = 12});
    const puzzle::Board far = [&] {
        puzzle::Board last{};
        static_cast<void>(explore(model, {.workers = 1, .level_limit = 12},
                                  {.goal = [&](puzzle::Board board) { return last = board, false; }}));
        return last;
    }();
    for (const std::uint64_t level : {1U, 5U, 7U, 9U}) {
        const auto result = reach_in_two(model, level, {.workers = 2, .level_limit = 12}, {});
        EXPECT_EQ(result.statistics.levels, whole.statistics.levels) << level;
        const auto found =
            reach_in_two(model, level, {.workers = 2}, {.goal = [&](puzzle::Board board) { return board == far; }});
        ASSERT_TRUE(found.finding);
        EXPECT_EQ(found.finding->path.size(), 13U);
        expect_path(model, *found.finding);
    }
}

TEST(StateFile, WhatNobodyLookedForBeforeIsFound) {
    const philosophers::Philosophers table(6);
    for (const std::uint64_t level : {5U, 6U, 7U}) {
        const auto dead = reach_in_two(table, level, {.workers = 2}, {.no_deadlocks = true});
        ASSERT_TRUE(dead.finding) << level;
        EXPECT_EQ(dead.finding->path.size(), 7U) << "each takes one fork";
        EXPECT_EQ(table.to_string(dead.finding->state), "HHHHHH");
        expect_path(table, *dead.finding);
    }
    const peterson::Peterson broken(3, true);
    const Properties<peterson::State> exclusion{
        .invariants = {{"exclusion", [&](const peterson::State& state) { return broken.exclusive(state); }}}};
    const auto nearest = explore(broken, {}, exclusion).finding->path.size();
    for (const std::uint64_t level : {nearest - 2, nearest - 1, nearest, nearest + 3}) {
        const auto violated = reach_in_two(broken, level, {.workers = 2}, exclusion);
        ASSERT_TRUE(violated.finding) << level;
        EXPECT_EQ(violated.finding->path.size(), nearest) << level;
        expect_path(broken, *violated.finding);
    }
}

// Also where a farther one comes first in the file, as another worker found it.
TEST(StateFile, OfWhatIsFoundInAFileTheNearestIsTold) {
    const Folder folder;
    const std::string file = folder / "states";
    replace_file(file, [](std::ostream& to) {
        detail::StateFileWriter writer(
            to, {.model = "m", .width = 1, .levels = {1, 2, 1, 1}, .transitions = 4, .deadlocks = 1});
        const auto add = [&](std::uint64_t parent, std::uint64_t state) { writer.add(parent, std::span(&state, 1)); };
        add(detail::no_parent, 0);
        add(0, 1);
        add(1, 3);
        add(0, 2);
        add(2, 4);
        writer.finish();
    });
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state == 0) yield(2);
        if (state == 0 || state == 1) yield(2 * state + 1);
        if (state == 3) yield(4);
    };
    const auto goal = [](std::uint64_t state) { return state == 3 || state == 2; };
    ExploreOptions options{.workers = 2};
    options.checkpoints = {.resume = file, .model = "m"};
    const auto found = explore({std::uint64_t{0}}, next, options, {.goal = goal});
    ASSERT_TRUE(found.finding);
    EXPECT_EQ(found.finding->path, (std::vector<std::uint64_t>{0, 2}));
}

TEST(StateFile, ALimitOfLevelsThatWasPassedIsOne) {
    const puzzle::Puzzle model(3, 3);
    const auto result = reach_in_two(model, 10, {.workers = 1, .level_limit = 5}, {});
    EXPECT_EQ(result.statistics.states, 706U);
    EXPECT_EQ(result.statistics.levels.size(), 11U);
}

TEST(StateFile, CheckpointsAreWrittenMeanwhile) {
    const Folder folder;
    ExploreOptions options{.workers = 2};
    options.checkpoints = {.file = folder / "states", .every = std::chrono::nanoseconds(1), .model = "m"};
    const auto result = explore(puzzle::Puzzle(2, 3), options);
    EXPECT_GE(result.statistics.checkpoints.written, 21U);
    EXPECT_EQ(result.statistics.states, 360U);
    EXPECT_EQ(message_of([&] { static_cast<void>(explore(puzzle::Puzzle(2, 3), options)); }),
              options.checkpoints.file + ": exists already; resume it, or remove it first");
    options.order = ExplorationOrder::depth_first;
    EXPECT_THROW(static_cast<void>(explore(puzzle::Puzzle(2, 3), options)), UsageError);
}

TEST(StateFile, WhatCannotBeWrittenIsToldAtOnce) {
    ExploreOptions options{.workers = 1, .level_limit = 3};
    options.checkpoints = {.file = "/nowhere/states", .model = "m"};
    EXPECT_NE(message_of([&] {
                  static_cast<void>(explore(puzzle::Puzzle(2, 3), options));
              }).find("/nowhere/states: cannot be written"),
              std::string::npos);
}

TEST(StateFile, WhatCannotBeWrittenLaterIsToldInTheEnd) {
    const Folder folder;
    const std::string gone = folder / "gone";
    std::filesystem::create_directory(gone);
    ExploreOptions options{.workers = 1, .level_limit = 3};
    options.checkpoints = {.file = gone + "/states", .model = "m"};
    const auto result = explore(puzzle::Puzzle(2, 3), options, {.goal = [&](puzzle::Board) {
                                    std::filesystem::remove_all(gone);
                                    return false;
                                }});
    EXPECT_EQ(result.statistics.checkpoints.failed, 1U);
    EXPECT_NE(result.statistics.checkpoints.error.find(gone + "/states: cannot be written"), std::string::npos);
    EXPECT_EQ(result.status, Status::complete);
}

TEST(StateFile, AnotherModelIsRefused) {
    const Folder folder;
    const std::string file = folder / "states";
    ExploreOptions options{.workers = 1, .level_limit = 3};
    options.checkpoints = {.file = file, .model = "puzzle"};
    static_cast<void>(explore(puzzle::Puzzle(2, 3), options));
    const auto resumed = [&](const auto& model, const std::string& name) {
        ExploreOptions other{.workers = 1};
        other.checkpoints = {.resume = file, .model = name};
        return message_of([&] { static_cast<void>(explore(model, other)); });
    };
    EXPECT_EQ(resumed(puzzle::Puzzle(2, 3), "other"), file + ": is of 'puzzle', not of 'other'");
    EXPECT_EQ(resumed(peterson::Peterson(2), "puzzle"), file + ": has states of another kind");
    EXPECT_EQ(resumed(puzzle::Puzzle(2, 3), "puzzle"), "no error");
}

TEST(StateFile, SeveralInitialStatesAreGoneOnFromToo) {
    const Folder folder;
    const std::string file = folder / "states";
    const auto next = [](int state, const Yield<int>& yield) {
        if (state % 100 < 20) yield(state + 1);
    };
    const auto goal = [](int state) { return state == 115; };
    ExploreOptions options{.workers = 1, .level_limit = 10};
    options.checkpoints = {.file = file, .model = "hundreds"};
    EXPECT_EQ(explore({0, 100, 200}, next, options).statistics.levels, std::vector<std::uint64_t>(11, 3));
    options = {.workers = 1};
    options.checkpoints = {.resume = file, .model = "hundreds"};
    const auto found = explore({0, 100, 200}, next, options, {.goal = goal});
    ASSERT_TRUE(found.finding);
    EXPECT_EQ(found.finding->path.size(), 16U);
    EXPECT_EQ(found.finding->path.front(), 100);
    EXPECT_EQ(explore({0, 100, 200}, next, options).statistics.states, 63U);
}

TEST(StateFile, DamagedAndTruncatedFilesAreRefused) {
    const Folder folder;
    const std::string file = folder / "states";
    std::ostringstream text;
    const detail::StateFileHeader header{.model = "m", .width = 0, .levels = {1, 2}, .transitions = 2, .deadlocks = 0};
    detail::StateFileWriter writer(text, header);
    const std::vector<std::uint64_t> state = {1, 2, 3};
    writer.add(detail::no_parent, state);
    writer.add(0, state);
    writer.add(0, state);
    writer.finish();
    const std::string whole = text.str();
    const auto read = [&](const std::string& bytes) {
        replace_file(file, bytes);
        return message_of([&] {
            detail::StateFileReader reader(file);
            std::uint64_t parent = 0;
            detail::StateWordsSpan words;
            while (reader.next(parent, words)) EXPECT_EQ(words.size(), 3U);
        });
    };
    EXPECT_EQ(read(whole), "no error");
    EXPECT_EQ(read(whole + "x"), file + ": has more states than it says");
    for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_NE(read(whole.substr(0, size)), "no error") << size;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string altered = whole;
        altered[at] = static_cast<char>(altered[at] ^ 4);
        EXPECT_NE(read(altered), "no error") << at;
    }
    EXPECT_EQ(message_of([&] { detail::StateFileReader(folder / "none"); }),
              (folder / "none") + ": cannot be read: No such file or directory");
}

}  // namespace
}  // namespace scrump::test
