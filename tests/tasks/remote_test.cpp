// Tasks that go from one locality to another, in one process: tests/mpi has the same between processes.

#include "support/sanitized.hpp"
#include "tasks/many_stops.hpp"
#include "tasks/remote_programs.hpp"

#include <scrump/stealing/policy.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump::test {
namespace {

TEST(RemoteTasks, AreStolenAsBytesAndTheirResultsComeBack) {
    for (const unsigned localities : {2U, 4U}) {
        const auto result = run_tasks<is_stolen_as_bytes>({.workers = 1, .localities = localities});
        EXPECT_EQ(result.value, true);
        const TaskStatistics& statistics = result.statistics;
        ASSERT_EQ(statistics.localities.size(), localities);
        EXPECT_EQ(statistics.localities[0].traffic.steals_won, 0U);
        EXPECT_GE(stolen_from_others(statistics), 1U);
        std::uint64_t by_victim = 0;
        for (const LocalityStatistics& each : statistics.localities) {
            const Traffic& traffic = each.traffic;
            if (each.stolen_from.contains(0)) by_victim += each.stolen_from.at(0).tasks;
            EXPECT_GE(traffic.steals_tried, traffic.steals_won);
            EXPECT_GE(traffic.round_trips, traffic.steals_tried + traffic.steals_won);
            EXPECT_EQ(traffic.steal_latency.count(), traffic.steals_won);
        }
        EXPECT_EQ(by_victim, stolen_from_others(statistics));
        EXPECT_EQ(statistics.total.steals_won, stolen_from_others(statistics));
        EXPECT_EQ(statistics.total.tasks, statistics.total.steals_won + 1);
        EXPECT_EQ(statistics.total.spawns, statistics.total.steals_won);
    }
}

TEST(RemoteTasks, TakeAlongWhatTheCodecMakesOfTheirArguments) {
    const auto result = run_tasks<what_codecs_make>({.workers = 1, .localities = 2});
    EXPECT_EQ(result.value, what_codecs_are_to_make());
}

TEST(RemoteTasks, StayWhereTheyPoint) {
    std::uint64_t tried = 0;
    while (tried == 0) {
        const auto result = run_tasks<moved_though_they_point>({.workers = 1, .localities = 2});
        EXPECT_EQ(result.value, 0U);
        EXPECT_EQ(stolen_from_others(result.statistics), 0U);
        tried = result.statistics.localities.at(1).traffic.round_trips;
    }
}

TEST(RemoteTasks, WhatTheyThrowArrivesAsAnErrorThatSaysTheSame) {
    const auto result = run_tasks<what_was_thrown_elsewhere>({.workers = 1, .localities = 2});
    EXPECT_EQ(result.value, "thrown elsewhere, with a message that is longer than a cell");
}

TEST(RemoteTasks, AnExceptionThatNobodyWaitsForEndsAllLocalities) {
    EXPECT_THROW(run_tasks<fail_in_another_locality>({.workers = 1, .localities = 3}), std::range_error);
}

// Knows nobody in the first locality, and in the second the first.
class NamesTheFirst final : public VictimSelector {
  public:
    explicit NamesTheFirst(unsigned self) : self_(self) {}
    std::optional<unsigned> choose() override { return self_ == 0 ? std::nullopt : std::optional(0U); }

  private:
    unsigned self_;
};

// Whomever the policy names: it asks the thief first.
TEST(RemoteTasks, WhoWaitsForAThiefHelpsIt) {
    const Policy names_the_first = Policy::custom(
        "names-the-first", [](const Policy::Thief& thief) { return std::make_unique<NamesTheFirst>(thief.self); });
    for (const Policy& policy : {Policy::parse("hierarchical"), names_the_first}) {
        const TaskOptions options{.workers = 1, .localities = 2, .policy = policy};
        EXPECT_EQ(run_tasks<who_waits_helps>(options).value, true) << policy.describe();
    }
}

TEST(RemoteTasks, AStopReachesThievesAndWhoWaits) {
    for (auto* const first : {&wait_for_ever, &catch_everything}) {
        std::stop_source stop;
        when_elsewhere() = [&] { stop.request_stop(); };
        const auto result = run_tasks({.workers = 1, .localities = 2, .stop = stop.get_token()}, first);
        EXPECT_EQ(result.status, Status::cancelled);
        EXPECT_EQ(result.value, std::nullopt);
    }
}

TEST(RemoteTasks, ATimeLimitReachesThem) {
    when_elsewhere() = [] {};
    const auto result =
        run_tasks<wait_for_ever>({.workers = 2, .localities = 2, .time_limit = std::chrono::milliseconds(20)});
    EXPECT_EQ(result.status, Status::time_limit);
    EXPECT_EQ(result.value, std::nullopt);
}

TEST(RemoteTasks, TheirWorkersAreThoseOfAllLocalities) {
    const auto result = run_tasks({.workers = 2, .localities = 3}, [](Fork fork) { return fork.workers(); });
    EXPECT_EQ(result.value, 6U);
}

// --- The pieces

using detail::Descriptor;
using detail::TravellingCall;
using detail::travels;

template <auto function, class... Args>
using CallOf = detail::Call<detail::Named<function>, Args...>;

inline std::string* by_pointer(int*) {
    return nullptr;
}
inline int by_reference_wrapper(std::reference_wrapper<int>) {
    return 0;
}
inline int by_pointers_in_vectors(const std::vector<const char*>&) {
    return 0;
}
inline std::string_view as_a_view(int) {
    return {};
}
inline int by_span(std::span<const int>) {
    return 0;
}
static_assert(travels<CallOf<where>> && travels<CallOf<reversed, std::string, std::size_t>>);
static_assert(travels<CallOf<fib_travelling, int>>);
static_assert(!travels<CallOf<by_pointer, int*>> &&
              !travels<CallOf<by_reference_wrapper, std::reference_wrapper<int>>>);
static_assert(!travels<CallOf<by_pointers_in_vectors, std::vector<const char*>>> && !travels<CallOf<as_a_view, int>>);
static_assert(!travels<CallOf<by_span, std::span<const int>>>);
static_assert(!travels<detail::Call<int (*)(int), int>>);

// As where two source files have a function of the same name that each keeps to itself.
TEST(RemoteTasks, FunctionsThatHaveOneNameStay) {
    const auto execute = [](Descriptor&, detail::Fate, Fork) noexcept {};
    const auto another = [](Descriptor& place, detail::Fate, Fork) noexcept { place.thief = 1; };
    Descriptor task{};
    task.execute = +execute;
    EXPECT_EQ(TravellingCall::of(task), nullptr);
    const TravellingCall one("some name", +execute, {});
    EXPECT_EQ(TravellingCall::of(task), &one);
    EXPECT_EQ(TravellingCall::named(one.name()), &one);
    {
        const TravellingCall two("some name", +another, {});
        EXPECT_EQ(TravellingCall::of(task), nullptr);
        EXPECT_EQ(TravellingCall::named(one.name()), nullptr);
    }
    EXPECT_EQ(TravellingCall::of(task), &one);
}

// --- Stress

TEST(RemoteTasks, AnswersAreRightWhateverIsStolen) {
    std::uint64_t between = 0;
    for (const char* const policy : {"hierarchical", "random", "sticky-random", "round-robin", "locality-aware",
                                     "naive-locality-aware", "performance-driven"}) {
        for (const std::size_t capacity : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
            if (test::sanitized && capacity == 3) continue;
            for (const auto& [localities, workers] :
                 std::array<std::pair<unsigned, unsigned>, 4>{{{1, 2}, {2, 1}, {2, 3}, {4, 2}}}) {
                const TaskOptions options{.workers = workers,
                                          .localities = localities,
                                          .policy = Policy::parse(policy),
                                          .deque_capacity = capacity};
                const auto result = run_tasks<fib_travelling>(options, 17);
                EXPECT_EQ(result.value, 1597) << policy << ' ' << capacity << ' ' << localities << ' ' << workers;
                between += stolen_from_others(result.statistics);
            }
        }
    }
    EXPECT_GT(between, 0U);
}

TEST(RemoteTasks, TextsAndExceptionsFindTheirWayWhateverIsStolen) {
    const int caught = *run_tasks<catch_travelling>({.workers = 1}, 14).value;
    const std::string text = *run_tasks<join_travelling>({.workers = 1}, std::string("text"), 500).value;
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{5}, std::size_t{1000}}) {
        for (const unsigned localities : {2U, 3U}) {
            const TaskOptions options{.workers = 2, .localities = localities, .deque_capacity = capacity};
            EXPECT_EQ(run_tasks<catch_travelling>(options, 14).value, caught);
            EXPECT_EQ(run_tasks<join_travelling>(options, std::string("text"), 500).value, text);
        }
    }
}

TEST(RemoteTasks, ManyStopsAtAnyTime) {
    expect_values_unless_stopped<fib_travelling>({.workers = 2, .localities = 2, .deque_capacity = 5});
}

}  // namespace
}  // namespace scrump::test
