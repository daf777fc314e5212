// Loops over data that everybody has, on workers of one or more localities in this process.

#include <scrump/loops.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

LoopOptions by(const std::string& technique, unsigned workers, unsigned localities) {
    return {.technique = Technique::parse(technique == "block-cyclic" ? "block-cyclic:size=3" : technique),
            .costs = {.mean = 1e-6, .sigma = 1e-6, .overhead = 1e-7},
            .workers = workers,
            .localities = localities,
            .pin = false};
}

TEST(Loop, RunsEachIterationOnceUnderEveryTechnique) {
    for (const std::string& technique : Technique::names()) {
        for (const auto& [workers, localities] : {std::pair{1U, 1U}, {2U, 1U}, {3U, 1U}, {1U, 2U}, {2U, 3U}}) {
            for (const std::uint64_t n : {0U, 1U, 2U, 5U, 6U, 7U, 1000U}) {
                std::vector<std::atomic<unsigned>> runs(n);
                const LoopResult result =
                    loop(by(technique, workers, localities), n, [&](std::uint64_t i) { ++runs[i]; });
                EXPECT_EQ(result.status, Status::complete);
                for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(runs[i], 1U) << technique << " " << n << " " << i;
                const LoopStatistics& statistics = result.statistics;
                EXPECT_EQ(statistics.iterations, n);
                ASSERT_EQ(statistics.shares.size(), workers * localities);
                EXPECT_EQ(statistics.shares.back().locality, localities - 1);
                EXPECT_EQ(statistics.shares.back().worker, workers - 1);
                EXPECT_LE(statistics.chunks, n);
                EXPECT_EQ(statistics.localities.size(), localities);
            }
        }
    }
}

TEST(Loop, GenericBodiesGetIterations) {
    for (const char* const technique : {"ss", "fac2"}) {
        std::atomic<int> calls = 0;
        std::vector<int> runs(1000);
        EXPECT_EQ(loop(by(technique, 2, 1), 1000, [&](auto) { ++calls; }).statistics.iterations, 1000U);
        EXPECT_EQ(calls, 1000);
        loop(by(technique, 2, 1), 1000, [&](auto i) { ++runs[i]; });
        EXPECT_EQ(std::ranges::count(runs, 1), 1000);
        std::atomic<std::uint64_t> iterations = 0;
        loop(by(technique, 2, 1), 1000, [&](auto& chunk) { iterations += chunk.size(); });  // no number binds to that
        EXPECT_EQ(iterations, 1000U);
    }
}

// Each iteration of the first so many waits until as many workers are in one: so all of them take part.
TEST(Loop, AllWorkersOfAllLocalitiesTakePart) {
    for (const char* const technique : {"ss", "static", "awf-c", "wf", "af"}) {
        for (const auto& [workers, localities] : {std::pair{3U, 1U}, {1U, 3U}, {2U, 2U}}) {
            const unsigned all = workers * localities;
            std::atomic<unsigned> here = 0;
            const LoopResult result = loop(by(technique, workers, localities), 64, [&](LoopChunk& chunk) {
                if (chunk.first() >= 64) throw std::logic_error("beyond the end");
                ++here;
                while (here < all) std::this_thread::yield();
            });
            for (const WorkerShare& share : result.statistics.shares) EXPECT_GE(share.chunks, 1U) << technique;
        }
    }
}

// Iteration 0 waits until all others are done: so the other worker runs what is left of the first one's block.
TEST(Loop, AWorkerTakesFromOthersBlocks) {
    for (const unsigned localities : {1U, 2U}) {
        const unsigned workers = 2 / localities;
        std::atomic<bool> begun = false;
        std::atomic<unsigned> done = 0;
        const LoopResult result = loop(by("ss", workers, localities), 100, [&](std::uint64_t i) {
            if (i == 0) begun = true;
            while (i == 50 && !begun) std::this_thread::yield();  // the first one of the other block
            while (i == 0 && done < 99) std::this_thread::yield();
            ++done;
        });
        EXPECT_EQ(result.statistics.shares[0].iterations, 1U);
        EXPECT_EQ(result.statistics.shares[1].iterations, 99U);
    }
}

// Iteration 0 waits until all others are done: so a worker comes to the block of the other one, whose iterations may
// take another time than those of its own.
TEST(Loop, APacedWorkerBeginsAnewInAnothersBlock) {
    for (const unsigned localities : {1U, 2U}) {
        std::atomic<std::uint64_t> done = 0;
        std::mutex mutex;
        std::map<std::pair<unsigned, bool>, std::uint64_t> first_sizes;  // by worker, and whether in the lower block
        const auto options = by("auto", 2 / localities, localities);
        const LoopResult result = loop(options, 2000, [&](LoopChunk& chunk) {
            const unsigned worker = chunk.worker() + chunk.locality();
            {
                const std::lock_guard lock(mutex);
                first_sizes.emplace(std::pair(worker, chunk.first() < 1000), chunk.size());
            }
            while (chunk.first() == 0 && done < 1999) std::this_thread::yield();
            done += chunk.size();
        });
        EXPECT_EQ(result.statistics.iterations, 2000U);
        EXPECT_GE(first_sizes.size(), 3U) << "a worker has run iterations of both blocks";
        for (const auto& [of, size] : first_sizes) EXPECT_EQ(size, 1U) << of.first << " " << of.second;
        EXPECT_LT(result.statistics.chunks, 200U) << "sizes grow";
    }
}

TEST(Loop, ChunksAreThoseOfTheTechnique) {
    std::mutex mutex;
    std::map<std::uint64_t, std::uint64_t> chunks;
    const LoopResult result = loop(by("gss", 4, 1), 100, [&](LoopChunk& chunk) {
        const std::lock_guard lock(mutex);
        chunks[chunk.first()] = chunk.size();
    });
    std::vector<std::uint64_t> sizes;
    for (const auto& [first, size] : chunks) sizes.push_back(size);
    EXPECT_EQ(sizes, (std::vector<std::uint64_t>{25, 19, 14, 11, 8, 6, 5, 3, 3, 2, 1, 1, 1, 1}));
    EXPECT_EQ(result.statistics.chunks, 14U);
}

TEST(Loop, WeightsSayHowMuchAWorkerGets) {
    LoopOptions options = by("wf", 2, 1);
    options.weights = {7, 1};
    std::mutex mutex;
    std::map<unsigned, std::uint64_t> first_sizes;
    std::atomic<unsigned> here = 0;
    loop(options, 800, [&](LoopChunk& chunk) {
        ++here;
        while (here < 2) std::this_thread::yield();
        const std::lock_guard lock(mutex);
        first_sizes.emplace(chunk.worker(), chunk.size());
    });
    EXPECT_EQ(first_sizes, (std::map<unsigned, std::uint64_t>{{0, 350}, {1, 50}}));  // 200 times 1.75 and 0.25
}

TEST(Loop, AddsUp) {
    for (const char* const technique : {"gss", "static", "awf-b"}) {
        for (const auto& [workers, localities] : {std::pair{1U, 1U}, {3U, 1U}, {2U, 2U}}) {
            const auto sum = loop_reduce(by(technique, workers, localities), 1001, std::uint64_t{0},
                                         [](std::uint64_t i) { return i; });
            EXPECT_EQ(sum.status, Status::complete);
            EXPECT_EQ(sum.value, 500'500U);
            const auto letters =
                loop_reduce(by(technique, workers, localities), 30, std::string(), [](std::uint64_t) { return "x"; });
            EXPECT_EQ(letters.value, std::string(30, 'x'));
        }
    }
    EXPECT_EQ(loop_reduce({}, 0, 0, [](std::uint64_t) { return 1; }).value, 0);
}

TEST(Loop, WhatTheBodyThrowsIsThrown) {
    for (const unsigned localities : {1U, 3U}) {
        for (const char* const technique : {"ss", "static", "af"}) {
            std::atomic<unsigned> runs = 0;
            try {
                loop(by(technique, 2, localities), 1'000'000, [&](std::uint64_t i) {
                    ++runs;
                    if (i == 77) throw std::runtime_error("seventy-seven");
                });
                ADD_FAILURE() << "nothing was thrown";
            } catch (const std::runtime_error& error) {
                EXPECT_STREQ(error.what(), "seventy-seven");
            }
            EXPECT_LE(runs, 1'000'000U);
        }
    }
}

// Each iteration is run at most once, and all that were are counted.
TEST(Loop, IsStopped) {
    for (const char* const technique : {"ss", "static", "awf-c"}) {
        std::stop_source stop;
        std::atomic<std::uint64_t> runs = 0;
        LoopOptions options = by(technique, 2, 1);
        options.stop = stop.get_token();
        constexpr std::uint64_t endless = std::uint64_t{1} << 60U;
        const auto result = loop_reduce(options, endless, std::uint64_t{0}, [&](std::uint64_t) {
            if (++runs == 1000) stop.request_stop();
            return std::uint64_t{1};
        });
        EXPECT_EQ(result.status, Status::cancelled) << technique;
        EXPECT_EQ(result.statistics.iterations, runs);
        EXPECT_EQ(result.value, runs);
    }
    LoopOptions options = by("ss", 2, 1);
    options.time_limit = std::chrono::milliseconds(1);
    EXPECT_EQ(loop(options, std::uint64_t{1} << 60U, [](std::uint64_t) {}).status, Status::time_limit);
}

// It may be the last one.
TEST(Loop, AChunkThatWasToldNotToGoOnHasNotRun) {
    std::stop_source stop;
    LoopOptions options = by("static", 1, 1);
    options.stop = stop.get_token();
    const auto result = loop(options, 100, [&](LoopChunk& chunk) {
        EXPECT_EQ(chunk.size(), 100U);
        stop.request_stop();
        while (chunk.go_on()) std::this_thread::yield();
    });
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.statistics.iterations, 0U);
}

TEST(Loop, AChunkRunsItsStepsUntilTheLoopIsStopped) {
    std::stop_source stop;
    LoopOptions options = by("static", 1, 1);
    options.stop = stop.get_token();
    const auto result = loop(options, std::uint64_t{1} << 60U, [&](LoopChunk& chunk) {
        std::uint64_t next = 7;
        const std::uint64_t done = chunk.run_each(7, chunk.last(), [&](std::uint64_t i) {
            ASSERT_EQ(i, next++);
            if (i == 100) stop.request_stop();
        });
        EXPECT_EQ(done, next - 7);
        EXPECT_GT(done, 93U);
        EXPECT_TRUE(chunk.was_left());
        EXPECT_FALSE(chunk.go_on());
        EXPECT_FALSE(chunk.go_on());
    });
    EXPECT_EQ(result.status, Status::cancelled);
    const auto whole = loop(by("static", 1, 1), 10, [&](LoopChunk& chunk) {
        EXPECT_EQ(chunk.run_each(3, 3, [](std::uint64_t) { FAIL(); }), 0U);
        EXPECT_EQ(chunk.run_each(3, 10, [](std::uint64_t) {}), 7U);
        EXPECT_FALSE(chunk.was_left());
    });
    EXPECT_EQ(whole.statistics.iterations, 10U);
}

TEST(Loop, LearnsFromOneRunToTheNext) {
    LoopHistory history;
    LoopOptions options = by("awf", 2, 1);
    options.history = &history;
    loop(options, 1000, [](std::uint64_t) {});
    EXPECT_EQ(history.runs(), 1U);
    EXPECT_GT(history.costs().mean, 0);
    EXPECT_GT(history.costs().overhead, 0);

    // Twice as fast by all that is known.
    LoopHistory two_to_one;
    LoopStatistics before;
    before.shares.resize(2);
    before.shares[0].progress.finish(200, 1, 1);
    before.shares[1].progress.finish(100, 1, 1);
    two_to_one.learn(before);
    const std::vector<double> weights = two_to_one.weights(2);
    ASSERT_EQ(weights.size(), 2U);
    EXPECT_NEAR(weights[0], 4.0 / 3, 1e-12);
    EXPECT_NEAR(weights[1], 2.0 / 3, 1e-12);
    EXPECT_TRUE(two_to_one.weights(3).empty());
    options.history = &two_to_one;
    std::mutex mutex;
    std::map<unsigned, std::uint64_t> first_sizes;
    std::atomic<unsigned> here = 0;
    loop(options, 1200, [&](LoopChunk& chunk) {
        ++here;
        while (here < 2) std::this_thread::yield();
        const std::lock_guard lock(mutex);
        first_sizes.emplace(chunk.worker(), chunk.size());
    });
    EXPECT_EQ(first_sizes, (std::map<unsigned, std::uint64_t>{{0, 400}, {1, 200}}));
}

// The last iteration waits until it was told that others were run.
TEST(Loop, TellsOfItsProgress) {
    LoopOptions options = by("ss", 2, 1);
    options.progress_interval = std::chrono::milliseconds(1);
    std::atomic<std::uint64_t> told = 0;
    std::vector<LoopProgress> all;
    options.progress = [&](const LoopProgress& progress) {
        all.push_back(progress);
        told = progress.iterations;
    };
    loop(options, 100, [&](std::uint64_t i) {
        while (i == 99 && told < 50) std::this_thread::yield();
    });
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all.back().expected, 100U);
    EXPECT_EQ(all.back().workers, 2U);
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &LoopProgress::iterations));
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &LoopProgress::elapsed));
    EXPECT_GE(all.back().iterations, 50U);
    EXPECT_LE(all.back().iterations, 100U);
}

// Time counts from earlier on; how long the loop took does not.
TEST(Loop, ItsTimeIsItsOwnWhateverCountsForItsLimit) {
    LoopOptions options = by("ss", 2, 1);
    options.began = Clock::now() - std::chrono::hours(1);
    const LoopResult result = loop(options, 10, [](std::uint64_t) {});
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_LT(result.statistics.seconds, 3600);
    options.time_limit = std::chrono::minutes(50);
    EXPECT_EQ(loop(options, std::uint64_t{1} << 60U, [](std::uint64_t) {}).status, Status::time_limit);
}

// Assigns each worker one range.
class OneRangeEach final : public ChunkRule {
  public:
    explicit OneRangeEach(std::vector<Range> ranges) : ranges_(std::move(ranges)) {}
    Depends depends() const override { return Depends::assigned; }
    std::uint64_t size(const ChunkRequest&) const override { return 1; }
    Range assigned(unsigned worker, std::uint64_t k) const override { return k == 0 ? ranges_[worker] : Range{}; }

  private:
    const std::vector<Range> ranges_;
};

TEST(Loop, ARuleIsNotBelieved) {
    const auto said = [](const std::vector<ChunkRule::Range>& ranges, unsigned localities) {
        const Technique own =
            Technique::custom("own", [&](const LoopShape&) { return std::make_unique<OneRangeEach>(ranges); });
        return test::message_of([&] {
            const auto sum = loop_reduce({.technique = own, .workers = 2 / localities, .localities = localities}, 100,
                                         0, [](std::uint64_t) { return 1; });
            EXPECT_EQ(sum.value, 100);
        });
    };
    const std::string not_each_once = "technique 'own' did not assign each of 100 iterations to one worker: ";
    const std::string beyond = "the technique's rule assigns iterations from ";
    for (const unsigned localities : {1U, 2U}) {
        EXPECT_EQ(said({{0, 60}, {60, 100}}, localities), "no error");
        EXPECT_EQ(said({{0, 60}, {50, 100}}, localities), not_each_once + "110 were run");
        EXPECT_EQ(said({{0, 60}, {60, 90}}, localities), not_each_once + "90 were run");
        EXPECT_EQ(said({{0, 60}, {50, 90}}, localities), not_each_once + "100 were run");
        EXPECT_EQ(said({{}, {}}, localities), not_each_once + "0 were run");
        EXPECT_EQ(said({{0, 60}, {60, 101}}, localities), beyond + "60 up to 101 of a loop of 100");
        EXPECT_EQ(said({{0, 60}, {100, 60}}, localities), beyond + "100 up to 60 of a loop of 100");
    }
}

TEST(Loop, SaysWhatItCannotDo) {
    EXPECT_THROW(loop({.technique = Technique::parse("fac")}, 10, [](std::uint64_t) {}), UsageError);
    EXPECT_THROW(loop({.weights = {1, -1}, .workers = 2}, 10, [](std::uint64_t) {}), UsageError);
    EXPECT_THROW(loop({}, std::numeric_limits<std::uint64_t>::max(), [](std::uint64_t) {}), UsageError);
    EXPECT_THROW(loop({.workers = 1'000'000}, 10, [](std::uint64_t) {}), UsageError);
    EXPECT_THROW(loop({.localities = 0}, 10, [](std::uint64_t) {}), UsageError);
    const Tracing too_long{.file = "never.json", .events = std::size_t{1} << 60U};
    EXPECT_THROW(loop({.trace = too_long}, 10, [](std::uint64_t) {}), UsageError);
}

TEST(LoopStatistics, SayHowEvenItWas) {
    LoopStatistics statistics;
    statistics.shares.resize(2);
    statistics.shares[0].finished = 1;
    statistics.shares[1].finished = 3;
    statistics.seconds = 3;
    EXPECT_DOUBLE_EQ(statistics.imbalance(), 1.5);
    EXPECT_DOUBLE_EQ(statistics.variation(), 0.5);
    EXPECT_DOUBLE_EQ(statistics.cost(), 6);
    EXPECT_DOUBLE_EQ(LoopStatistics{}.imbalance(), 1);
}

// In one, one worker is late, in the other one the other: that does not make both even.
TEST(LoopStatistics, AddUp) {
    LoopStatistics one{.loops = 1, .iterations = 10, .chunks = 3, .seconds = 3};
    one.shares = {{.locality = 0, .chunks = 1, .iterations = 4, .finished = 1},
                  {.locality = 1, .chunks = 2, .iterations = 6, .stolen = 2, .finished = 3}};
    one.transfers = {{.own = 6}, {.own = 4, .tried = 5, .won = 1, .iterations = 2, .bytes = 16}};
    LoopStatistics other = one;
    std::swap(other.shares[0].finished, other.shares[1].finished);
    LoopStatistics both;
    both += one;
    both += other;
    EXPECT_EQ(both.loops, 2U);
    EXPECT_EQ(both.iterations, 20U);
    EXPECT_EQ(both.chunks, 6U);
    EXPECT_DOUBLE_EQ(both.seconds, 6);
    EXPECT_DOUBLE_EQ(both.cost(), 12);
    EXPECT_DOUBLE_EQ(both.imbalance(), 1.5);
    EXPECT_EQ(both.stolen(), 4U);
    ASSERT_EQ(both.shares.size(), 2U);
    EXPECT_EQ(both.shares[1].iterations, 12U);
    EXPECT_DOUBLE_EQ(both.shares[0].finished, 4);
    ASSERT_EQ(both.transfers.size(), 2U);
    EXPECT_EQ(both.transfers[0].own, 12U);
    EXPECT_EQ(both.transfers[1].bytes, 32U);
}

}  // namespace
}  // namespace scrump
