// Whatever deque tasks are kept in, however many are stolen at a time and whoever is asked: the same answers.

#include <scrump/tasks.hpp>

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace scrump {
namespace {

constexpr DequeKind kinds[] = {DequeKind::private_deque, DequeKind::split};
constexpr const char* amounts[] = {"one", "half", "chunk,chunk=10", "all"};

TaskOptions options_of(DequeKind kind, const std::string& policy, const std::string& amount, unsigned workers) {
    return {.workers = workers, .policy = Policy::parse(policy + ":steal=" + amount), .deque = kind};
}

std::string described(const TaskOptions& options) {
    return std::string(name(options.deque)) + ' ' + options.policy.describe() + ' ' + std::to_string(options.workers) +
           " workers, " + std::to_string(options.deque_capacity);
}

// Sanitizers take long to have so many deques made.
std::vector<std::string> policies() {
    if (test::sanitized) return {"hierarchical"};
    return {"hierarchical",      "random", "sticky-random", "round-robin", "locality-aware", "naive-locality-aware",
            "performance-driven"};
}

template <class Check>
void for_all_ways(std::vector<std::size_t> capacities, std::vector<unsigned> numbers_of_workers, const Check& check) {
    Session session;
    for (const DequeKind kind : kinds) {
        for (const std::string& policy : policies()) {
            for (const char* const amount : amounts) {
                for (const unsigned workers : numbers_of_workers) {
                    for (const std::size_t capacity : capacities) {
                        TaskOptions options = options_of(kind, policy, amount, workers);
                        options.session = &session;
                        options.deque_capacity = capacity;
                        SCOPED_TRACE(described(options));
                        check(options);
                        if (testing::Test::HasFailure()) return;
                    }
                }
            }
        }
    }
}

TEST(Deques, HaveNames) {
    for (const DequeKind kind : kinds) {
        EXPECT_EQ(parse_deque_kind(name(kind)), kind);
        EXPECT_NE(deque_kinds_help().find(name(kind)), std::string::npos);
    }
    EXPECT_EQ(test::message_of<UsageError>([] { parse_deque_kind("public"); }),
              "unknown deque 'public'; there are private, split");
}

// Spawns all its parts, and now and then lets others have their turn.
std::uint64_t nodes(Fork fork, unsigned width, unsigned depth) {
    if (depth == 0) return 1;
    std::vector<decltype(fork.spawn<nodes>(width, depth))> parts;
    parts.reserve(width);
    for (unsigned i = 0; i < width; ++i) parts.push_back(fork.spawn<nodes>(width, depth - 1));
    if (depth == 2) std::this_thread::yield();
    std::uint64_t sum = 1;
    for (; !parts.empty(); parts.pop_back()) sum += fork.sync(parts.back());
    return sum;
}

TEST(Deques, AnswersAreTheSame) {
    std::map<std::string, Counters> sums;  // by deque and amount
    for_all_ways({1, 3, 1000}, test::sanitized ? std::vector{3U} : std::vector{2U, 3U, 8U},
                 [&](const TaskOptions& options) {
                     const auto result = run_tasks<nodes>(options, 4U, 4U);
                     EXPECT_EQ(result.value, 341U);
                     const Counters& total = result.statistics.total;
                     EXPECT_EQ(total.tasks, total.spawns + 1) << "what others ran was spawned for them";
                     const bool one = options.policy.steal->kind == StealAmount::Kind::one;
                     if (one) {
                         EXPECT_EQ(total.steals_won, total.spawns);
                     }
                     sums[std::string(name(options.deque)) + (one ? " one" : " several")] += total;
                 });
    ASSERT_EQ(sums.size(), 4U);
    for (const auto& [how, sum] : sums) {
        EXPECT_GT(sum.steals_won, 0U) << how;
        if (how.ends_with("several")) {
            EXPECT_GT(sum.spawns, sum.steals_won) << how;
        }
    }
}

int throw_below(Fork fork, unsigned depth) {
    if (depth == 0) throw std::range_error("bottom");
    std::vector<decltype(fork.spawn<throw_below>(depth))> parts;
    for (unsigned i = 0; i < 3; ++i) parts.push_back(fork.spawn<throw_below>(depth - 1));
    if (depth == 2) std::this_thread::yield();
    int caught = 0;
    for (; !parts.empty(); parts.pop_back()) {
        try {
            caught += fork.sync(parts.back());
        } catch (const std::range_error&) {
            ++caught;
        }
    }
    return caught;
}

TEST(Deques, ExceptionsFindTheirWay) {
    for_all_ways({2, 1000}, {3}, [](const TaskOptions& options) {
        EXPECT_EQ(run_tasks<throw_below>(options, 4U).value, 81);
        EXPECT_THROW(run_tasks(options,
                               [](Fork fork) {
                                   auto parts = fork.spawn<nodes>(4U, 3U);
                                   auto fails = fork.spawn<throw_below>(0U);
                                   auto above = fork.spawn<nodes>(4U, 3U);
                                   throw std::range_error("first");
                               }),
                     std::range_error);
    });
}

TEST(Deques, StopsEndWhatIsStolenAndKept) {
    int stopped = 0;
    int round = 0;
    for_all_ways({3, 1000}, {2, 4}, [&](const TaskOptions& given) {
        std::stop_source stop;
        TaskOptions options = given;
        options.stop = stop.get_token();
        const int before = round++ % 40;
        const auto result = run_tasks(options, [&](Fork fork) {
            auto stops = fork.spawn([&](Fork inner) {
                for (int i = 0; i < before; ++i) inner.call<nodes>(3U, 2U);
                stop.request_stop();
            });
            std::uint64_t sum = 0;
            for (int i = 0; i < 20; ++i) sum += fork.call<nodes>(4U, 2U);
            fork.sync(stops);
            for (int i = 0; i < 2; ++i) sum += fork.call<nodes>(4U, 2U);
            while (before == 0) fork.communicate();  // these do not end before the stop is known
            return sum;
        });
        stopped += result.status == Status::cancelled ? 1 : 0;
        EXPECT_EQ(result.value,
                  result.status == Status::complete ? std::optional<std::uint64_t>(22 * 21) : std::nullopt);
    });
    EXPECT_GT(stopped, 0);
}

// --- Several at a time

// The other worker gets `count` tasks at once, and runs the oldest, which goes on until `enough` have begun.
struct Batch {
    std::uint64_t begun_elsewhere = 0;
    TaskStatistics statistics;
};
Batch steal_batch(const TaskOptions& options, int count, bool owner_waits) {
    std::atomic<int> begun = 0;
    std::atomic<std::uint64_t> elsewhere = 0;
    std::atomic<bool> may_end = !owner_waits;
    const auto result = run_tasks(options, [&](Fork fork) {
        const auto self = std::this_thread::get_id();
        const auto task = [&](int number) {
            ++begun;
            if (std::this_thread::get_id() != self) ++elsewhere;
            while (number == 0 && !may_end) std::this_thread::yield();
        };
        std::vector<decltype(fork.spawn(task, 0))> tasks;
        for (int i = 0; i < count; ++i) tasks.push_back(fork.spawn(task, i));
        while (begun < (owner_waits ? 1 : count)) {
            fork.communicate();
            std::this_thread::yield();
        }
        for (; tasks.size() > 1; tasks.pop_back()) fork.sync(tasks.back());
        may_end = true;
        fork.sync(tasks.back());
    });
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(begun, count);
    return {elsewhere, result.statistics};
}

TEST(Deques, SeveralComeAtATime) {
    for (const DequeKind kind : kinds) {
        const auto steals = [&](const char* amount) {
            const Batch batch = steal_batch(options_of(kind, "hierarchical", amount, 2), 16, false);
            EXPECT_EQ(batch.begun_elsewhere, 16U);
            EXPECT_EQ(batch.statistics.total.spawns, 16U);
            EXPECT_EQ(batch.statistics.total.tasks, 17U);
            return batch.statistics.total.steals_won;
        };
        EXPECT_EQ(steals("one"), 16U) << name(kind);
        EXPECT_EQ(steals("all"), kind == DequeKind::split ? 5U : 1U) << name(kind);  // 8, 4, 2, 1 and 1 are shared
        EXPECT_EQ(steals("half"), kind == DequeKind::split ? 9U + 2U : 5U) << name(kind);
        EXPECT_LE(steals("chunk,chunk=10"), 5U) << name(kind);
    }
}

// The thief is in its oldest task and does not look at the others: their owner does not wait for it, nor for what is
// shared.
TEST(Deques, WhatIsNotBegunComesBack) {
    for (const DequeKind kind : kinds) {
        for (const char* const amount : {"one", "all"}) {
            const Batch batch = steal_batch(options_of(kind, "hierarchical", amount, 2), 16, true);
            EXPECT_EQ(batch.begun_elsewhere, 1U);
            EXPECT_EQ(batch.statistics.total.steals_won, 1U);
            EXPECT_EQ(batch.statistics.total.spawns, 1U);
        }
    }
}

TEST(Deques, WhatComesBackIsRunWhereItsHandleEnds) {
    for (const DequeKind kind : kinds) {
        std::atomic<int> here = 0;
        const auto result = run_tasks(options_of(kind, "hierarchical", "all", 2), [&](Fork fork) {
            std::atomic<bool> taken = false;
            const auto self = std::this_thread::get_id();
            const auto count = [&here, self] { here += std::this_thread::get_id() == self ? 1 : 0; };
            const auto first = fork.spawn([&] {
                taken = true;
                while (here < 3) std::this_thread::yield();
            });
            const auto second = fork.spawn(count);
            const auto third = fork.spawn(count);
            const auto fourth = fork.spawn(count);
            while (!taken) {
                fork.communicate();
                std::this_thread::yield();
            }
        });
        EXPECT_EQ(result.status, Status::complete);
        EXPECT_EQ(here, 3);
    }
}

// The thief does not leave its first task before another one that it keeps has begun, by a third worker.
TEST(Deques, WhatAThiefKeepsGoesOnToTheNext) {
    const auto result = run_tasks(options_of(DequeKind::private_deque, "round-robin", "all", 3), [](Fork fork) {
        std::atomic<int> begun = 0;
        const auto hold = [&](Fork inner, int number) {
            ++begun;
            while (number < 2 && begun < 3) {
                inner.communicate();
                std::this_thread::yield();
            }
        };
        auto first = fork.spawn(hold, 0);
        auto second = fork.spawn(hold, 1);
        auto third = fork.spawn(hold, 2);
        while (begun < 2) {
            fork.communicate();
            std::this_thread::yield();
        }
        fork.sync(third);
        fork.sync(second);
        fork.sync(first);
        return begun.load();
    });
    EXPECT_EQ(result.value, 3);
    EXPECT_GE(result.statistics.total.steals_won, 2U);
}

}  // namespace
}  // namespace scrump
