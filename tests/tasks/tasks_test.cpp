#include <scrump/tasks.hpp>

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>

#include "support/meeting_tasks.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"
#include "tasks/fib.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::fib;

TEST(Tasks, TheValueIsThatOfTheFirstTask) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        const auto result = run_tasks<fib>({.workers = workers}, 20);
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(result.value, 6765);
        EXPECT_EQ(result.statistics.localities.at(0).workers.size(), workers);
        EXPECT_GE(result.statistics.total.tasks, 1U);
    }
}

std::string repeat(Fork fork, std::unique_ptr<std::string> text, int times) {
    if (times == 1) return *text;
    auto half = fork.spawn<repeat>(std::make_unique<std::string>(*text), times / 2);
    std::string rest = fork.call<repeat>(std::move(text), times - times / 2);
    return fork.sync(half) + rest;
}

TEST(Tasks, ArgumentsAndResultsOfAllKindsMove) {
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{100}}) {
        const auto result = run_tasks<repeat>({.workers = 3, .deque_capacity = capacity},
                                              std::make_unique<std::string>("longer than a small string is, "), 100);
        EXPECT_EQ(result.value->size(), 3100U);
    }
}

long sum_of(long a, long b, long c, long d, long e, long f) {
    return a + b + c + d + e + f;
}

TEST(Tasks, ArgumentsMayTake48Bytes) {
    const auto result = run_tasks({.workers = 1}, [](Fork fork) {
        const auto lambda = [](long a, long b, long c, long d, long e, long f) { return a + b + c + d + e + f; };
        auto by_name = fork.spawn<sum_of>(1L, 2L, 3L, 4L, 5L, 6L);
        auto by_object = fork.spawn(lambda, 10L, 20L, 30L, 40L, 50L, 60L);
        auto without = fork.spawn<sum_of>(short{100}, 200, 300L, 400, 500L, 600);
        const long sum = fork.sync(without) + fork.sync(by_object);
        return sum + fork.sync(by_name);
    });
    EXPECT_EQ(result.value, 2331);
}

void add(std::atomic<int>* sum, int number) {
    *sum += number;
}

TEST(Tasks, FunctionsMayReturnNothingAndNeedNoFork) {
    std::atomic<int> sum = 0;
    const auto result = run_tasks({.workers = 2}, [&](Fork fork) {
        auto three = fork.spawn<add>(&sum, 3);
        auto four = fork.spawn([&sum] { sum += 4; });
        auto five = fork.spawn([](std::atomic<int>* to, int number) { *to += number; }, &sum, 5);
        fork.call<add>(&sum, 6);
        EXPECT_EQ(fork.call([](int n) { return n + 1; }, 7), 8);
        fork.sync(five);
        fork.sync(std::move(four));
        fork.sync(three);
        EXPECT_EQ(fork.workers(), 2U);
    });
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(sum, 18);
}

TEST(Tasks, ManyMayBeSpawnedBeforeTheFirstIsSynced) {
    const auto sum = [](Fork fork, std::uint64_t count) {
        const auto task = [](std::uint64_t i) { return i; };
        std::vector<decltype(fork.spawn(task, std::uint64_t{0}))> tasks;
        for (std::uint64_t i = 0; i < count; ++i) tasks.push_back(fork.spawn(task, i));
        std::uint64_t all = 0;
        for (; !tasks.empty(); tasks.pop_back()) all += fork.sync(tasks.back());
        return all;
    };
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{7}, std::size_t{10'000}}) {
        for (const unsigned workers : {1U, 3U}) {
            const auto result = run_tasks({.workers = workers, .deque_capacity = capacity}, sum, std::uint64_t{10'000});
            EXPECT_EQ(result.value, 49'995'000U) << capacity;
        }
    }
}

TEST(Tasks, AMillionMayBeSpawnedBeforeTheFirstIsSynced) {
    const auto sum = [](Fork fork, long count) {
        const auto task = [](long i) { return i; };
        std::vector<decltype(fork.spawn(task, 0L))> tasks;
        for (long i = 0; i < count; ++i) tasks.push_back(fork.spawn(task, i));
        long all = 0;
        for (; !tasks.empty(); tasks.pop_back()) all += fork.sync(tasks.back());
        return all;
    };
    const long many = test::sanitized ? 100'000 : 1'000'000;
    EXPECT_EQ(run_tasks({.workers = 2}, sum, many).value, many * (many - 1) / 2);
    if (test::sanitized) return;  // more is too many without threads, too
    const std::string message = test::message_of([&] { run_tasks({.workers = 1}, sum, 2'000'000L); });
    EXPECT_NE(message.find("at most 1048574 tasks"), std::string::npos) << message;
}

long spawn_and_sync(Fork fork, long depth) {
    if (depth == 0) return 0;
    auto next = fork.spawn<spawn_and_sync>(depth - 1);
    return fork.sync(next) + 1;
}
long spawn_and_call(Fork fork, long depth) {
    if (depth == 0) return 0;
    auto one = fork.spawn([] { return 1L; });
    const long others = fork.call<spawn_and_call>(depth - 1);
    return fork.sync(one) + others;
}

TEST(Tasks, AMillionMayBeNested) {
    const long depth = test::sanitized ? 10'000 : 1'000'000;  // ThreadSanitizer follows 65536 calls
    for (const unsigned workers : {1U, 2U}) {
        EXPECT_EQ(run_tasks<spawn_and_sync>({.workers = workers}, depth).value, depth);
        EXPECT_EQ(run_tasks<spawn_and_call>({.workers = workers}, depth).value, depth);
    }
}

TEST(Tasks, AHandleThatEndsRunsItsTask) {
    std::atomic<int> sum = 0;
    const auto result = run_tasks({.workers = 1}, [&](Fork fork) {
        for (int i = 0; i < 3; ++i) {
            const auto one = fork.spawn<add>(&sum, 1);
            const auto ten = fork.spawn([&](Fork inner) {
                const auto hundred = inner.spawn<add>(&sum, 100);
                return std::string("not asked for");
            });
        }
        const int at_the_end = sum;
        auto last = fork.spawn([] { return 5; });
        return at_the_end + fork.sync(last);
    });
    EXPECT_EQ(result.value, 308);
}

TEST(Tasks, TasksOfAListAreAllRunWhereItEnds) {
    std::atomic<int> sum = 0;
    run_tasks({.workers = 1, .deque_capacity = 4}, [&](Fork fork) {
        {
            std::vector<decltype(fork.spawn<add>(&sum, 0))> tasks;
            for (int i = 0; i < 10; ++i) tasks.push_back(fork.spawn<add>(&sum, 1));
        }
        EXPECT_EQ(sum, 10);
        auto last = fork.spawn<add>(&sum, 1);
        fork.sync(last);
    });
    EXPECT_EQ(sum, 11);
}

// --- Exceptions

TEST(Tasks, WhatATaskThrowsArrivesAtItsSync) {
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{100}}) {
        const auto result = run_tasks({.workers = 2, .deque_capacity = capacity}, [](Fork fork) {
            auto good = fork.spawn([] { return 1; });
            auto bad = fork.spawn([]() -> int { throw std::range_error("seven"); });
            std::string caught;
            try {
                fork.sync(bad);
            } catch (const std::range_error& error) {
                caught = error.what();
            }
            return caught + std::to_string(fork.sync(good));
        });
        EXPECT_EQ(result.value, "seven1");
    }
}

TEST(Tasks, WhatTheFirstTaskThrowsIsThrownToTheCaller) {
    std::atomic<int> sum = 0;
    EXPECT_THROW(run_tasks({.workers = 2},
                           [&](Fork fork) {
                               const auto left = fork.spawn<add>(&sum, 1);
                               const auto other = fork.spawn([]() -> int { throw std::runtime_error("second"); });
                               throw std::range_error("first");
                           }),
                 std::range_error);
    EXPECT_EQ(sum, 1) << "a task that was spawned is run, whatever its parent throws";
}

TEST(Tasks, AnExceptionThatNobodyWaitsForEndsTheComputation) {
    EXPECT_EQ(test::message_of<std::runtime_error>([] {
                  run_tasks({.workers = 2}, [](Fork fork) {
                      {
                          const auto ends = fork.spawn([] { throw std::runtime_error("unheard"); });
                      }
                      while (true) {
                          auto next = fork.spawn([] {});
                          fork.sync(next);
                      }
                  });
              }),
              "unheard");
}

TEST(Tasks, OfTwoExceptionsTheParentsIsHeard) {
    const auto result = run_tasks({.workers = 1}, [](Fork fork) {
        try {
            const auto child = fork.spawn([] { throw std::runtime_error("child"); });
            throw std::range_error("parent");
        } catch (const std::range_error& error) {
            return std::string(error.what());
        }
    });
    EXPECT_EQ(result.value, "parent");
}

// While a task is run because of an exception, what it throws itself is heard as ever.
TEST(Tasks, WhatATaskThrowsWhileItsParentIsLeftIsNotLost) {
    EXPECT_EQ(test::message_of<std::runtime_error>([] {
                  run_tasks({.workers = 1}, [](Fork fork) {
                      try {
                          const auto child = fork.spawn([](Fork inner) {
                              const auto grandchild = inner.spawn([] { throw std::runtime_error("unheard"); });
                          });
                          throw std::range_error("parent");
                      } catch (const std::range_error&) {
                      }
                  });
              }),
              "unheard");
}

TEST(Tasks, AnotherTaskThanTheLastIsNotSynced) {
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{2}, std::size_t{100}}) {
        std::atomic<int> sum = 0;
        const std::string message = test::message_of([&] {
            run_tasks({.workers = 1, .deque_capacity = capacity}, [&](Fork fork) {
                auto first = fork.spawn<add>(&sum, 1);
                auto second = fork.spawn<add>(&sum, 10);
                fork.sync(first);
            });
        });
        EXPECT_NE(message.find("reverse order"), std::string::npos) << message;
        EXPECT_EQ(sum, 11);
    }
}

TEST(Tasks, AHandleThatStandsForNoTaskIsNotSynced) {
    const auto message = [](const auto& action) {
        return test::message_of([&] {
            run_tasks({.workers = 1}, [&](Fork fork) {
                auto before = fork.spawn([] { return 1; });
                auto task = fork.spawn([] { return 10; });
                std::string said;
                try {
                    action(fork, task);
                } catch (const Error& error) {
                    said = error.what();
                }
                EXPECT_EQ(fork.sync(before), 1) << "the fork is as it was";
                if (!said.empty()) throw Error(said);
            });
        });
    };
    const std::string expected = "this handle stands for no task any more: it was synced, discarded or moved from";
    EXPECT_EQ(message([](Fork& fork, auto& task) {
                  EXPECT_EQ(fork.sync(task), 10);
                  fork.sync(task);
              }),
              expected);
    EXPECT_EQ(message([](Fork& fork, auto& task) {
                  auto moved = std::move(task);
                  EXPECT_EQ(fork.sync(moved), 10);
                  fork.sync(task);
              }),
              expected);
    EXPECT_EQ(message([](Fork& fork, auto& task) {
                  fork.discard(std::move(task));
                  fork.discard(std::move(task));
              }),
              expected);
}

// --- Ends

void spawn_for_ever(Fork fork, std::stop_source* stop) {
    for (int i = 0;; ++i) {
        if (i == 100) stop->request_stop();
        auto next = fork.spawn<fib>(5);
        fork.sync(next);
    }
}

TEST(Tasks, AStopEndsThemAtTheNextSync) {
    for (const unsigned workers : {1U, 3U}) {
        for (const std::size_t capacity : {std::size_t{1}, std::size_t{100}}) {
            std::stop_source stop;
            const auto result =
                run_tasks({.workers = workers, .stop = stop.get_token(), .deque_capacity = capacity}, [&](Fork fork) {
                    auto other = fork.spawn<spawn_for_ever>(&stop);
                    fork.call<spawn_for_ever>(&stop);
                    return 1;
                });
            EXPECT_EQ(result.status, Status::cancelled);
            EXPECT_EQ(result.value, std::nullopt);
        }
    }
}

TEST(Tasks, AStopEndsWhatOnlyCommunicates) {
    std::stop_source stop;
    const auto result = run_tasks({.workers = 1, .stop = stop.get_token()}, [&](Fork fork) {
        stop.request_stop();
        while (true) fork.communicate();
    });
    EXPECT_EQ(result.status, Status::cancelled);
}

TEST(Tasks, ATimeLimitEndsThem) {
    std::stop_source never;
    const auto an_hour = std::chrono::hours(1);
    const auto result =
        run_tasks<spawn_for_ever>({.workers = 2, .began = Clock::now() - an_hour, .time_limit = an_hour}, &never);
    EXPECT_EQ(result.status, Status::time_limit);
}

TEST(Tasks, WhoCatchesEverythingIsNotCompleteEvenSo) {
    std::stop_source stop;
    const auto result = run_tasks({.workers = 1, .stop = stop.get_token()}, [&](Fork fork) {
        try {
            fork.call<spawn_for_ever>(&stop);
        } catch (...) {
        }
        return 1;
    });
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.value, std::nullopt);
}

TEST(Tasks, WhoCatchesEverythingIsStoppedAtTheNextSyncToo) {
    std::stop_source stop;
    int stopped = 0;
    const auto result = run_tasks({.workers = 1, .stop = stop.get_token()}, [&](Fork fork) {
        while (stopped < 3) {
            try {
                fork.call<spawn_for_ever>(&stop);
            } catch (...) {
                ++stopped;
            }
        }
    });
    EXPECT_EQ(stopped, 3);
    EXPECT_EQ(result.status, Status::cancelled);
}

// --- Use

TEST(Tasks, OneComputationAfterAnotherKeepsTheSessionsThreads) {
    Session session;
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(run_tasks<test::meet>({.workers = 2, .session = &session, .pin = false}).value, 2);
    EXPECT_EQ(session.threads().size(), 1U) << "and the calling one";
}

TEST(Tasks, OptionsThatCannotBeAreRefused) {
    EXPECT_THROW(run_tasks<fib>({.workers = 5000}, 1), UsageError);
    EXPECT_THROW(run_tasks<fib>({.deque_capacity = 0}, 1), UsageError);
    EXPECT_THROW(run_tasks<fib>({.deque_capacity = 300'000}, 1), UsageError);
}

// --- Forks of others

// What a task says that uses the fork of the one that spawned it.
template <class Program>
std::string said_by(const Program& program) {
    return test::message_of([&] { run_tasks({.workers = 1}, program); });
}

TEST(ForkOfAnother, IsRefusedInASpawnedTask) {
    const auto spawns = [](Fork fork) {
        auto task = fork.spawn([&fork](Fork own) {
            auto mine = own.spawn<fib>(2);
            auto wrong = fork.spawn<fib>(3);
            return fork.sync(wrong) + own.sync(mine);
        });
        return fork.sync(task);
    };
    const auto syncs = [](Fork fork) {
        auto first = fork.spawn<fib>(3);
        auto second = fork.spawn([&] { return fork.sync(first); });
        return fork.sync(second);
    };
    const auto calls = [](Fork fork) {
        return fork.call([&fork](Fork own) {
            auto mine = own.spawn<fib>(2);
            return fork.call<fib>(3) + own.sync(mine);
        });
    };
    const auto waits = [](Fork fork) {
        auto task = fork.async([&fork] {
            auto wrong = fork.spawn<fib>(3);
            return fork.sync(wrong);
        });
        return fork.get(task);
    };
    for (const std::string& said : {said_by(spawns), said_by(syncs), said_by(calls), said_by(waits)})
        EXPECT_NE(said.find("this fork is in use"), std::string::npos) << said;
}

TEST(ForkOfAnother, IsRefusedWhereATaskIsRunAtTheEndOfItsHandle) {
    std::string said;
    run_tasks({.workers = 1}, [&](Fork fork) {
        const auto task = fork.spawn([&] {
            said = test::message_of([&] {
                auto wrong = fork.spawn<fib>(3);
                return fork.sync(wrong);
            });
        });
    });
    EXPECT_NE(said.find("this fork is in use"), std::string::npos) << said;
}

TEST(ForkOfAnother, IsTheTasksOwnAgainAfterwards) {
    const auto result = run_tasks({.workers = 1}, [](Fork fork) {
        auto throws = fork.spawn([&fork] {
            auto wrong = fork.spawn<fib>(3);
            return fork.sync(wrong);
        });
        long sum = 0;
        try {
            sum += fork.sync(throws);
        } catch (const Error&) {
        }
        sum += fork.call([&](Fork own) { return own.call<fib>(5); });
        auto task = fork.spawn<fib>(10);
        return sum + fork.sync(task) + fork.get(fork.async<fib>(6));
    });
    EXPECT_EQ(result.value, 5 + 55 + 8);
}

TEST(ForkOfAnother, IsUsedByACalledFunctionThatTakesNone) {
    const auto result = run_tasks({.workers = 2}, [](Fork fork) {
        return fork.call([&] {
            auto task = fork.spawn<fib>(10);
            return fork.sync(task);
        });
    });
    EXPECT_EQ(result.value, 55);
}

}  // namespace
}  // namespace scrump
