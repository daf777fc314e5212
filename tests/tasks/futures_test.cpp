#include <scrump/tasks.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/metrics/detail/counting.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"
#include "tasks/fib.hpp"
#include "tasks/remote_programs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace scrump {
namespace {

using test::fib;

// Runs a computation in several ways; each has the same value.
template <class First>
void expect_everywhere(const First& first, const std::invoke_result_t<const First&, Fork>& expected) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        for (const ReadyOrder order : {ReadyOrder::fifo, ReadyOrder::lifo}) {
            for (const DequeKind deque : {DequeKind::split, DequeKind::private_deque}) {
                const auto result = run_tasks({.workers = workers, .deque = deque, .ready_order = order}, first);
                EXPECT_EQ(result.status, Status::complete);
                EXPECT_EQ(result.value, expected) << workers << " workers";
            }
        }
    }
}

long twice(long number) {
    return 2 * number;
}
long fib_of(Fork fork, int n) {
    return fork.call<fib>(n);
}

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

// --- Waiting

long waiting_fib(Fork fork, int n) {
    if (n < 2) return n;
    auto first = fork.async<waiting_fib>(n - 1);
    auto second = fork.async<waiting_fib>(n - 2);
    return fork.get(first) + fork.get(second);
}
Future<long> flowing_fib(Fork fork, int n) {
    if (n < 2) return make_ready_future(long{n});
    return fork.dataflow([](long a, long b) { return a + b; }, fork.async<flowing_fib>(n - 1),
                         fork.async<flowing_fib>(n - 2));
}

TEST(Futures, TasksMayWaitForOthers) {
    expect_everywhere([](Fork fork) { return fork.get(fork.async<waiting_fib>(14)); }, 377L);
    expect_everywhere([](Fork fork) { return fork.get(fork.async<flowing_fib>(14)); }, 377L);
}

// Each task waits for earlier ones in the middle, after it has spawned, or by a sync: if a waiting worker ran what its
// task does not need, some would wait for each other.
TEST(Futures, TasksThatWaitForAnyEarlierOnesEnd) {
    for (unsigned seed = 0; seed < test::few_or(60); ++seed) {
        static constexpr std::size_t size = 300;
        const unsigned workers = 1 + seed % 4;
        const DequeKind deque = seed / 4 % 2 == 0 ? DequeKind::split : DequeKind::private_deque;
        std::uint64_t expected = 0;
        std::vector<std::uint64_t> values(size);
        const auto earlier = [seed](std::size_t i, unsigned which) {
            return SplitMix64(seed * size + i * 7 + which)() % i;
        };
        for (std::size_t i = 0; i < size; ++i) {
            values[i] = i < 3 ? i : values[earlier(i, 0)] * 3 + values[earlier(i, 1)] + 5;
            expected ^= values[i];
        }
        const auto result = run_tasks({.workers = workers, .deque = deque}, [&](Fork fork) {
            std::vector<SharedFuture<std::uint64_t>> made;
            for (std::size_t i = 0; i < size; ++i) {
                if (i < 3) {
                    made.emplace_back(fork.async([i] { return std::uint64_t{i}; }));
                    continue;
                }
                made.emplace_back(fork.async([a = made[earlier(i, 0)], b = made[earlier(i, 1)]](Fork own) {
                    auto spawned =
                        own.spawn([&b](Fork inner) { return inner.get(b) + std::uint64_t(inner.call<fib>(5)); });
                    const std::uint64_t value = own.get(a) * 3;
                    return value + own.sync(spawned);
                }));
            }
            auto asked = fork.spawn([&made](Fork inner) { return inner.get(made[size / 2]); });
            std::uint64_t all = 0;
            for (const auto& each : made) all ^= fork.get(each);
            EXPECT_EQ(fork.sync(asked), values[size / 2]);
            return all;
        });
        ASSERT_EQ(result.value, expected) << "seed " << seed;
    }
}

// One worker runs a task that another one waits for, while one lies in a queue that needs the waiting task: if that was
// begun on top of it, both would wait for ever, which is noticed.
TEST(Futures, ATaskThatWaitsRunsOnlyThoseThatItNeeds) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<bool> waits = false;
        const auto result = run_tasks({.workers = 2}, [&](Fork fork) {
            const SharedFuture<int> lasts = fork.async([&](Fork own) {
                while (!waits) own.communicate();
                test::linger(own);
                return 1;
            });
            const SharedFuture<int> first = fork.async([&, lasts](Fork own) {
                waits = true;
                return own.get(lasts) + 1;
            });
            return fork.get(fork.async([first](Fork own) { return own.get(first) + 1; }));
        });
        EXPECT_EQ(result.value, 3);
    }
}

TEST(Futures, ATaskOfThemThatSyncsRunsNoOthers) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<bool> made = false;
        std::atomic<bool> begun = false;
        SharedFuture<int> syncs;
        Future<int> needs_it;
        const auto lasts = [&](Fork own) {
            begun = true;
            while (!made) own.communicate();
            needs_it = own.async([&syncs](Fork inner) { return inner.get(syncs) + 1; });
            test::linger(own);
            return 1;
        };
        const auto result = run_tasks({.workers = 2}, [&](Fork fork) {
            syncs = fork.async([&](Fork own) {
                auto stolen = own.spawn(lasts);
                while (!begun) own.communicate();
                return own.sync(stolen) + 1;
            });
            made = true;
            return fork.get(syncs) + fork.get(needs_it);
        });
        EXPECT_EQ(result.value, 5);
    }
}

TEST(Futures, ATaskThatWaitsForItselfIsAnError) {
    const std::string said = test::message_of([] {
        run_tasks({.workers = 1}, [](Fork fork) {
            SharedFuture<int> own;
            own = fork.async([&own](Fork inner) { return inner.get(own); });
            return fork.get(own.then(fork, [](int n) { return n; }));
        });
    });
    EXPECT_EQ(said, "a task waits for a future that needs the end of the task");
}

TEST(Futures, LoopsAndSpawnsGoTogetherWithThem) {
    expect_everywhere(
        [](Fork fork) {
            std::atomic<long> sum = 0;
            parallel_for(
                fork, 0, 40,
                [&](Fork body, int i) {
                    auto future = body.async([i](Fork inner) {
                        return parallel_reduce(
                            inner, 0, i, 0L, [](int k) { return long{k}; }, std::plus<>(), 1);
                    });
                    auto spawned = body.spawn<fib>(8);
                    sum += body.get(future);
                    sum += body.sync(spawned);
                },
                1);
            return sum.load();
        },
        40L * 21 + 39 * 40 * 38 / 6);
}

TEST(Futures, ALoopsForkMakesNone) {
    const std::string said = test::message_of([] {
        run_tasks({.workers = 1}, [](Fork fork) { parallel_for(fork, 0, 10, [&](int) { fork.async([] {}); }); });
    });
    EXPECT_NE(said.find("this fork is in use"), std::string::npos) << said;
}

TEST(Futures, TasksWhoseFuturesAreDroppedAreRunBeforeTheEnd) {
    for (const unsigned workers : {1U, 3U}) {
        std::atomic<int> runs = 0;
        run_tasks({.workers = workers}, [&](Fork fork) {
            for (int i = 0; i < 100; ++i) {
                fork.async([&runs](Fork inner) {
                    ++runs;
                    inner.async([&runs] { ++runs; }).then(inner, [&runs] { ++runs; });
                });
            }
        });
        EXPECT_EQ(runs, 300);
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

// --- Ends

// How many there are.
struct AliveCounted {
    explicit AliveCounted(std::atomic<int>& all) : all_(&all) { ++*all_; }
    AliveCounted(const AliveCounted& other) : all_(other.all_) { ++*all_; }
    AliveCounted& operator=(const AliveCounted&) = default;
    ~AliveCounted() { --*all_; }

    std::atomic<int>* all_;
};

TEST(Futures, AStoppedComputationDropsTheirTasks) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        for (int round = 0; round < 20; ++round) {
            std::atomic<int> alive = 0;
            std::stop_source stop;
            std::optional<SharedFuture<int>> left;
            const auto result = run_tasks({.workers = workers, .stop = stop.get_token()}, [&](Fork fork) {
                const std::vector<int> on_stack(1000, 1);
                SharedFuture<int> last = make_ready_future(0);
                for (int i = 0;; ++i) {
                    last = last.then(fork, [&, counted = AliveCounted(alive)](Fork inner, int n) {
                        inner.communicate();
                        return n + on_stack[std::size_t(n) % 1000];
                    });
                    auto loops = fork.async([&, i, counted = AliveCounted(alive)](Fork inner) {
                        while (on_stack[0] == 1 && i >= round) inner.communicate();
                    });
                    if (i == round) stop.request_stop();
                    if (i % 3 == 0) left = last;
                    if (i % 5 == 0) fork.get(last);
                    if (i > round + 10) fork.get(when_all(std::move(loops), last));
                }
            });
            EXPECT_EQ(result.status, Status::cancelled);
            EXPECT_EQ(alive, 0);
            if (left && left->ready()) continue;
            ADD_FAILURE() << "a future of a computation that is over is not ready";
        }
    }
}

TEST(Futures, ATaskThatGetsADroppedOneLeavesWithItsComputation) {
    std::stop_source stop;
    const auto result = run_tasks({.workers = 2, .stop = stop.get_token()}, [&](Fork fork) {
        Future<int> dropped = fork.async([&](Fork inner) {
            stop.request_stop();
            while (true) inner.communicate();
            return 1;
        });
        while (!dropped.ready()) std::this_thread::yield();  // another worker drops it
        return fork.get(dropped);
    });
    EXPECT_EQ(result.status, Status::cancelled);
}

TEST(Futures, WhatIsLeftOfAStoppedComputationHasNoValue) {
    std::stop_source stop;
    Future<int> left;
    run_tasks({.workers = 1, .stop = stop.get_token()}, [&](Fork fork) {
        left = fork.async([] { return 1; });
        stop.request_stop();
        while (true) fork.communicate();
    });
    ASSERT_TRUE(left.ready());
    const std::string said =
        test::message_of([&] { run_tasks({.workers = 1}, [&](Fork fork) { return fork.get(left); }); });
    EXPECT_EQ(said, "this future has no value: its computation ended before its task was run");
}

TEST(Futures, ATimeLimitEndsAWait) {
    const auto result = run_tasks({.workers = 2, .time_limit = std::chrono::milliseconds(20)}, [](Fork fork) {
        auto endless = fork.async([](Fork inner) {
            while (true) inner.communicate();
            return 1;
        });
        return fork.get(endless.then(fork, [](int n) { return n; }));
    });
    EXPECT_EQ(result.status, Status::time_limit);
    EXPECT_EQ(result.value, std::nullopt);
}

TEST(Futures, AnExceptionOfTheFirstTaskEndsTheComputation) {
    for (const unsigned workers : {1U, 3U}) {
        std::atomic<int> alive = 0;
        EXPECT_THROW(run_tasks({.workers = workers},
                               [&](Fork fork) -> int {
                                   for (int i = 0; i < 100; ++i) fork.async([counted = AliveCounted(alive)] {});
                                   throw std::range_error("first");
                               }),
                     std::range_error);
        EXPECT_EQ(alive, 0);
    }
}

TEST(Futures, ReadyOnesOutliveTheirComputation) {
    std::optional<SharedFuture<std::string>> text;
    run_tasks({.workers = 2}, [&](Fork fork) { text = fork.async([] { return std::string("made before"); }); });
    const auto result = run_tasks({.workers = 2}, [&](Fork fork) {
        return fork.get(text->then(fork, [](const std::string& before) { return before + ", read later"; }));
    });
    EXPECT_EQ(result.value, "made before, read later");
}

// --- Within each other

TEST(Futures, ComputationsNestInTheirTasks) {
    expect_everywhere(
        [](Fork fork) {
            std::vector<Future<long>> all;
            for (int i = 0; i < 10; ++i) {
                all.push_back(fork.async([i] {
                    return *run_tasks({.workers = 2}, [i](Fork inner) {
                                return inner.get(inner.async<flowing_fib>(i).then<twice>(inner));
                            }).value;
                }));
            }
            long sum = 0;
            for (const long each : fork.get(when_all(std::move(all)))) sum += each;
            return sum;
        },
        2 * 88L);
}

TEST(Futures, UnfinishedOnesStayInTheirComputation) {
    for (const bool gets : {true, false}) {
        const std::string said = test::message_of([gets] {
            run_tasks({.workers = 1}, [gets](Fork fork) {
                const SharedFuture<int> outer = fork.async([] { return 1; });
                run_tasks({.workers = 1}, [&outer, gets](Fork inner) {
                    if (gets) return inner.get(outer);
                    return inner.get(outer.then(inner, [](int n) { return n; }));
                });
            });
        });
        EXPECT_NE(said.find("this future belongs to another computation"), std::string::npos) << said;
    }
}

// A task that travels makes futures where it comes to; they, and what their tasks spawn, stay there.
long travels(Fork fork, int n) {
    if (n > 12) {
        auto first = fork.spawn<travels>(n - 1);
        const long second = fork.call<travels>(n - 2);
        return fork.sync(first) + second;
    }
    auto future = fork.async([n](Fork inner) {
        auto spawned = inner.spawn<fib>(n - 1);
        const long second = inner.call<fib>(n - 2);
        return second + inner.sync(spawned);
    });
    fork.async<fib>(5);
    return fork.get(future.then(fork, [](long sum) { return sum; }));
}

TEST(Futures, StayInTheirLocality) {
    for (const unsigned localities : {2U, 3U}) {
        for (const unsigned workers : {1U, 2U}) {
            for (const DequeKind deque : {DequeKind::split, DequeKind::private_deque}) {
                const auto result =
                    run_tasks<travels>({.workers = workers, .localities = localities, .deque = deque}, 20);
                EXPECT_EQ(result.value, 6765);
            }
        }
    }
}

// Says where it is run.
std::uint64_t fails_away_from(Fork fork, std::uint64_t worker) {
    if (test::this_worker() != worker) fork.async([] { throw std::range_error("unseen"); });
    return test::this_worker();
}

TEST(Futures, AnUnseenExceptionInAnotherLocalityIsThatOfTheComputation) {
    EXPECT_THROW(run_tasks({.workers = 1, .localities = 2},
                           [](Fork fork) {
                               const std::uint64_t here = test::this_worker();
                               test::until_stolen(
                                   fork, [here](Fork& own) { return own.spawn<fails_away_from>(here); },
                                   [here](std::uint64_t where) { return where != here; });
                           }),
                 std::range_error);
}

TEST(Futures, EachTaskIsCountedAndTimed) {
    if (!detail::counting) GTEST_SKIP() << "built without counters";
    for (const unsigned workers : {1U, 2U}) {
        const auto result = run_tasks({.workers = workers}, [](Fork fork) {
            std::vector<Future<long>> all;
            for (int i = 0; i < 100; ++i) all.push_back(fork.async<fib_of>(5).then<twice>(fork));
            fork.get(when_all(std::move(all)));
        });
        EXPECT_EQ(result.statistics.total.tasks, 201U);
        const Activity sum = result.statistics.localities.at(0).activity();
        EXPECT_EQ(sum.tasks, 201U);
        EXPECT_EQ(result.statistics.localities[0].task_durations.count(), 201U);
    }
}

}  // namespace
}  // namespace scrump
