#include <scrump/parallel.hpp>
#include <scrump/tasks.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <numeric>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::message_of;

constexpr std::array sizes_of_pools = {1U, 2U, 4U};

long fib(int n) {
    if (n < 2) return n;
    const auto [a, b] = parallel_invoke([&] { return fib(n - 1); }, [&] { return fib(n - 2); });
    return a + b;
}

template <class Test>
void in_pools(const Test& test) {
    for (const unsigned workers : sizes_of_pools) {
        SCOPED_TRACE(workers);
        Pool pool(workers);
        EXPECT_EQ(pool.workers(), workers);
        pool.run(test);
    }
}

TEST(ParallelCalls, EachIndexIsCalledOnce) {
    in_pools([] {
        for (const std::size_t grain : {0U, 1U, 7U, 100'000U}) {
            std::vector<std::atomic<int>> calls(10'000);
            parallel_for(10, 9'990, [&](int i) { ++calls[static_cast<std::size_t>(i)]; }, {.grain = grain});
            for (std::size_t i = 0; i < calls.size(); ++i) ASSERT_EQ(calls[i], i >= 10 && i < 9'990) << i;
        }
    });
}

TEST(ParallelCalls, LoopsOfAllTypesOfIndexEnd) {
    in_pools([] {
        std::atomic<int> calls = 0;
        parallel_for(std::uint8_t{250}, std::uint8_t{255}, [&](std::uint8_t) { ++calls; });
        parallel_for(std::int8_t{-128}, std::int8_t{127}, [&](std::int8_t) { ++calls; });
        parallel_for(std::size_t{3}, std::size_t{3}, [&](std::size_t) { ++calls; });
        parallel_for(3, 2, [&](int) { ++calls; });
        parallel_for(0, std::vector<int>(100).size(), [&](auto i) {
            static_assert(std::is_same_v<decltype(i), std::size_t>);
            ++calls;
        });
        EXPECT_EQ(calls, 360);
        const std::size_t far = ~std::size_t{0} - 3;
        EXPECT_EQ(parallel_reduce(far, far + 3, 0, [](std::size_t) { return 1; }), 3);
        EXPECT_THROW(parallel_for(-1, std::size_t{3}, [](std::size_t) {}), UsageError);
    });
}

TEST(ParallelCalls, GridsHaveEachIndexOnce) {
    in_pools([] {
        std::vector<std::atomic<int>> calls(7 * 11 * 13);
        parallel_for(std::array<std::size_t, 2>{7, 143}, [&](std::size_t i, std::size_t j) { ++calls[143 * i + j]; });
        parallel_for(std::array<std::size_t, 3>{7, 11, 13},
                     [&](std::size_t i, std::size_t j, std::size_t k) { calls[(11 * i + j) * 13 + k] += 2; });
        for (const auto& each : calls) ASSERT_EQ(each, 3);
        parallel_for(std::array<std::size_t, 2>{0, 5}, [](std::size_t, std::size_t) { FAIL(); });
        EXPECT_THROW(parallel_for(std::array<std::size_t, 2>{~std::size_t{0}, 2}, [](std::size_t, std::size_t) {}),
                     UsageError);
    });
}

TEST(ParallelCalls, ReductionsKeepTheOrder) {
    in_pools([] {
        const auto letter = [](int i) { return std::string(1, static_cast<char>('a' + i % 26)); };
        std::string expected;
        for (int i = 0; i < 5000; ++i) expected += letter(i);
        for (const std::size_t grain : {0U, 1U, 900U, 10'000U})
            EXPECT_EQ(parallel_reduce(0, 5000, std::string(), letter, std::plus<>(), {.grain = grain}), expected);
        EXPECT_EQ(parallel_reduce(0, 0, std::string("none"), letter), "none");
        const std::vector<int> values = {3, 1, 4, 1, 5};
        EXPECT_EQ(transform_reduce(values, 100, std::plus<>(), [](int value) { return 2 * value; }), 128);
        EXPECT_EQ(transform_reduce(std::vector<int>(), 100, std::plus<>(), std::identity()), 100);
    });
}

TEST(ParallelCalls, DeterministicSumsAreTheSameForAnyNumberOfWorkers) {
    std::vector<double> values(100'003);
    std::mt19937_64 random(1);
    for (double& value : values)
        value = std::ldexp(static_cast<double>(random() >> 12U), -static_cast<int>(random() % 60));
    std::vector<double> sums;
    in_pools([&] {
        for (int repetition = 0; repetition < 5; ++repetition) {
            sums.push_back(parallel_reduce(std::size_t{0}, values.size(), 0.0, [&](std::size_t i) { return values[i]; },
                                           std::plus<>(), {.deterministic = true}));
        }
    });
    for (const double sum : sums) EXPECT_EQ(sum, sums.front());
    // It is not the sum from left to right, which would prove nothing.
    EXPECT_NE(sums.front(), std::accumulate(values.begin(), values.end(), 0.0));
}

TEST(ParallelCalls, RangesHaveEachElementOnce) {
    in_pools([] {
        std::vector<int> many(3000, 1);
        parallel_for_each(many, [](int& value) { ++value; });
        EXPECT_EQ(std::count(many.begin(), many.end(), 2), 3000);
        std::list<int> linked(500, 1);
        parallel_for_each(linked, [](int& value) { ++value; });
        EXPECT_EQ(std::count(linked.begin(), linked.end(), 2), 500);
    });
}

TEST(ParallelCalls, InvokedFunctionsReturnTheirResults) {
    in_pools([] {
        EXPECT_EQ(fib(18), 2584);
        std::atomic<int> calls = 0;
        static_assert(std::is_void_v<decltype(parallel_invoke([] {}, [] {}))>);
        parallel_invoke([&] { ++calls; }, [&] { calls += 10; }, [&] { calls += 100; });
        EXPECT_EQ(calls, 111);
        const auto results = parallel_invoke([] { return std::string("one"); }, [] { return 2; });
        EXPECT_EQ(results, std::make_tuple(std::string("one"), 2));
    });
}

TEST(ParallelCalls, NestToAnyDepth) {
    in_pools([] {
        std::atomic<int> calls = 0;
        const std::function<void(int)> nest = [&](int depth) {
            if (depth == 0) {
                ++calls;
                return;
            }
            parallel_for(0, 3, [&](int) { nest(depth - 1); });
        };
        nest(6);
        EXPECT_EQ(calls, 729);
        parallel_for(0, 20, [&](int i) {
            EXPECT_EQ(fib(12), 144);
            std::vector<int> values(10'000);
            for (std::size_t j = 0; j < values.size(); ++j)
                values[j] = static_cast<int>((j * 7919 + static_cast<std::size_t>(i)) % 10'007);
            parallel_sort(values.begin(), values.end());
            EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
        });
    });
}

TEST(ParallelCalls, ComeFromTasksThatHaveAFork) {
    for (const unsigned workers : {1U, 3U}) {
        const auto result = run_tasks({.workers = workers}, [](Fork fork) {
            auto sums = fork.spawn([] { return parallel_reduce(0, 1000, 0L, [](int i) { return long{i}; }); });
            std::atomic<long> others = 0;
            parallel_for(fork, 0, 10, [&](int) { parallel_for(0, 100, [&](int i) { others += i; }); });
            return fork.sync(sums) + others;
        });
        EXPECT_EQ(result.value, 499'500 + 49'500);
    }
    // And the other way round.
    in_pools([] {
        std::atomic<long> sum = 0;
        parallel_for(0, 4, [&](int) {
            sum += *run_tasks({.workers = 2}, [](Fork fork) {
                        long own = 0;
                        for (const auto& each : {fib(10), fib(11)}) own += each;
                        fork.communicate();
                        return own;
                    }).value;
        });
        EXPECT_EQ(sum, 4 * (55 + 89));
    });
}

TEST(ParallelCalls, ManyThreadsMakeThemAtOnce) {
    Pool pool(3);
    std::atomic<long> sum = 0;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 24; ++thread) {
            threads.emplace_back([&] {
                for (int repetition = 0; repetition < 20; ++repetition)
                    pool.run([&] { sum += parallel_reduce(0, 200, 0L, [](int i) { return long{i}; }); });
            });
        }
    }
    EXPECT_EQ(sum, 24L * 20 * 19'900);
}

TEST(ParallelCalls, ExceptionsReachTheCallerAndNothingMoreBegins) {
    in_pools([] {
        std::atomic<int> calls = 0;
        const auto fails = [&](int i) {
            ++calls;
            if (i == 0) throw std::runtime_error("no luck");
        };
        EXPECT_EQ(message_of<std::runtime_error>([&] { parallel_for(0, 1'000'000, fails); }), "no luck");
        EXPECT_LT(calls, 1'000'000);
        EXPECT_EQ(message_of<std::runtime_error>([&] { parallel_for(0, 10'000, fails, {.grain = 1}); }), "no luck");
        EXPECT_EQ(message_of<std::runtime_error>([] {
                      static_cast<void>(parallel_reduce(
                          0, 1000, 0, [](int i) -> int { return i < 999 ? i : throw std::runtime_error("last"); }));
                  }),
                  "last");
        EXPECT_EQ(
            message_of<std::runtime_error>([] { parallel_invoke([] {}, [] { throw std::runtime_error("second"); }); }),
            "second");
        EXPECT_EQ(
            message_of<std::runtime_error>([] { parallel_invoke([] { throw std::runtime_error("first"); }, [] {}); }),
            "first");
        // Calls that come after are as before.
        EXPECT_EQ(parallel_reduce(0, 100, 0, std::identity()), 4950);
    });
}

TEST(ParallelCalls, AreCancelled) {
    in_pools([] {
        std::stop_source stop;
        std::atomic<int> calls = 0;
        const auto stops = [&](int /*i*/) {
            if (++calls == 1) stop.request_stop();
        };
        EXPECT_THROW(parallel_for(0, 1'000'000, stops, {.stop = stop.get_token()}), Cancelled);
        EXPECT_LT(calls, 1'000'000);
        EXPECT_THROW(parallel_for(0, 2, [](int) { FAIL(); }, {.stop = stop.get_token()}), Cancelled);
        EXPECT_THROW(
            static_cast<void>(parallel_reduce(0, 2, 0, std::identity(), std::plus<>(), {.stop = stop.get_token()})),
            Cancelled);
        // What has all begun is not cancelled.
        std::stop_source late;
        parallel_for(0, 1, [&](int) { late.request_stop(); }, {.stop = late.get_token()});
    });
}

TEST(ParallelCalls, SortKeepsTheOrderOfEqualElements) {
    in_pools([] {
        std::mt19937 random(7);
        for (const std::size_t size : {0U, 1U, 24U, 25U, 4096U, 4097U, 50'000U}) {
            std::vector<std::pair<unsigned, std::size_t>> values(size);
            for (std::size_t i = 0; i < size; ++i) values[i] = {static_cast<unsigned>(random() % 1000), i};
            auto expected = values;
            const auto by_first = [](const auto& a, const auto& b) { return a.first > b.first; };
            std::stable_sort(expected.begin(), expected.end(), by_first);
            parallel_sort(values.begin(), values.end(), by_first);
            EXPECT_EQ(values, expected);
        }
    });
}

// Those that are copied as quickly as moved are merged in another way.
TEST(ParallelCalls, SortKeepsTheOrderOfSmallEqualElements) {
    struct Small {
        std::uint32_t key;
        std::uint32_t place;
        bool operator==(const Small&) const = default;
    };
    static_assert(detail::is_small<Small>);
    in_pools([] {
        std::mt19937 random(8);
        for (const std::uint32_t keys : {1U, 3U, 1000U, 1'000'000U}) {
            for (const std::size_t size : {25U, 31U, 4096U, 4097U, 50'000U}) {
                std::vector<Small> values(size);
                for (std::size_t i = 0; i < size; ++i)
                    values[i] = {static_cast<std::uint32_t>(random() % keys), static_cast<std::uint32_t>(i)};
                const auto by_key = [](const Small& a, const Small& b) { return a.key < b.key; };
                auto expected = values;
                std::stable_sort(expected.begin(), expected.end(), by_key);
                const auto sort = [&] { parallel_sort(values.begin(), values.end(), by_key); };
                sort();
                ASSERT_EQ(values, expected);
                sort();
                ASSERT_EQ(values, expected);
                std::ranges::reverse(values);
                std::ranges::reverse(expected);
                std::stable_sort(expected.begin(), expected.end(), by_key);
                sort();
                ASSERT_EQ(values, expected);
            }
        }
    });
}

TEST(ParallelCalls, SortTakesWhatCanOnlyBeMovedAndBits) {
    struct Moved {
        int value = 0;
        Moved() = default;
        Moved(Moved&&) = default;
        Moved& operator=(Moved&&) = default;
    };
    in_pools([] {
        std::mt19937 random(10);
        std::vector<Moved> moved(5000);
        for (Moved& each : moved) each.value = static_cast<int>(random() % 1000);
        parallel_sort(moved.begin(), moved.end(), [](const Moved& a, const Moved& b) { return a.value < b.value; });
        for (std::size_t i = 1; i < moved.size(); ++i) ASSERT_LE(moved[i - 1].value, moved[i].value);

        std::array<bool, 100'003> bits{};
        for (bool& each : bits) each = random() % 2 == 1;
        const auto ones = std::ranges::count(bits, true);
        parallel_sort(bits.begin(), bits.end());
        EXPECT_TRUE(std::ranges::is_sorted(bits));
        EXPECT_EQ(std::ranges::count(bits, true), ones);
    });
}

// What contradicts itself leaves the same elements, in some order.
TEST(ParallelCalls, SortByWhatIsNoOrderKeepsTheElements) {
    in_pools([] {
        std::mt19937 random(9);
        std::vector<int> values(20'000);
        std::iota(values.begin(), values.end(), 0);
        std::ranges::shuffle(values, random);
        const std::array<std::function<bool(int, int)>, 3> answers = {
            [](int /*a*/, int /*b*/) { return false; }, [](int /*a*/, int /*b*/) { return true; },
            [](int a, int b) { return ((a * 7919) ^ (b * 104'729)) % 16 < 8; }};
        for (const auto& answer : answers) {
            auto sorted = values;
            parallel_sort(sorted.begin(), sorted.end(), answer);
            std::ranges::sort(sorted);
            for (std::size_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], static_cast<int>(i));
        }
    });
}

TEST(ParallelCalls, PrefixSumsAreThoseOfTheStandardLibrary) {
    in_pools([] {
        for (const std::size_t size : {0U, 1U, 2U, 1024U, 1025U, 5000U, 300'000U}) {
            std::vector<std::uint64_t> values(size);
            std::iota(values.begin(), values.end(), 1);
            std::vector<std::uint64_t> expected(size);
            std::inclusive_scan(values.begin(), values.end(), expected.begin());
            std::vector<std::uint64_t> sums(size);
            EXPECT_EQ(parallel_scan(values.begin(), values.end(), sums.begin()), sums.end());
            EXPECT_EQ(sums, expected);
            parallel_scan(values.begin(), values.end(), values.begin());
            EXPECT_EQ(values, expected);
        }
        std::vector<std::string> words(3000, "x");
        std::vector<std::string> joined(words.size());
        parallel_scan(words.begin(), words.end(), joined.begin());
        for (std::size_t i = 0; i < joined.size(); ++i) ASSERT_EQ(joined[i].size(), i + 1);
    });
}

}  // namespace
}  // namespace scrump
