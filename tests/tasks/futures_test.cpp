// Values that tasks will have, and what is made of several.

#include <scrump/tasks.hpp>

#include <scrump/base/random.hpp>
#include <scrump/metrics/detail/counting.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"
#include "tasks/fib.hpp"
#include "tasks/futures.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace scrump {
namespace {

using test::expect_everywhere;
using test::fib;
using test::fib_of;
using test::twice;

// --- What they are

TEST(Futures, HaveTheValuesOfTheirTasks) {
    expect_everywhere(
        [](Fork fork) {
            auto by_name = fork.async<twice>(10L);
            auto with_fork = fork.async<fib_of>(10);
            auto by_object = fork.async([](long a, long b) { return a * b; }, 3L, 4L);
            auto without_value = fork.async([] {});
            fork.get(without_value);
            const long last = fork.get(std::move(by_object));
            return fork.get(by_name) + fork.get(with_fork) + last;
        },
        20 + 55 + 12);
}

TEST(Futures, ValuesAndArgumentsOfAnySizeMove) {
    using Large = std::array<long, 100>;
    expect_everywhere(
        [](Fork fork) {
            auto moved = fork.async([](std::unique_ptr<int> number) { return number; }, std::make_unique<int>(5));
            auto large = fork.async([](const Large& numbers) { return numbers; }, Large{7, 8});
            auto both = fork.dataflow(
                [](std::unique_ptr<int> number, Large numbers) { return *number + numbers[0] + numbers[1]; },
                std::move(moved), std::move(large));
            return fork.get(both);
        },
        20L);
}

TEST(Futures, AreUsedOnce) {
    const std::string said = test::message_of([] {
        run_tasks({.workers = 1}, [](Fork fork) {
            auto future = fork.async<twice>(1L);
            EXPECT_TRUE(future.valid());
            fork.get(future);
            EXPECT_FALSE(future.valid());
            fork.get(future);
        });
    });
    EXPECT_EQ(said, "this future stands for no value: it was used, moved from or never made");
}

TEST(Futures, AreReadyOnceTheirTasksHaveEnded) {
    run_tasks({.workers = 1}, [](Fork fork) {
        auto first = fork.async<twice>(1L);
        const auto second = first.then(fork, twice).share();
        EXPECT_FALSE(first.valid());
        EXPECT_FALSE(second.ready());
        EXPECT_EQ(fork.get(second), 4);
        EXPECT_TRUE(second.ready());
        EXPECT_TRUE(make_ready_future(3).ready());
        EXPECT_TRUE(make_ready_future().ready());
    });
}

// --- Several

TEST(Futures, ContinuationsGetTheValue) {
    expect_everywhere(
        [](Fork fork) {
            auto nothing = fork.async([] {});
            auto four = nothing.then(fork, [] { return 4L; });
            auto eight = four.then<twice>(fork);
            auto sum = eight.then(fork, [](Fork inner, long n) { return inner.call<fib>(int(n)); });
            return fork.get(sum);
        },
        21L);
}

TEST(Futures, AChainMayBeLong) {
    static constexpr int length = test::sanitized ? 10'000 : 300'000;
    expect_everywhere(
        [](Fork fork) {
            auto last = make_ready_future(0);
            for (int i = 0; i < length; ++i) last = last.then(fork, [](int n) { return n + 1; });
            return fork.get(last);
        },
        length);
}

TEST(Futures, AllOfSeveralAreATuple) {
    expect_everywhere(
        [](Fork fork) {
            auto text = fork.async([] { return std::string("a string that does not fit into a small one"); });
            const SharedFuture<long> number = fork.async<twice>(4L);
            auto all = when_all(std::move(text), number, fork.async([] {}), make_ready_future(2.5));
            const auto [a, b, nothing, d] = fork.get(all);
            static_assert(std::is_same_v<decltype(nothing), const std::monostate>);
            EXPECT_EQ(fork.get(when_all()), std::tuple<>());
            return a + std::to_string(b + long(2 * d)) + std::to_string(fork.get(number));
        },
        "a string that does not fit into a small one138");
}

TEST(Futures, AllOfManyAreAVector) {
    expect_everywhere(
        [](Fork fork) {
            std::vector<Future<std::unique_ptr<long>>> moved;
            std::vector<SharedFuture<long>> shared;
            std::vector<Future<void>> without;
            std::atomic<long> sum = 0;
            for (long i = 0; i < 1000; ++i) {
                moved.push_back(fork.async([i] { return std::make_unique<long>(i); }));
                shared.emplace_back(fork.async<twice>(i));
                without.push_back(fork.async([&sum] { ++sum; }));
            }
            fork.get(when_all(std::move(without)));
            long number = 0;
            for (const auto& each : fork.get(when_all(std::move(moved)))) sum += *each * ++number % 7;
            for (const long each : fork.get(when_all(shared))) sum += each;
            EXPECT_TRUE(fork.get(when_all(std::vector<Future<int>>())).empty());
            return sum.load() - number;
        },
        [] {
            long sum = 999'000;
            for (long i = 0; i < 1000; ++i) sum += i * (i + 1) % 7;
            return sum;
        }());
}

TEST(Futures, ADataflowTaskGetsValuesInPlaceOfFutures) {
    expect_everywhere(
        [](Fork fork) {
            const SharedFuture<std::string> shared = fork.async([] { return std::string("b"); });
            auto task = fork.dataflow(
                [](Fork inner, const std::string& before, std::string moved, const std::string& read, int times) {
                    return inner.call([&] { return before + moved + read + std::to_string(times); });
                },
                std::string("a"), fork.async([] { return std::string("m"); }), shared, 3);
            auto more = fork.dataflow([](std::string all, const std::string& again) { return all + again; },
                                      std::move(task), shared);
            return fork.get(more);
        },
        "amb3b");
}

TEST(Futures, AFutureOfAFutureIsAFuture) {
    expect_everywhere(
        [](Fork fork) {
            Future<long> of_task = fork.async([](Fork inner) { return inner.async<twice>(2L); });
            Future<long> of_ready = fork.async([] { return make_ready_future(10L); });
            Future<long> of_shared = fork.async([] { return SharedFuture<long>(make_ready_future(100L)); });
            Future<void> of_none = of_task.then(fork, [](Fork inner, long n) {
                EXPECT_EQ(n, 4);
                return inner.async([] {});
            });
            auto sum = fork.dataflow([](long a, long b) { return a + b; }, std::move(of_ready), std::move(of_shared));
            fork.get(of_none);
            return fork.get(sum);
        },
        110L);
}

Future<long> count_down(Fork fork, long n, long sum) {
    if (n == 0) return make_ready_future(sum);
    return fork.async<count_down>(n - 1, sum + 1);
}

TEST(Futures, TasksThatReturnTheNextOneMayBeMany) {
    const long length = test::sanitized ? 10'000 : 300'000;
    expect_everywhere([length](Fork fork) { return fork.get(fork.async<count_down>(length, 0L)); }, length);
}

// A graph whose tasks need any earlier ones: the sums are those of a loop.
TEST(Futures, RandomGraphsHaveTheValuesOfASequentialEvaluation) {
    for (unsigned seed = 0; seed < test::few_or(40); ++seed) {
        SplitMix64 random(seed);
        constexpr std::size_t size = 400;
        std::vector<std::vector<std::size_t>> inputs(size);
        std::vector<std::uint64_t> expected(size);
        for (std::size_t i = 0; i < size; ++i) {
            expected[i] = i * i + 1;
            for (std::size_t k = i == 0 ? 0 : random() % 4; k > 0; --k) {
                inputs[i].push_back(random() % i);
                expected[i] = expected[i] * 31 + expected[inputs[i].back()];
            }
        }
        const unsigned workers = 1 + seed % 4;
        const auto result = run_tasks({.workers = workers, .ready_order = ReadyOrder(seed / 4 % 2)}, [&](Fork fork) {
            std::vector<SharedFuture<std::uint64_t>> made;
            using Number = std::uint64_t;
            for (std::size_t i = 0; i < size; ++i) {
                const Number begin = i * i + 1;
                const auto input = [&](std::size_t k) { return made[inputs[i][k]]; };
                const auto add = [](Number sum, Number value) { return sum * 31 + value; };
                switch (inputs[i].size()) {
                    case 0:
                        made.emplace_back(fork.async([begin] { return begin; }));
                        break;
                    case 1:
                        made.emplace_back(input(0).then(fork, [=](Number a) { return add(begin, a); }));
                        break;
                    case 2:
                        made.emplace_back(
                            fork.dataflow([=](Number a, Number b, Number from) { return add(add(from, a), b); },
                                          input(0), input(1), begin));
                        break;
                    default: {
                        std::vector<SharedFuture<Number>> some;
                        for (std::size_t k = 0; k < 3; ++k) some.push_back(input(k));
                        made.emplace_back(
                            when_all(std::move(some)).then(fork, [=](Fork inner, std::vector<Number> values) {
                                return inner.async(
                                    [=] { return add(add(add(begin, values[0]), values[1]), values[2]); });
                            }));
                    }
                }
            }
            return fork.get(when_all(std::move(made)));
        });
        ASSERT_EQ(result.value, expected) << "seed " << seed;
    }
}

// --- Exceptions

TEST(Futures, ExceptionsTravelToWhoeverGetsTheValue) {
    expect_everywhere(
        [](Fork fork) {
            int calls = 0;
            auto fails = fork.async([]() -> int { throw std::range_error("first"); });
            auto later = fork.async([]() -> int { throw std::range_error("second"); });
            auto all = when_all(std::move(fails), make_ready_future(1), std::move(later));
            auto sum = all.then(fork, [&](const std::tuple<int, int, int>&) { return ++calls; });
            auto unwrapped = sum.then(fork, [](int n) { return make_ready_future(n); });
            const std::string said = test::message_of<std::range_error>([&] { fork.get(unwrapped); });
            auto inner_fails = fork.async([](Fork inner) { return inner.async([]() -> int { throw 7; }); });
            try {
                fork.get(inner_fails);
            } catch (int number) {
                calls += number;
            }
            return said + std::to_string(calls);
        },
        "first7");
}

TEST(Futures, AFunctionOfTheFutureGetsItsException) {
    expect_everywhere(
        [](Fork fork) {
            auto fails = fork.async([]() -> int { throw std::range_error("caught"); });
            auto mends = fails.then(fork, [](Fork inner, Future<int> failed) {
                return test::message_of<std::range_error>([&] { inner.get(failed); });
            });
            const SharedFuture<int> fine = make_ready_future(1);
            auto two =
                fork.dataflow([](Fork inner, const SharedFuture<int>& one,
                                 Future<std::string> text) { return inner.get(text) + std::to_string(inner.get(one)); },
                              fine, std::move(mends));
            return fork.get(two);
        },
        "caught1");
}

TEST(Futures, AnExceptionThatNobodySawIsThatOfTheComputation) {
    for (const unsigned workers : {1U, 3U}) {
        EXPECT_THROW(
            run_tasks({.workers = workers}, [](Fork fork) { fork.async([] { throw std::range_error("unseen"); }); }),
            std::range_error);
        EXPECT_THROW(run_tasks({.workers = workers},
                               [](Fork fork) {
                                   auto fails = fork.async([]() -> int { throw std::range_error("unseen"); });
                                   fails.then(fork, [](const Future<int>&) {});
                               }),
                     std::range_error);
        const auto seen = run_tasks({.workers = workers}, [](Fork fork) {
            int caught = 0;
            for (int i = 0; i < 1000; ++i) {
                const SharedFuture<int> fails = fork.async([]() -> int { throw 1; });
                auto also = fails.then(fork, [](int n) { return n; });
                try {
                    fork.get(also);
                } catch (int one) {
                    caught += one;
                }
            }
            return caught;
        });
        EXPECT_EQ(seen.value, 1000);
    }
}

}  // namespace
}  // namespace scrump
