// What a run tells of itself: figures that add up, histories, incumbents, observers and traces.

#include "problems.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/runtime/detail/look_around.hpp>
#include <scrump/search/figures.hpp>

#include <support/folder.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <thread>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::TreeGenerator;
using Json = nlohmann::json;

const RandomTree tall{.depth = 14, .seed = 4};

class Observation : public testing::Test {
  protected:
    void SetUp() override {
        if (!counting) GTEST_SKIP() << "built without counters";
    }
};

double sum(const TimeSeries& series) {
    return std::accumulate(series.sums.begin(), series.sums.end(), 0.0);
}

TEST_F(Observation, FiguresAddUp) {
    for (const test::Way& way : test::all_ways()) {
        const auto result = enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}, way.options());
        std::uint64_t steals_between = 0;
        std::uint64_t tasks_between = 0;
        for (const LocalityStatistics& locality : result.statistics.localities) {
            std::uint64_t tasks = 0;
            std::uint64_t stolen = 0;
            for (const WorkerStatistics& worker : locality.workers) {
                const Activity& activity = worker.activity;
                EXPECT_EQ(activity.tasks, worker.counters.tasks);
                EXPECT_GE(activity.phases, activity.tasks);
                EXPECT_LE(activity.task_time + activity.wait_time, activity.total_time);
                EXPECT_LE(static_cast<double>(activity.total_time), result.statistics.seconds * 1e9);
                // Each task was found by one look, ordered ones too, and each stolen one by a look at its victim.
                EXPECT_EQ(activity.pool_accesses - activity.pool_misses, activity.tasks) << way.skeleton.describe();
                EXPECT_EQ(activity.victim_accesses - activity.victim_misses, worker.counters.steals_won);
                EXPECT_NEAR(sum(worker.nodes), static_cast<double>(worker.counters.nodes), 1e-3);
                EXPECT_NEAR(sum(worker.busy), static_cast<double>(activity.task_time), 1);
                EXPECT_EQ(std::accumulate(worker.stolen_from.begin(), worker.stolen_from.end(), std::uint64_t{0}),
                          worker.counters.steals_won);
                stolen += worker.counters.steals_won;
                tasks += activity.tasks;
            }
            EXPECT_EQ(locality.task_durations.count(), tasks);
            EXPECT_EQ(locality.steal_latency.count(), stolen);
            for (const auto& [victim, steals] : locality.stolen_from) {
                EXPECT_LT(victim, way.localities);
                steals_between += steals.steals;
                tasks_between += steals.tasks;
            }
        }
        const Figures run = Figures::of_run(result.statistics);
        EXPECT_EQ(run.traffic.steals_won, steals_between) << way.skeleton.describe();
        EXPECT_EQ(run.traffic.tasks_received, tasks_between) << way.skeleton.describe();
        EXPECT_GT(run.activity.task_time, 0U);
    }
}

// One task, which does not end before it is told to.
struct Gate {
    std::atomic<bool>* open;
};
class Held {
  public:
    using Space = Gate;
    using Node = unsigned;  // depth

    Held(const Gate& gate, const unsigned& parent) : gate_(gate), parent_(parent) {}
    bool next(unsigned& child) {
        if (parent_ > 0 || child_made_) return false;
        while (!gate_.open->load()) std::this_thread::yield();
        child = 1;
        return child_made_ = true;
    }

  private:
    const Gate& gate_;
    unsigned parent_;
    bool child_made_ = false;
};

TEST_F(Observation, WhoStarvesIsSeenToLookAround) {
    std::atomic<bool> open = false;
    std::uint64_t misses = 0;
    unsigned seen = 0;
    SearchOptions options{.skeleton = Skeleton::depth_bounded(0), .workers = 2, .pin = false};
    options.check = false;  // would wait, and nobody observes yet
    options.observe_interval = std::chrono::milliseconds(1);
    options.observe = [&](const Statistics& now) {
        misses = std::max(misses, Figures::of_run(now).activity.pool_misses);
        // Without that there is no end to wait for: so many observations, then.
        if (misses >= looks_before_sleep || ++seen == 2'000) open = true;
    };
    const auto result = enumerate<Held>(Gate{&open}, 0U, CountNodes{}, options);
    EXPECT_EQ(result.value, 2U);
    EXPECT_GE(misses, looks_before_sleep);
}

TEST_F(Observation, OfOneWorkerIsOneTask) {
    const auto result = enumerate<TreeGenerator<true>>(RandomTree{.depth = 20, .seed = 4}, tall.root(), CountNodes{},
                                                       {.skeleton = Skeleton::sequential(), .pin = false});
    const Activity activity = result.statistics.localities[0].activity();
    EXPECT_EQ(activity.tasks, 1U);
    EXPECT_GT(activity.task_time, 0U);
}

TEST_F(Observation, ShowsHowLargeTasksWereToBe) {
    const auto grain = [](const Skeleton& skeleton) {
        const auto result =
            enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}, {.skeleton = skeleton, .pin = false});
        return result.statistics.localities[0].grain;
    };
    EXPECT_EQ(grain(Skeleton::budget(30)), 30);
    EXPECT_EQ(grain(Skeleton::adaptive(std::chrono::microseconds(50))), 50);
    EXPECT_GT(grain(Skeleton::budget()), 0);
    EXPECT_GT(grain(Skeleton::adaptive()), 0);
    EXPECT_EQ(grain(Skeleton::sequential()), 0);
}

// So that what it costs can be measured where there is nobody to steal from.
TEST_F(Observation, TheMonitorOfOneLocalityRefreshesIfItIsAlwaysTo) {
    const auto refreshes = [](const char* policy) {
        const SearchOptions options{.policy = Policy::parse(policy), .workers = 1, .pin = false};
        const auto result = enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}, options);
        return Figures::of_run(result.statistics).traffic.refreshes;
    };
    EXPECT_GE(refreshes("performance-driven:always"), 1U);
    EXPECT_EQ(refreshes("performance-driven"), 0U);
}

TEST_F(Observation, IncumbentsGetBetterAndEndWithTheBest) {
    for (const test::Way& way : test::all_ways()) {
        const auto best = maximise<TreeGenerator<true>>(tall, tall.root(), way.options());
        const std::vector<Improvement>& found = best.statistics.incumbents;
        ASSERT_FALSE(found.empty());
        for (std::size_t i = 1; i < found.size(); ++i) {
            EXPECT_GT(found[i].objective, found[i - 1].objective);
            EXPECT_GE(found[i].time, found[i - 1].time);
        }
        EXPECT_EQ(found.back().objective, static_cast<double>(best.objective)) << way.skeleton.describe();
        EXPECT_GE(found.front().time.count(), 0);
        EXPECT_LE(static_cast<double>(found.back().time.count()), best.statistics.seconds * 1e9);
        EXPECT_GE(Figures::of_run(best.statistics).incumbents, 1U);
    }
    EXPECT_TRUE(enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}).statistics.incumbents.empty());
}

// What is prepared before a search takes time as well: all that is told counts from one moment.
TEST_F(Observation, TimeCountsFromWhereTheCallerBegan) {
    using std::chrono::hours;
    for (const test::Way& way : test::all_ways()) {
        SearchOptions options = way.options();
        options.began = std::chrono::steady_clock::now() - hours(1);
        options.progress_interval = std::chrono::milliseconds(0);
        const auto best = maximise<TreeGenerator<true>>(tall, tall.root(), options);
        EXPECT_GE(best.statistics.seconds, 3600);
        ASSERT_FALSE(best.statistics.incumbents.empty());
        EXPECT_GE(best.statistics.incumbents.front().time, hours(1)) << way.skeleton.describe();
        EXPECT_LE(static_cast<double>(best.statistics.incumbents.back().time.count()), best.statistics.seconds * 1e9);
        for (const LocalityStatistics& locality : best.statistics.localities) {
            for (const WorkerStatistics& worker : locality.workers) {
                EXPECT_NEAR(sum(worker.nodes), static_cast<double>(worker.counters.nodes), 1e-3);
                const auto hour = static_cast<std::size_t>(hours(1) / worker.nodes.width);
                for (std::size_t i = 0; i < hour && i < worker.nodes.sums.size(); ++i) {
                    EXPECT_EQ(worker.nodes.sums[i], 0) << way.skeleton.describe();
                }
            }
        }
        options.time_limit = hours(1);
        options.node_limit = 100'000'000;  // it would not end otherwise, were it counted from here
        EXPECT_EQ(enumerate<TreeGenerator<false>>(RandomTree{.most_children = 8, .depth = 1000, .seed = 1}, tall.root(),
                                                  CountNodes{}, options)
                      .status,
                  Status::time_limit);
    }
}

TEST_F(Observation, ProgressCountsFromWhereTheCallerBegan) {
    std::stop_source stop;
    std::optional<std::chrono::duration<double>> told;
    SearchOptions options{.workers = 1, .stop = stop.get_token(), .progress = [&](const SearchProgress& progress) {
                              told = progress.elapsed;
                              stop.request_stop();
                          }};
    options.progress_interval = std::chrono::milliseconds(1);
    options.began = std::chrono::steady_clock::now() - std::chrono::hours(1);
    enumerate<TreeGenerator<false>>(RandomTree{.most_children = 8, .depth = 1000, .seed = 1}, tall.root(), CountNodes{},
                                    options);
    ASSERT_TRUE(told);
    EXPECT_GE(*told, std::chrono::hours(1));
}

// An endless tree that ends when it was seen often enough: no moment is relied on.
TEST_F(Observation, ObserversSeeCountsGrow) {
    for (const unsigned localities : {1U, 3U}) {
        std::stop_source stop;
        std::vector<Statistics> seen;
        SearchOptions options{.workers = 2, .localities = localities, .pin = false, .stop = stop.get_token()};
        options.history = true;
        options.observe_interval = std::chrono::milliseconds(1);
        options.observe = [&](const Statistics& now) {
            seen.push_back(now);
            if (seen.size() >= 5 && now.total.nodes > 0) stop.request_stop();
        };
        const auto result = enumerate<TreeGenerator<false>>(RandomTree{.most_children = 8, .depth = 1000, .seed = 1},
                                                            tall.root(), CountNodes{}, options);
        EXPECT_EQ(result.status, Status::cancelled);
        ASSERT_GE(seen.size(), 6U);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            ASSERT_EQ(seen[i].localities.size(), localities);
            for (const LocalityStatistics& locality : seen[i].localities) EXPECT_EQ(locality.workers.size(), 2U);
            if (i > 0) {
                EXPECT_GE(seen[i].total.nodes, seen[i - 1].total.nodes);
                EXPECT_GE(seen[i].seconds, seen[i - 1].seconds);
            }
        }
        EXPECT_EQ(seen.back().total.nodes, result.statistics.total.nodes);  // the last figures are the last
    }
}

TEST_F(Observation, AnObserverThatThrowsEndsTheRun) {
    SearchOptions options{.workers = 2, .localities = 2, .pin = false};
    options.observe_interval = std::chrono::milliseconds(1);
    options.observe = [](const Statistics&) { throw std::runtime_error("seen enough"); };
    EXPECT_THROW(enumerate<TreeGenerator<false>>(RandomTree{.most_children = 8, .depth = 1000, .seed = 1}, tall.root(),
                                                 CountNodes{}, options),
                 std::runtime_error);
}

struct Trace {
    std::map<std::string, std::uint64_t> named;         // events
    std::map<int, std::map<int, std::uint64_t>> nodes;  // by process and thread
    double first = 0;
    std::uint64_t dropped = 0;
    std::uint64_t events = 0;
};

Trace read_trace(const std::string& file) {
    const Json json = Json::parse(read_file(file));
    Trace trace;
    trace.dropped = json["otherData"]["dropped"];
    for (const Json& event : json["traceEvents"]) {
        if (event["ph"] == "M" || event["ph"] == "e") continue;
        ++trace.events;
        ++trace.named[event["name"]];
        EXPECT_GE(event["ts"].get<double>(), 0);
        if (event["name"] == "task") {
            trace.nodes[event["pid"]][event["tid"]] += event["args"]["nodes"].get<std::uint64_t>();
        }
    }
    return trace;
}

TEST_F(Observation, ATraceHasAllThatHappened) {
    const test::Folder folder;
    for (const test::Way& way : test::all_ways()) {
        SearchOptions options = way.options();
        options.trace.file = folder / "trace.json";
        const auto best = maximise<TreeGenerator<true>>(tall, tall.root(), options);
        EXPECT_EQ(best.statistics.trace.error, "");
        EXPECT_EQ(best.statistics.trace.dropped, 0U);
        const Trace trace = read_trace(options.trace.file);
        EXPECT_EQ(trace.events, best.statistics.trace.events);
        const Figures run = Figures::of_run(best.statistics);
        const auto named = [&](const std::string& name) {
            return trace.named.contains(name) ? trace.named.at(name) : 0;
        };
        EXPECT_EQ(named("task"), run.counters.tasks);
        EXPECT_EQ(named("incumbent"), run.incumbents);
        EXPECT_EQ(named("steal"), run.counters.steals_won - run.traffic.steals_won);
        EXPECT_EQ(named("remote steal"), run.traffic.steals_won);
        for (std::size_t i = 0; i < best.statistics.localities.size(); ++i) {
            const std::vector<WorkerStatistics>& workers = best.statistics.localities[i].workers;
            for (std::size_t j = 0; j < workers.size(); ++j) {
                // What worker 0 did before its first task is in no task.
                const std::uint64_t before = i == 0 && j == 0 ? 1 : 0;
                const auto lane = trace.nodes.find(static_cast<int>(i));
                const std::uint64_t nodes = lane == trace.nodes.end() ? 0
                                            : lane->second.contains(static_cast<int>(j))
                                                ? lane->second.at(static_cast<int>(j))
                                                : 0;
                EXPECT_EQ(nodes + before, workers[j].counters.nodes) << way.skeleton.describe();
            }
        }
    }
}

TEST_F(Observation, ATraceOfBoundedSizeSaysWhatItLacks) {
    const test::Folder folder;
    SearchOptions options{.skeleton = Skeleton::depth_bounded(6), .workers = 2, .localities = 2, .pin = false};
    options.trace = {.file = folder / "trace.json", .events = 10};
    const auto result = enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}, options);
    const Trace trace = read_trace(options.trace.file);
    EXPECT_GT(trace.dropped, 0U);
    EXPECT_EQ(trace.dropped, result.statistics.trace.dropped);
    EXPECT_LE(trace.events, 6U * 10U);
}

TEST_F(Observation, ATraceThatCannotBeWrittenIsRefusedAtOnce) {
    SearchOptions options{.workers = 1};
    options.trace.file = "/nowhere/trace.json";
    EXPECT_THROW(enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}, options), Error);
}

TEST_F(Observation, ATraceThatIsCutShortIsNoReasonToLoseTheAnswer) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no full disk here";
    SearchOptions options{.workers = 1};
    options.trace.file = "/dev/full";
    const auto result = enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}, options);
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_NE(result.statistics.trace.error.find("/dev/full"), std::string::npos);
}

TEST_F(Observation, TwoSearchesAreOneAfterTheOther) {
    const SearchOptions options{.skeleton = Skeleton::depth_bounded(3), .workers = 2, .localities = 2, .pin = false};
    const Statistics first = maximise<TreeGenerator<true>>(tall, tall.root(), options).statistics;
    const Statistics second = enumerate<TreeGenerator<true>>(tall, tall.root(), CountNodes{}, options).statistics;
    const Statistics both = one_after_the_other(first, second);
    const Figures all = Figures::of_run(both);
    const Figures one = Figures::of_run(first);
    const Figures two = Figures::of_run(second);
    EXPECT_EQ(both.total.nodes, first.total.nodes + second.total.nodes);
    EXPECT_EQ(all.activity.task_time, one.activity.task_time + two.activity.task_time);
    EXPECT_EQ(all.task_durations.count(), one.task_durations.count() + two.task_durations.count());
    EXPECT_EQ(all.traffic.messages, one.traffic.messages + two.traffic.messages);
    EXPECT_EQ(both.incumbents.size(), first.incumbents.size());
    EXPECT_TRUE(both.localities[0].workers[0].busy.sums.empty());
}

}  // namespace
}  // namespace scrump::detail
