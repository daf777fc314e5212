// Tasks that go from one process to another: by memory that they share, or by messages where SCRUMP_NET says so.

#include "session.hpp"
#include "tasks/remote_programs.hpp"

#include <scrump/net/codec.hpp>
#include <scrump/stealing/policy.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace scrump::test {
namespace {

// Of all processes, or of two localities in one that is alone.
TaskOptions options_of(unsigned workers) {
    return {.workers = workers, .localities = session().size() == 1 ? 2U : 1U, .session = &session(), .pin = false};
}

// What this process has is what the first has.
template <class T>
void expect_same(const T& value) {
    EXPECT_EQ(value, of_the_first(value));
}

TEST(MpiTasks, AreStolenAsBytesAndTheirResultsComeBack) {
    const auto result = run_tasks<is_stolen_as_bytes>(options_of(1));
    EXPECT_EQ(result.value, true);
    if (session().first()) {
        EXPECT_EQ(result.statistics.localities.size(), session().size() == 1 ? 2U : session().size());
        EXPECT_GE(stolen_from_others(result.statistics), 1U);
    } else {
        EXPECT_EQ(result.statistics.localities.size(), 1U) << "the own one";
    }
    EXPECT_EQ(result.statistics.total.tasks, result.statistics.total.steals_won + 1);
    expect_same(result.statistics.total);
    expect_same(result.statistics.seconds);
}

TEST(MpiTasks, TakeAlongWhatTheCodecMakesOfTheirArguments) {
    EXPECT_EQ(run_tasks<what_codecs_make>(options_of(1)).value, what_codecs_are_to_make());
}

constexpr unsigned many = 100;

int is_stolen_often(Fork fork) {
    for (unsigned i = 0; i < many; ++i) fork.call<is_stolen_as_bytes>();
    return 0;
}

// Each request would be a message of its own else.
TEST(MpiTasks, AThiefThatSharesMemoryWithItsVictimAsksWithoutAMessage) {
    if (session().size() == 1 || by_messages()) GTEST_SKIP() << "no memory is shared";
    const auto result = run_tasks<is_stolen_often>(options_of(1));
    EXPECT_GE(of_the_first(stolen_from_others(result.statistics)), many);
    std::uint64_t messages = 0;
    for (const LocalityStatistics& each : result.statistics.localities) messages += each.traffic.messages;
    EXPECT_LT(messages, many);
}

// Cells of workers lie where all processes look for them.
TEST(MpiTasks, ProcessesHaveAsManyWorkersAsTheFirst) {
    const auto result = run_tasks<is_stolen_as_bytes>(options_of(1 + session().self()));
    EXPECT_EQ(result.value, true);
    for (const LocalityStatistics& each : result.statistics.localities) EXPECT_EQ(each.workers.size(), 1U);
}

TEST(MpiTasks, StayWhereTheyPoint) {
    const auto result = run_tasks<moved_though_they_point>(options_of(1));
    EXPECT_EQ(result.value, 0U);
    EXPECT_EQ(stolen_from_others(result.statistics), 0U);
}

TEST(MpiTasks, WhatTheyThrowArrivesAsAnErrorThatSaysTheSame) {
    const auto result = run_tasks<what_was_thrown_elsewhere>(options_of(1));
    EXPECT_EQ(result.value, "thrown elsewhere, with a message that is longer than a cell");
}

int throw_at_once(Fork /*fork*/) {
    throw std::range_error("at once");
}

// As itself in the process where it was thrown, as an Error that says the same in the others.
TEST(MpiTasks, WhatTheFirstTaskThrowsIsThrownInAllProcesses) {
    try {
        run_tasks<throw_at_once>(options_of(1));
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::exception& error) {
        EXPECT_STREQ(error.what(), "at once");
        EXPECT_EQ(dynamic_cast<const std::range_error*>(&error) != nullptr, session().first());
    }
}

TEST(MpiTasks, AnExceptionThatNobodyWaitsForEndsThemAll) {
    EXPECT_THROW(run_tasks<fail_in_another_locality>(options_of(1)), std::exception);
}

TEST(MpiTasks, WhoWaitsForAThiefHelpsIt) {
    if (session().size() > 2) GTEST_SKIP() << "others would help, too";
    EXPECT_EQ(run_tasks<who_waits_helps>(options_of(1)).value, true);
}

TEST(MpiTasks, AStopOfAnyProcessReachesThievesAndWhoWaits) {
    for (auto* const run : {&run_tasks<wait_for_ever>, &run_tasks<catch_everything>}) {
        std::stop_source stop;
        when_elsewhere() = [&] { stop.request_stop(); };
        TaskOptions options = options_of(2);
        options.stop = stop.get_token();
        const auto result = run(options);
        EXPECT_EQ(result.status, Status::cancelled);
        EXPECT_EQ(result.value, std::nullopt);
    }
}

TEST(MpiTasks, ATimeLimitReachesThem) {
    when_elsewhere() = [] {};
    TaskOptions options = options_of(1);
    options.time_limit = std::chrono::milliseconds(50);
    const auto result = run_tasks<wait_for_ever>(options);
    EXPECT_EQ(result.status, Status::time_limit);
    EXPECT_EQ(result.value, std::nullopt);
}

const int* returns_a_pointer(Fork /*fork*/) {
    return nullptr;
}

TEST(MpiTasks, WhatCannotBeKnownToAllIsRefused) {
    if (session().size() == 1) GTEST_SKIP() << "this process alone knows it";
    EXPECT_THROW(run_tasks<returns_a_pointer>(options_of(1)), UsageError);
}

TEST(MpiTasks, AnswersAreRightWhateverIsStolen) {
    std::uint64_t between = 0;
    for (const char* const policy : {"hierarchical", "random", "performance-driven"}) {
        for (const std::size_t capacity : {std::size_t{1}, std::size_t{1000}}) {
            for (const unsigned workers : {1U, 3U}) {
                TaskOptions options = options_of(workers);
                options.policy = Policy::parse(policy);
                options.deque_capacity = capacity;
                const auto fib = run_tasks<fib_travelling>(options, 17);
                EXPECT_EQ(fib.value, 1597) << policy << ' ' << capacity << ' ' << workers;
                EXPECT_EQ(run_tasks<catch_travelling>(options, 12).value,
                          run_tasks<catch_travelling>({.workers = 1}, 12).value);
                EXPECT_EQ(run_tasks<join_travelling>(options, std::string("text"), 300).value,
                          run_tasks<join_travelling>({.workers = 1}, std::string("text"), 300).value);
                between += of_the_first(stolen_from_others(fib.statistics));
            }
        }
    }
    EXPECT_GT(between, 0U);
}

TEST(MpiTasks, ManyStopsAtAnyTime) {
    for (int round = 0; round < 20; ++round) {
        TaskOptions options = options_of(1);
        options.time_limit = std::chrono::microseconds(100 * round);
        const auto result = run_tasks<fib_travelling>(options, 20);
        if (result.status == Status::complete) {
            EXPECT_EQ(result.value, 6765);
        } else {
            EXPECT_EQ(result.value, std::nullopt);
        }
    }
}

}  // namespace
}  // namespace scrump::test
