#include <scrump/base/error.hpp>
#include <scrump/states.hpp>
#include <scrump/states/table/detail/state_hash.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
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
    for_all_workers([&](unsigned workers) {
        for (unsigned seed = 0; seed < 3; ++seed) {
            expect_orbits(options(workers), 3 + seed, seed);
            expect_findings_by_orbits(options(workers), 3 + seed, seed);
        }
    });
}

TEST_F(ExploreOnDisk, TheGreatestFiguresAreThoseOfAllStates) {
    for_all_workers([&](unsigned workers) { expect_bounds(options(workers)); });
}

TEST_F(ExploreOnDisk, SmallLevelsReadLittleOfTheVisitedStates) {
    // A large level, and then 500 levels of a state each.
    const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        if (state == 0)
            for (std::uint64_t i = 1; i <= 50'000; ++i) yield(i);
        if (state >= 50'000 && state < 50'500) yield(state + 1);
    };
    const auto result = explore(std::uint64_t{0}, next, options(2, std::size_t{1} << 20U));
    EXPECT_EQ(result.statistics.levels.size(), 502U);
    EXPECT_EQ(result.statistics.states, 50'501U);
    const std::uint64_t visited = 50'000 * sizeof(std::uint64_t);
    EXPECT_LT(result.statistics.disk.bytes_read, 502 * visited / 4 / 2) << "half of a part for each level";
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
