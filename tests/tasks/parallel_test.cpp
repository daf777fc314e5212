#include <scrump/tasks.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {
namespace {

TEST(Parallel, EachIndexIsCalledOnce) {
    for (const unsigned workers : {1U, 3U}) {
        for (const std::size_t grain : {0U, 1U, 7U, 100'000U}) {
            std::vector<std::atomic<int>> calls(10'000);
            run_tasks({.workers = workers, .deque_capacity = 5}, [&](Fork fork) {
                parallel_for(
                    fork, 10, 9'990, [&](int i) { ++calls[static_cast<std::size_t>(i)]; }, grain);
            });
            for (std::size_t i = 0; i < calls.size(); ++i) ASSERT_EQ(calls[i], i >= 10 && i < 9'990) << i;
        }
    }
}

TEST(Parallel, LoopsOfAllTypesOfIndexEnd) {
    run_tasks({.workers = 2}, [&](Fork fork) {
        std::atomic<int> calls = 0;
        parallel_for(fork, std::uint8_t{250}, std::uint8_t{255}, [&](std::uint8_t) { ++calls; });
        parallel_for(fork, std::int8_t{-128}, std::int8_t{127}, [&](std::int8_t) { ++calls; });
        parallel_for(fork, std::size_t{3}, std::size_t{3}, [&](std::size_t) { ++calls; });
        parallel_for(fork, 3, 2, [&](int) { ++calls; });
        EXPECT_EQ(calls, 260);
    });
}

TEST(Parallel, NeitherEndIsCutToTheOthersType) {
    run_tasks({.workers = 2}, [&](Fork fork) {
        std::atomic<int> calls = 0;
        parallel_for(fork, std::uint8_t{0}, 1000, [&](int) { ++calls; });
        const std::vector<int> items(100);
        parallel_for(fork, 0, items.size(), [&](auto i) {
            static_assert(std::is_same_v<decltype(i), std::size_t>);
            ++calls;
        });
        parallel_for(fork, std::size_t{0}, 10, [&](Fork, std::size_t) { ++calls; });
        parallel_for(fork, -5, std::int64_t{5}, [&](std::int64_t) { ++calls; });
        parallel_for(fork, std::int8_t{-5}, std::uint8_t{5}, [&](int) { ++calls; });
        EXPECT_EQ(calls, 1130);
        const std::size_t far = std::size_t{1} << 32U;
        EXPECT_EQ(parallel_reduce(fork, far - 3, far + 3, 0, [](std::size_t) { return 1; }), 6);
        EXPECT_THROW(parallel_for(
                         fork, 0, far, [](std::size_t) { throw std::range_error("begun"); }, far),
                     std::range_error);
    });
}

TEST(Parallel, NumbersBelow0AreNotTakenForLargeOnes) {
    run_tasks({.workers = 1}, [&](Fork fork) {
        parallel_for(fork, std::size_t{0}, -5, [&](std::size_t) { FAIL(); });
        const std::string said = test::message_of<UsageError>(
            [&] { parallel_for(fork, -5, std::size_t{10}, [&](std::size_t) { FAIL(); }); });
        EXPECT_EQ(said, "a loop from -5 up to an unsigned number: both ends have to be of signed types");
    });
}

TEST(Parallel, LoopsNest) {
    std::atomic<std::uint64_t> sum = 0;
    run_tasks({.workers = 3, .deque_capacity = 9}, [&](Fork fork) {
        parallel_for(fork, 0U, 20U, [&](Fork outer, unsigned i) {
            parallel_for(outer, 0U, i, [&](Fork inner, unsigned j) {
                sum += parallel_reduce(
                    inner, 0U, j, 0U, [](unsigned k) { return k; }, std::plus<>(), 1);
            });
        });
    });
    std::uint64_t expected = 0;
    for (unsigned i = 0; i < 20; ++i) {
        for (unsigned j = 0; j < i; ++j) expected += std::uint64_t{j} * (j == 0 ? 0 : j - 1) / 2;
    }
    EXPECT_EQ(sum, expected);
}

TEST(Parallel, ValuesAreCombinedInOrder) {
    std::string expected;
    for (int i = 0; i < 1000; ++i) expected += std::to_string(i);
    for (const unsigned workers : {1U, 4U}) {
        for (const std::size_t grain : {0U, 1U, 3U}) {
            const auto result = run_tasks({.workers = workers}, [&](Fork fork) {
                return parallel_reduce(
                    fork, 0, 1000, std::string("none"), [](int i) { return std::to_string(i); }, std::plus<>(), grain);
            });
            EXPECT_EQ(result.value, expected);
        }
    }
    const auto none = run_tasks({.workers = 1}, [](Fork fork) {
        return parallel_reduce(fork, 5, 5, std::string("none"), [](int i) { return std::to_string(i); });
    });
    EXPECT_EQ(none.value, "none");
}

TEST(Parallel, WhatABodyThrowsIsThrown) {
    for (const unsigned workers : {1U, 3U}) {
        EXPECT_THROW(run_tasks({.workers = workers},
                               [](Fork fork) {
                                   parallel_for(
                                       fork, 0, 1000,
                                       [](int i) {
                                           if (i == 777) throw std::range_error("777");
                                       },
                                       1);
                               }),
                     std::range_error);
    }
}

// What bodies do with the fork that the loop has, which are run by one worker or by several.
template <class Body>
std::string said_of(const Body& body, const std::vector<unsigned>& workers_of_runs = {1, 3}) {
    std::string said;
    for (const unsigned workers : workers_of_runs) {
        for (const std::size_t grain : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
            const auto result = run_tasks({.workers = workers}, [&](Fork fork) {
                auto before = fork.spawn([] { return 1; });
                said = test::message_of([&] {
                    parallel_for(
                        fork, 0, 100, [&](int) { body(fork, before); }, grain);
                });
                auto after = fork.spawn([] { return 10; });
                const int sum = fork.sync(after);
                return sum + parallel_reduce(fork, 0, 100, 0, [](int i) { return i; });
            });
            EXPECT_EQ(result.value, 4960) << "the loop gives the fork back";
            if (said.find("this fork is in use") == std::string::npos) return "said " + said;
        }
    }
    return "refused";
}

TEST(Parallel, ABodyDoesNotUseTheForkOfItsLoop) {
    const auto nothing = [](int) {};
    const auto none = [](int i) { return i; };
    EXPECT_EQ(said_of([&](Fork& fork, auto&) { parallel_for(fork, 0, 10, nothing); }), "refused");
    EXPECT_EQ(said_of([&](Fork& fork, auto&) { parallel_for(fork, 0, 10, nothing, 1); }), "refused");
    EXPECT_EQ(said_of([&](Fork& fork, auto&) { parallel_for(fork, 0, 10, nothing, 10); }), "refused");
    EXPECT_EQ(said_of([&](Fork& fork, auto&) { parallel_reduce(fork, 0, 10, 0, none); }), "refused");
    EXPECT_EQ(said_of([&](Fork& fork, auto&) { auto task = fork.spawn([] {}); }), "refused");
    EXPECT_EQ(said_of([&](Fork& fork, auto&) { fork.call([](Fork inner) { auto task = inner.spawn([] {}); }); }),
              "refused");
    EXPECT_EQ(said_of(
                  [&](Fork& fork, auto& before) {
                      if (fork.sync(before) == 2) std::abort();
                  },
                  {1}),
              "refused");
    EXPECT_EQ(said_of([&](Fork& fork, auto&) { fork.communicate(); }), "refused");
    EXPECT_EQ(said_of([&](Fork& fork, auto&) {
                  if (fork.workers() == 7) std::abort();
              }),
              "refused");
}

TEST(Parallel, AMapDoesNotUseTheForkOfItsLoop) {
    const std::string said = test::message_of([] {
        run_tasks({.workers = 1}, [](Fork fork) {
            return parallel_reduce(fork, 0, 10, 0,
                                   [&](int) { return parallel_reduce(fork, 0, 10, 0, [](int i) { return i; }); });
        });
    });
    EXPECT_NE(said.find("this fork is in use"), std::string::npos) << said;
}

}  // namespace
}  // namespace scrump
