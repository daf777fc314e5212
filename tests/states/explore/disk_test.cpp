#include "../../../src/states/explore/state_file.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/states.hpp>
#include <scrump/states/table/detail/state_hash.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "small_models.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"
#include "symmetric_processes.hpp"

namespace scrump::test {
namespace {

class ExploreOnDisk : public testing::Test {
  protected:
    // No memory is too small for fewer words of a state.
    static constexpr std::size_t least_for_a_word = 40'960;
    static constexpr std::size_t least_for_any_words = 164'160;

    ~ExploreOnDisk() override { EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << "something is left"; }

    ExploreOptions options(unsigned workers, std::size_t memory_of_each = least_for_any_words) const {
        return {.workers = workers, .memory_limit = workers * memory_of_each, .disk = folder_.path().string()};
    }
    template <class Program>
    void for_all_workers(const Program& program) const {
        for (unsigned workers = 1; workers <= 4; ++workers) {
            SCOPED_TRACE(std::to_string(workers) + " workers");
            program(workers);
        }
    }

    Folder folder_;
};

TEST_F(ExploreOnDisk, StatesOfEachKindAreFound) {
    for_all_workers([&](unsigned workers) { expect_small_models(options(workers)); });
}

TEST_F(ExploreOnDisk, MemoryForAPartOfALevelIsEnough) {
    const puzzle::Puzzle model(3, 3);
    const auto plain = explore(model, {.workers = 2});
    for_all_workers([&](unsigned workers) {
        const auto result = explore(model, options(workers, least_for_a_word));
        EXPECT_TRUE(result.is_proof());
        EXPECT_EQ(result.statistics.states, 181'440U);
        EXPECT_EQ(result.statistics.transitions, plain.statistics.transitions);
        EXPECT_EQ(result.statistics.levels, plain.statistics.levels);
        EXPECT_EQ(result.statistics.level_seconds.size(), plain.statistics.levels.size());
        const ExploreDiskStatistics& disk = result.statistics.disk;
        EXPECT_GT(disk.runs, 80U) << "483,840 successors, of 5,000 at a time";
        EXPECT_GT(disk.merges, result.statistics.levels.size());
        EXPECT_GE(disk.bytes, 181'440U * 8);
        EXPECT_LT(disk.bytes, 181'440U * 8 * 2);
        EXPECT_GT(disk.bytes_written, disk.bytes);
        EXPECT_GT(disk.bytes_read, disk.bytes);
        EXPECT_LE(result.statistics.memory, workers * least_for_a_word);
        EXPECT_LT(result.statistics.memory, plain.statistics.memory);
    });
}

// Successors of numbers below `states`: such numbers.
std::array<std::uint64_t, 3> random_successors(std::uint64_t state, std::uint64_t states) {
    const std::uint64_t hash = detail::hash_of(state);
    return {hash % states, detail::hash_of(hash) % states, (state + 1) % states};
}

TEST_F(ExploreOnDisk, RandomStatesOfSeveralWordsAreThoseInMemory) {
    using Three = std::array<std::uint64_t, 3>;
    const auto next = [](const Three& state, const Yield<Three>& yield) {
        for (const std::uint64_t each : random_successors(state[2], 30'000)) yield({7, each % 100, each});
    };
    const auto plain = explore(Three{7, 0, 0}, next, {.workers = 2});
    for_all_workers([&](unsigned workers) {
        const auto result = explore(Three{7, 0, 0}, next, options(workers, least_for_a_word));
        EXPECT_EQ(result.statistics.levels, plain.statistics.levels);
        EXPECT_EQ(result.statistics.transitions, plain.statistics.transitions);
        EXPECT_GT(result.statistics.disk.runs, result.statistics.levels.size());
    });
}

TEST_F(ExploreOnDisk, RandomStatesOfAnyNumberOfWordsAreThoseInMemory) {
    // The number, and letters that follow from it: of 1 to 8 words.
    const auto text_of = [](std::uint64_t number) {
        return std::to_string(number) + std::string(number % 57, static_cast<char>('a' + number % 26));
    };
    const auto next = [&](std::span<const char> state, const Yield<std::string>& yield) {
        const std::string text(state.begin(), state.end());
        for (const std::uint64_t each : random_successors(std::stoull(text), 50'000)) yield(text_of(each));
    };
    const auto plain = explore(text_of(0), next, {.workers = 2});
    for_all_workers([&](unsigned workers) {
        const auto result = explore(text_of(0), next, options(workers));
        EXPECT_EQ(result.statistics.levels, plain.statistics.levels);
        EXPECT_EQ(result.statistics.transitions, plain.statistics.transitions);
        EXPECT_GT(result.statistics.disk.runs, result.statistics.levels.size());
    });
}

TEST_F(ExploreOnDisk, FindingsComeWithShortestPaths) {
    for_all_workers([&](unsigned workers) { expect_findings(options(workers)); });
}

TEST_F(ExploreOnDisk, APathLeadsThroughLargeLevels) {
    const puzzle::Puzzle model(3, 3);
    const puzzle::Board far = puzzle::Puzzle(3, 3, "8 6 7 2 5 4 3 0 1").initial();
    const Properties<puzzle::Board> wanted{.goal = [&](puzzle::Board board) { return board == far; }};
    const auto plain = explore(model, {.workers = 1}, wanted);
    for_all_workers([&](unsigned workers) {
        ExploreOptions some = options(workers, least_for_a_word);
        const auto result = explore(model, some, wanted);
        ASSERT_TRUE(result.finding);
        EXPECT_EQ(result.finding->path.size(), plain.finding->path.size());
        expect_path(model, *result.finding);
        some.paths = false;
        const auto without = explore(model, some, wanted);
        ASSERT_TRUE(without.finding);
        EXPECT_EQ(without.finding->state, far);
        EXPECT_TRUE(without.finding->path.empty());
    });
}

TEST_F(ExploreOnDisk, OneStateOfEachOrbitIsVisitedAndPathsAreOfTheModel) {
    for (unsigned seed = 0; seed < 3; ++seed) {
        expect_orbits(options(1 + seed), 3 + seed, seed);
        expect_findings_by_orbits(options(1 + seed), 3 + seed, seed);
    }
}

TEST_F(ExploreOnDisk, TheGreatestFiguresAreThoseOfAllStates) {
    expect_bounds(options(3));
}

TEST_F(ExploreOnDisk, SmallLevelsReadLittleOfTheVisitedStates) {
    // A large level, and then 100 levels of a state each.
    constexpr std::uint64_t large = 400'000;
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state == 0)
            for (std::uint64_t i = 1; i <= large; ++i) yield(i);
        if (state >= large && state < large + 100) yield(state + 1);
    };
    const auto result = explore(std::uint64_t{0}, next, options(1, std::size_t{1} << 20U));
    EXPECT_EQ(result.statistics.levels.size(), 102U);
    EXPECT_EQ(result.statistics.states, large + 101);
    const std::uint64_t visited = large * sizeof(std::uint64_t);
    EXPECT_LT(result.statistics.disk.bytes_read, 8 * visited) << "100 levels have to do with a quarter each";
}

TEST_F(ExploreOnDisk, LimitsGiveWhatIsKnown) {
    const auto endless = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        yield(2 * state + 1);
        yield(2 * state + 2);
    };
    for_all_workers([&](unsigned workers) {
        ExploreOptions some = options(workers);
        some.level_limit = 5;
        const auto levels = explore(std::uint64_t{0}, endless, some);
        EXPECT_EQ(levels.status, Status::complete);
        EXPECT_FALSE(levels.all_expanded);
        EXPECT_EQ(levels.statistics.levels, (std::vector<std::uint64_t>{1, 2, 4, 8, 16, 32}));

        some.level_limit = 60;
        some.state_limit = 10'000;
        const auto states = explore(std::uint64_t{0}, endless, some);
        EXPECT_EQ(states.status, Status::state_limit);
        EXPECT_GE(states.statistics.states, 10'000U);
        EXPECT_LT(states.statistics.states, 40'000U);

        some.state_limit.reset();
        some.time_limit = std::chrono::milliseconds(20);
        EXPECT_EQ(explore(std::uint64_t{0}, endless, some).status, Status::time_limit);

        some.time_limit.reset();
        std::stop_source source;
        some.stop = source.get_token();
        const auto stopping = [&](std::uint64_t state, const Yield<std::uint64_t>& yield) {
            if (state == 5'000) source.request_stop();
            endless(state, yield);
        };
        EXPECT_EQ(explore(std::uint64_t{0}, stopping, some).status, Status::cancelled);
    });
}

TEST_F(ExploreOnDisk, AnExceptionOfTheModelIsThrown) {
    const auto next = [](std::uint32_t state, const Yield<std::uint32_t>& yield) {
        if (state == 50) throw Error("not from here");
        yield(state + 1);
    };
    for_all_workers([&](unsigned workers) {
        EXPECT_EQ(message_of([&] { static_cast<void>(explore(std::uint32_t{0}, next, options(workers))); }),
                  "not from here");
    });
}

TEST_F(ExploreOnDisk, ALongStateIsRefused) {
    const auto next = [](std::span<const char> state, const Yield<std::string>& yield) {
        yield(std::string(2 * state.size() + 1, 'a'));
    };
    EXPECT_EQ(message_of([&] { static_cast<void>(explore(std::string(), next, options(2))); }),
              "visited states: a state has 1 to 512 words");
}

TEST_F(ExploreOnDisk, WhatItCannotDoIsRefused) {
    const puzzle::Puzzle model(2, 2);
    const auto refusal = [&](const auto& change) {
        ExploreOptions some = options(2);
        change(some);
        return message_of<UsageError>([&] { static_cast<void>(explore(model, some)); });
    };
    EXPECT_EQ(refusal([](ExploreOptions& some) { some.order = ExplorationOrder::depth_first; }),
              "states on disk need breadth-first order");
    EXPECT_EQ(refusal([](ExploreOptions& some) { some.storage = StateStorage::hash_compaction; }),
              "states on disk need exact storage");
    EXPECT_EQ(refusal([](ExploreOptions& some) { some.localities = 2; }),
              "states on disk need one process and one locality");
    EXPECT_EQ(refusal([](ExploreOptions& some) { some.memory_limit = 81'919; }),
              "memory limit: 81919 bytes; states on disk need at least 81920 for 2 workers");
    EXPECT_EQ(refusal([](ExploreOptions& some) { some.memory_limit = 81'920; }), "no error");
}

TEST_F(ExploreOnDisk, AFolderThatIsNotThereIsNamed) {
    ExploreOptions some = options(1);
    some.disk = folder_ / "none";
    EXPECT_EQ(message_of([&] { static_cast<void>(explore(puzzle::Puzzle(2, 2), some)); }),
              some.disk + ": no folder can be made there: No such file or directory");
}

// --- Checkpoints

class CheckpointOnDisk : public ExploreOnDisk {
  protected:
    ~CheckpointOnDisk() override { std::filesystem::remove(file_); }

    ExploreOptions writing(unsigned workers) const {
        ExploreOptions some = options(workers);
        some.checkpoints = {.file = file_, .model = "model"};
        return some;
    }
    ExploreOptions resuming(unsigned workers) const {
        ExploreOptions some = options(workers);
        some.checkpoints = {.resume = file_, .model = "model"};
        return some;
    }
    template <class Model>
    void expect_same_when_resumed(const Model& model, std::uint64_t level) const {
        const auto whole = explore(model, {.workers = 2});
        for_all_workers([&](unsigned workers) {
            std::filesystem::remove(file_);
            ExploreOptions first = writing(workers);
            first.level_limit = level;
            EXPECT_EQ(explore(model, first).statistics.checkpoints.written, 1U);
            const auto last = explore(model, resuming(5 - workers));
            EXPECT_TRUE(last.is_proof());
            EXPECT_EQ(last.statistics.levels, whole.statistics.levels);
            EXPECT_EQ(last.statistics.transitions, whole.statistics.transitions);
            EXPECT_EQ(last.statistics.deadlocks, whole.statistics.deadlocks);
        });
    }
    // Of a model of numbers that each lead to the next one and to twice itself.
    std::string refusal(const detail::StateFileHeader& header, const std::vector<std::uint64_t>& states,
                        detail::StateFileKind kind = detail::StateFileKind::of_levels) const {
        replace_file(file_, [&](std::ostream& to) {
            detail::StateFileWriter writer(to, header, kind);
            for (const std::uint64_t state : states) writer.add(detail::no_parent, {&state, 1});
            writer.finish();
        });
        const std::string message = message_of([&] {
            static_cast<void>(explore(
                std::uint64_t{1},
                [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
                    if (state > 1000) std::abort();  // an unreachable one
                    yield(state + 1);
                    yield(2 * state);
                },
                [&] {
                    ExploreOptions some = resuming(2);
                    some.level_limit = 4;
                    return some;
                }()));
        });
        return message.starts_with(file_ + ": ") ? message.substr(file_.size() + 2) : message;
    }

    const Folder other_;
    const std::string file_ = other_ / "states";
};

TEST_F(CheckpointOnDisk, AnExplorationGoesOnFromWhereItWas) {
    expect_same_when_resumed(puzzle::Puzzle(2, 3), 9);
    expect_same_when_resumed(philosophers::Philosophers(7), 6);
    expect_same_when_resumed(petri::Markings(petri::test::kanban(1)), 5);
    expect_same_when_resumed(puzzle::Puzzle(2, 3), 21);
}

TEST_F(CheckpointOnDisk, WhatIsFoundBeforeAndAfterItHasAShortestPath) {
    const puzzle::Puzzle model(3, 3);
    ExploreOptions first = writing(2);
    first.level_limit = 14;
    EXPECT_EQ(explore(model, first).statistics.checkpoints.written, 1U);
    for (const char* board : {"8 6 7 2 5 4 3 0 1", "1 4 2 3 7 5 6 8 0"}) {
        const puzzle::Board far = puzzle::Puzzle(3, 3, board).initial();
        const Properties<puzzle::Board> wanted{.goal = [&](puzzle::Board each) { return each == far; }};
        const auto plain = explore(model, {.workers = 1}, wanted);
        const auto result = explore(model, resuming(3), wanted);
        ASSERT_TRUE(result.finding) << board;
        EXPECT_EQ(result.finding->path.size(), plain.finding->path.size());
        expect_path(model, *result.finding);
    }
    // Of numbers 7 is a deadlock, which nobody looked for.
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state == 7) return;
        yield(state + 1);
        yield(2 * state);
    };
    std::filesystem::remove(file_);
    first.level_limit = 8;
    EXPECT_EQ(explore(std::uint64_t{1}, next, first).statistics.checkpoints.written, 1U);
    const auto dead = explore(std::uint64_t{1}, next, resuming(2), {.no_deadlocks = true});
    ASSERT_TRUE(dead.finding);
    EXPECT_EQ(dead.finding->state, 7U);
    EXPECT_EQ(dead.finding->path, (std::vector<std::uint64_t>{1, 2, 3, 6, 7}));
}

TEST_F(CheckpointOnDisk, WhatWasKnownBeforeTheLevelIsKeptWhenALimitStopsIt) {
    const puzzle::Puzzle model(3, 3);
    const auto plain = explore(model, {.workers = 2});
    for_all_workers([&](unsigned workers) {
        std::filesystem::remove(file_);
        ExploreOptions first = writing(workers);
        first.state_limit = 60'000;
        const auto stopped = explore(model, first);
        EXPECT_EQ(stopped.status, Status::state_limit);
        EXPECT_EQ(stopped.statistics.checkpoints.written, 1U) << stopped.statistics.checkpoints.error;
        const auto kept = detail::StateFileReader(file_, detail::StateFileKind::of_levels).header();
        EXPECT_LT(kept.states(), 90'000U);
        EXPECT_GT(kept.states(), 30'000U);
        // Stopped again before all of it was checked.
        ExploreOptions few = resuming(workers);
        few.state_limit = 1000;
        const auto unread = explore(model, few);
        EXPECT_EQ(unread.status, Status::state_limit);
        EXPECT_TRUE(unread.statistics.checkpoints.stopped_reading);
        EXPECT_EQ(unread.statistics.states, kept.states());
        EXPECT_EQ(unread.statistics.levels, kept.levels);
        // Or while it was read.
        std::stop_source stop;
        stop.request_stop();
        ExploreOptions none = resuming(workers);
        none.stop = stop.get_token();
        const auto cancelled = explore(model, none);
        EXPECT_EQ(cancelled.status, Status::cancelled);
        EXPECT_TRUE(cancelled.statistics.checkpoints.stopped_reading);
        EXPECT_EQ(cancelled.statistics.states, kept.states());
        const auto last = explore(model, resuming(5 - workers));
        EXPECT_TRUE(last.is_proof());
        EXPECT_EQ(last.statistics.levels, plain.statistics.levels);
        EXPECT_EQ(last.statistics.transitions, plain.statistics.transitions);
    });
}

TEST_F(CheckpointOnDisk, OneThatIsNotOfTheModelIsRefusedBeforeTheModelSeesIt) {
    // 1; 2; 3 and 4, in the order of their hashes.
    const auto sorted = [](std::vector<std::uint64_t> states) {
        std::ranges::sort(states, {}, [](std::uint64_t each) { return detail::hash_of(each); });
        return states;
    };
    const auto states = [&](std::uint64_t first, std::uint64_t second, const std::vector<std::uint64_t>& third) {
        std::vector<std::uint64_t> all = {first, second};
        for (const std::uint64_t each : sorted(third)) all.push_back(each);
        return all;
    };
    const detail::StateFileHeader header{
        .model = "model", .width = 1, .levels = {1, 1, 2}, .transitions = 4, .deadlocks = 0};
    EXPECT_EQ(refusal(header, states(1, 2, {3, 4})), "no error");
    EXPECT_EQ(refusal(header, states(5000, 2, {3, 4})), "begins in other states");
    const std::string follows =
        "has a state that follows none of the level before: the file is damaged, or it belongs to another model";
    // Unreachable ones, just before those that are sought.
    EXPECT_EQ(refusal(header, states(1, detail::word_of_hash(detail::hash_of(2) - 1), {3, 4})), follows);
    EXPECT_EQ(refusal(header, states(1, 2, {detail::word_of_hash(detail::hash_of(3) - 1), 4})), follows);
    EXPECT_EQ(refusal(header, {1, 2, states(1, 2, {3, 4})[3], states(1, 2, {3, 4})[2]}),
              "has states that are not in order");
    detail::StateFileHeader other = header;
    other.transitions = 5;
    EXPECT_EQ(refusal(other, states(1, 2, {3, 4})), "says 5 transitions and 0 deadlocks, where the model has 4 and 0");
    other = header;
    other.levels = {1, 1, 1};
    EXPECT_EQ(refusal(other, states(1, 2, {2})), follows);
    other.levels = {1, 1, 0, 1};
    EXPECT_EQ(refusal(other, states(1, 2, {3})), "has levels without states");
    other = header;
    other.model = "another";
    EXPECT_EQ(refusal(other, states(1, 2, {3, 4})), "is of 'another', not of 'model'");
    EXPECT_EQ(refusal(header, states(1, 2, {3, 4}), detail::StateFileKind::with_parents),
              "is of an exploration in memory; resume it without states on disk");
    EXPECT_EQ(refusal(header, {1, 2}), "is cut off");
    ExploreOptions in_memory = resuming(1);
    in_memory.disk.clear();
    EXPECT_TRUE(message_of([&] {
                    static_cast<void>(explore(puzzle::Puzzle(2, 2), in_memory));
                }).ends_with("is of an exploration on disk; resume it with states on disk"));
}

TEST_F(CheckpointOnDisk, AStateMustNotBeThereTwice) {
    // 3 leads back to 2.
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) { yield(state == 3 ? 2 : state + 1); };
    const detail::StateFileHeader header{
        .model = "model", .width = 1, .levels = {1, 1, 1, 1}, .transitions = 3, .deadlocks = 0};
    replace_file(file_, [&](std::ostream& to) {
        detail::StateFileWriter writer(to, header, detail::StateFileKind::of_levels);
        for (const std::uint64_t state : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{2}})
            writer.add(detail::no_parent, {&state, 1});
        writer.finish();
    });
    EXPECT_EQ(message_of([&] { static_cast<void>(explore(std::uint64_t{1}, next, resuming(2))); }),
              file_ + ": has a state twice");
}

// --- A full disk

// As long as it exists, no file of this process can be larger.
class SmallFiles {
  public:
    explicit SmallFiles(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;
    ~SmallFiles() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

  private:
    rlimit before_{};
    void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

TEST_F(ExploreOnDisk, AFullDiskIsAnErrorThatNamesTheFile) {
    for_all_workers([&](unsigned workers) {
        const SmallFiles limit(20'000);
        const std::string message =
            message_of([&] { static_cast<void>(explore(puzzle::Puzzle(3, 3), options(workers, least_for_a_word))); });
        EXPECT_TRUE(message.starts_with(folder_ / "scrump-")) << message;
        EXPECT_TRUE(message.ends_with(": cannot be written: File too large")) << message;
    });
}

}  // namespace
}  // namespace scrump::test
