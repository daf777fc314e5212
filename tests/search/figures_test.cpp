#include <scrump/base/error.hpp>
#include <scrump/search/figures.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <set>

namespace scrump::detail {
namespace {

// Two localities: one of two workers, one of one.
Statistics sample() {
    Statistics statistics;
    statistics.seconds = 2;
    LocalityStatistics first;
    first.workers.resize(2);
    first.workers[0] = {
        .counters = {.nodes = 100, .tasks = 4, .steals_tried = 3, .steals_won = 1},
        .activity = {.tasks = 4, .phases = 5, .task_time = 800'000, .wait_time = 100'000, .total_time = 1'000'000},
        .stack = {.working_time = 500'000'000, .searching_time = 250'000'000, .steals = 3},
        .hardware = {.instructions = 900, .cycles = 300, .cache_misses = 7},
        .incumbents = 2};
    first.workers[1] = {
        .counters = {.nodes = 50, .tasks = 2},
        .activity = {.tasks = 1, .phases = 5, .task_time = 200'000, .wait_time = 800'000, .total_time = 1'000'000},
        .stack = {.terminating_time = 1'000'000'000, .chunks_stolen = 4},
        .hardware = {.instructions = 100, .cycles = 200, .cache_misses = 3},
        .incumbents = 1};
    first.grain = 20;
    first.traffic.messages = 5;
    LocalityStatistics second;
    second.workers.resize(1);
    second.workers[0] = {.counters = {.nodes = 350, .tasks = 5},
                         .activity = {.tasks = 5, .task_time = 1'000'000, .total_time = 1'000'000},
                         .stack = {.working_time = 500'000'000, .steals = 1},
                         .hardware = {.instructions = 10}};
    second.traffic.steals_tried = 7;
    second.traffic.steals_won = 6;
    second.grain = 40;
    statistics.localities = {first, second};
    return statistics;
}

double value(const char* name, const Figures& figures) {
    return find_counter(name).value(figures);
}

TEST(Figures, AreThoseOfAWorkerALocalityOrTheRun) {
    const Statistics statistics = sample();
    const Figures worker = Figures::of_worker(statistics, 0, 1);
    const Figures locality = Figures::of_locality(statistics, 0);
    const Figures run = Figures::of_run(statistics);
    EXPECT_EQ(value("nodes", worker), 50);
    EXPECT_EQ(value("nodes", locality), 150);
    EXPECT_EQ(value("nodes", run), 500);
    EXPECT_EQ(value("node-rate", run), 250);
    EXPECT_EQ(value("incumbents", run), 3);
    EXPECT_EQ(value("executed-tasks", run), 11);
    EXPECT_EQ(value("finished-tasks", run), 10);
    EXPECT_DOUBLE_EQ(value("idle-rate", worker), 0.8);
    EXPECT_DOUBLE_EQ(value("idle-rate", locality), 0.5);
    EXPECT_DOUBLE_EQ(value("idle-rate", run), 1.0 / 3);
    EXPECT_DOUBLE_EQ(value("task-duration", run), 200);
    EXPECT_DOUBLE_EQ(value("task-overhead", locality), 200);
    EXPECT_DOUBLE_EQ(value("phase-duration", locality), 100);
    EXPECT_DOUBLE_EQ(value("phase-overhead", worker), 160);
    EXPECT_DOUBLE_EQ(value("management-overhead", locality), 500e-6);
    EXPECT_DOUBLE_EQ(value("waiting-time", locality), 900e-6);
    EXPECT_DOUBLE_EQ(value("management-time", locality), 100e-6);
    EXPECT_DOUBLE_EQ(value("working-time", run), 1);
    EXPECT_DOUBLE_EQ(value("searching-time", locality), 0.25);
    EXPECT_DOUBLE_EQ(value("terminating-time", worker), 1);
    EXPECT_DOUBLE_EQ(value("working-rate", run), 500);
    EXPECT_DOUBLE_EQ(value("stack-steal-rate", run), 2);
    EXPECT_EQ(value("chunks-stolen", run), 4);
    EXPECT_EQ(value("steals-tried", run), 10);  // between localities, too
    EXPECT_EQ(value("steals-refused", run), 3);
    EXPECT_EQ(value("remote-steals-won", run), 6);
    EXPECT_EQ(value("messages", run), 5);
    EXPECT_EQ(value("grain", run), 30);
}

TEST(Figures, OfProcessorsAreKnownWhereTheyWereReadOfAllWorkers) {
    const Statistics statistics = sample();
    EXPECT_EQ(value("cache-misses", Figures::of_worker(statistics, 0, 1)), 3);
    EXPECT_TRUE(std::isnan(value("cycles", Figures::of_worker(statistics, 1, 0))));
    EXPECT_EQ(value("cycles", Figures::of_locality(statistics, 0)), 500);
    EXPECT_EQ(value("instructions", Figures::of_run(statistics)), 1010);
    EXPECT_TRUE(std::isnan(value("cache-misses", Figures::of_run(statistics))));
    EXPECT_TRUE(std::isnan(value("instructions", Figures::of_run(Statistics()))));
}

TEST(Figures, KnowWaitTimeOnlyAgainstAReference) {
    Figures run = Figures::of_run(sample());
    EXPECT_TRUE(std::isnan(value("wait-time-per-task", run)));
    EXPECT_TRUE(std::isnan(value("wait-time-per-core", run)));
    run.alone_per_node = 3e-6;  // 500 nodes would take 1500 us; they took 2000
    EXPECT_NEAR(value("wait-time-per-task", run), 50, 1e-9);
    EXPECT_NEAR(value("wait-time-per-core", run), 500e-6 / 3, 1e-12);
}

TEST(Figures, OfAnIntervalAreDifferences) {
    const Figures before = Figures::of_run(sample());
    Statistics later = sample();
    later.seconds = 3;
    later.localities[1].workers[0].counters.nodes += 70;
    later.localities[1].workers[0].activity.total_time += 1'000'000;
    later.localities[1].workers[0].activity.task_time += 250'000;
    const Figures passed = Figures::of_run(later).since(before);
    EXPECT_EQ(value("node-rate", passed), 70);
    EXPECT_DOUBLE_EQ(value("idle-rate", passed), 0.75);
    EXPECT_EQ(value("finished-tasks", passed), 0);
}

// Durations change by a factor of a thousand, and the medians with them.
TEST(Figures, OfAnIntervalHaveItsOwnDistributions) {
    using namespace std::chrono_literals;
    Statistics statistics = sample();
    const auto record = [&](std::chrono::nanoseconds duration, int times) {
        for (int i = 0; i < times; ++i) {
            statistics.localities[0].task_durations.record(duration);
            statistics.localities[0].steal_latency.record(duration);
            statistics.localities[1].traffic.steal_latency.record(duration);
        }
    };
    record(1us, 1000);
    const Figures before = Figures::of_run(statistics);
    record(1ms, 20);
    const Figures passed = Figures::of_run(statistics).since(before);
    for (const char* const name : {"task-duration-median", "task-duration-p99", "steal-latency-median",
                                   "steal-latency-p99", "remote-steal-latency-median", "remote-steal-latency-p99"}) {
        EXPECT_NEAR(value(name, before), 1, 0.07) << name;
        EXPECT_NEAR(value(name, passed), 1000, 70) << name;
        EXPECT_EQ(value(name, Figures::of_run(statistics).since(Figures::of_run(statistics))), 0) << name;
    }
}

TEST(Counters, HaveNamesUnitsAndMeanings) {
    std::set<std::string_view> names;
    for (const Counter& counter : all_counters()) {
        EXPECT_TRUE(names.insert(counter.name).second) << counter.name;
        EXPECT_FALSE(counter.unit.empty()) << counter.name;
        EXPECT_GT(counter.meaning.size(), 10U) << counter.name;
        EXPECT_EQ(&find_counter(counter.name), &counter);
        const double nothing = counter.value(Figures());
        EXPECT_TRUE(nothing == 0 || std::isnan(nothing)) << counter.name;
    }
}

TEST(Counters, KeepTheirFormerNamesForAVersion) {
    EXPECT_EQ(&find_counter("tasks"), &find_counter("finished-tasks"));
    EXPECT_THROW(find_counter(""), UsageError);
}

TEST(Counters, WhatIsNoneIsRefusedWithAllThereAre) {
    try {
        find_counter("idle");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("idle-rate"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace scrump::detail
