#include <scrump/base/error.hpp>
#include <scrump/parallel.hpp>
#include <scrump/tasks/affinity.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace scrump {
namespace {

using detail::AffinityRound;

// What each worker gets if they take turns, until nothing is left.
std::vector<std::vector<std::size_t>> begins_in_turns(AffinityRound& round, unsigned workers) {
    std::vector<std::vector<std::size_t>> begins(workers);
    for (bool any = true; any;) {
        any = false;
        for (unsigned worker = 0; worker < workers; ++worker) {
            if (const auto part = round.next(worker)) {
                begins[worker].push_back(part->begin);
                any = true;
            }
        }
    }
    return begins;
}

TEST(AffinityRound, GivesEachIterationOnceAndBlocksAtFirst) {
    for (const std::size_t iterations : {1U, 2U, 15U, 16U, 17U, 1000U}) {
        Affinity affinity;
        AffinityRound round(affinity, iterations, 2, 0);
        std::vector<int> given(iterations);
        std::size_t of_first = 0;
        while (const auto part = round.next(0)) {
            for (std::size_t i = part->begin; i < part->end; ++i) ++given[i];
            ++of_first;
        }
        EXPECT_FALSE(round.next(1).has_value());
        EXPECT_EQ(given, std::vector<int>(iterations, 1));
        EXPECT_EQ(of_first, std::min<std::size_t>(iterations, 16));
    }
}

TEST(AffinityRound, EachWorkerHasItsOwnPiecesAgain) {
    Affinity affinity;
    AffinityRound first(affinity, 1600, 2, 0);
    const auto blocks = begins_in_turns(first, 2);
    EXPECT_EQ(blocks[0], (std::vector<std::size_t>{0, 100, 200, 300, 400, 500, 600, 700}));
    EXPECT_EQ(blocks[1], (std::vector<std::size_t>{800, 900, 1000, 1100, 1200, 1300, 1400, 1500}));
    AffinityRound second(affinity, 1600, 2, 0);
    EXPECT_EQ(begins_in_turns(second, 2), blocks);
}

TEST(AffinityRound, WhatAWorkerTookFromAnotherIsItsOwnFromThenOn) {
    Affinity affinity;
    {
        AffinityRound round(affinity, 1600, 2, 0);
        for (int i = 0; i < 8; ++i) round.next(0);
        EXPECT_EQ(round.next(0)->begin, 1500U) << "the last one of another";
        EXPECT_EQ(round.next(1)->begin, 800U);
        while (round.next(1)) {
        }
    }
    AffinityRound round(affinity, 1600, 2, 0);
    std::size_t last = 0;
    for (int i = 0; i < 9; ++i) last = round.next(0)->begin;
    EXPECT_EQ(last, 1500U);
    for (int i = 0; i < 7; ++i) last = round.next(1)->begin;
    EXPECT_EQ(last, 1400U);
    EXPECT_FALSE(round.next(1).has_value());
}

TEST(AffinityRound, AnotherLoopBeginsAnew) {
    Affinity affinity;
    AffinityRound first(affinity, 1600, 2, 0);
    while (first.next(1)) {
    }
    AffinityRound longer(affinity, 1601, 2, 0);
    EXPECT_EQ(longer.next(0)->begin, 0U);
    AffinityRound finer(affinity, 1601, 2, 10);
    const auto part = finer.next(0);
    EXPECT_LE(part->end - part->begin, 10U);
    AffinityRound wider(affinity, 1600, 4, 0);
    EXPECT_EQ(wider.next(3)->begin, 1200U);
}

TEST(Affinity, EachIndexIsCalledOnce) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        Pool pool(workers);
        pool.run([&] {
            Affinity affinity;
            for (const int end : {0, 1, 7, 1000}) {
                for (int round = 0; round < 20; ++round) {
                    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(end) + 5);
                    parallel_for(-5, end, [&](int i) { ++calls[static_cast<std::size_t>(i + 5)]; },
                                 {.affinity = &affinity});
                    for (const auto& each : calls) ASSERT_EQ(each, 1);
                }
            }
        });
    }
}

// Both workers are in their own piece at once, so neither takes one of the other.
TEST(Affinity, PiecesStayWithTheirWorkers) {
    Pool pool(2);
    pool.run([] {
        Affinity affinity;
        std::vector<std::thread::id> before;
        for (int round = 0; round < 50; ++round) {
            std::vector<std::thread::id> now(2);
            std::atomic<int> inside = 0;
            parallel_for(0, 2,
                         [&](int i) {
                             now[static_cast<std::size_t>(i)] = std::this_thread::get_id();
                             ++inside;
                             while (inside < 2) std::this_thread::yield();
                         },
                         {.affinity = &affinity});
            EXPECT_NE(now[0], now[1]);
            if (round > 0) {
                EXPECT_EQ(now, before);
            }
            before = now;
        }
    });
}

TEST(Affinity, AnExceptionEndsTheLoopAndTheNextOneIsWhole) {
    Pool pool(2);
    pool.run([] {
        Affinity affinity;
        const auto fails = [](int i) {
            if (i == 30) throw std::runtime_error("no");
        };
        EXPECT_THROW(parallel_for(0, 1000, fails, {.affinity = &affinity}), std::runtime_error);
        std::atomic<int> calls = 0;
        parallel_for(0, 1000, [&](int) { ++calls; }, {.affinity = &affinity});
        EXPECT_EQ(calls, 1000);
    });
}

TEST(Affinity, IsRefusedByReductions) {
    Affinity affinity;
    EXPECT_THROW(parallel_reduce(0, 9, 0, [](int i) { return i; }, std::plus<>(), {.affinity = &affinity}), UsageError);
}

}  // namespace
}  // namespace scrump
