#include <scrump/base/version.hpp>
#include <scrump/metrics/detail/trace.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <sstream>

namespace scrump::detail {
namespace {

using Kind = TimelineEvent::Kind;
using Json = nlohmann::json;

Json written(std::span<const TraceLane> lanes, std::span<const std::string> titles = {}) {
    const MessageNames names{{1, "steal"}, {2, "tasks"}};
    std::ostringstream text;
    write_trace(text, lanes, titles, names);
    return Json::parse(text.str());
}

// The events of a trace with this phase.
std::vector<Json> of_phase(const Json& trace, const std::string& phase) {
    std::vector<Json> found;
    for (const Json& event : trace["traceEvents"]) {
        if (event["ph"] == phase) found.push_back(event);
    }
    return found;
}

TEST(Trace, SaysWhenAndWhereEachThingHappened) {
    const TraceLane lanes[] = {
        {.locality = 0, .worker = 0, .events = {{.start = 5'000, .duration = 1'500, .value = 9, .peer = 3}}},
        {.locality = 0,
         .worker = TraceLane::communication,
         .events = {{.start = 2'000, .value = message_value(2, 77), .peer = 1, .kind = Kind::send}}}};
    const Json trace = written(lanes);
    const std::vector<Json> tasks = of_phase(trace, "X");
    ASSERT_EQ(tasks.size(), 1U);
    EXPECT_EQ(tasks[0]["name"], "task");
    EXPECT_EQ(tasks[0]["pid"], 0);
    EXPECT_EQ(tasks[0]["tid"], 0);
    EXPECT_EQ(tasks[0]["ts"], 3.0);  // microseconds since the first event
    EXPECT_EQ(tasks[0]["dur"], 1.5);
    EXPECT_EQ(tasks[0]["args"], (Json{{"nodes", 9}, {"depth", 3}}));
    const std::vector<Json> moments = of_phase(trace, "i");
    ASSERT_EQ(moments.size(), 1U);
    EXPECT_EQ(moments[0]["name"], "send tasks");
    EXPECT_EQ(moments[0]["tid"], 1);  // after the workers
    EXPECT_EQ(moments[0]["ts"], 0.0);
    EXPECT_EQ(moments[0]["args"], (Json{{"to", 1}, {"bytes", 77}}));
}

TEST(Trace, NamesThreadsAndProcesses) {
    const TraceLane lanes[] = {{.locality = 1, .worker = 4, .dropped = 6}, {.locality = 1}};
    const std::string titles[] = {"", "rank 1 on \"a\\b\""};
    std::vector<std::string> names;
    for (const Json& event : of_phase(written(lanes, titles), "M")) {
        EXPECT_EQ(event["pid"], 1);
        names.push_back(event["args"]["name"]);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"worker 4 (6 older events dropped)", "locality 1: rank 1 on \"a\\b\"",
                                               "communication"}));
}

TEST(Trace, HasANameAndACategoryForEveryKindOfEvent) {
    TraceLane lane{.worker = 0};
    for (std::uint32_t kind = 0; kind <= static_cast<std::uint32_t>(Kind::checkpoint); ++kind) {
        lane.events.push_back({.start = kind, .duration = 1, .value = 1, .kind = static_cast<Kind>(kind)});
    }
    const Json trace = written({&lane, 1});
    std::vector<Json> events = of_phase(trace, "X");
    for (const char* phase : {"b", "e"}) {  // a remote steal, which may overlap with another one
        ASSERT_EQ(of_phase(trace, phase).size(), 1U);
        EXPECT_EQ(of_phase(trace, phase)[0]["id"], 1);
    }
    EXPECT_LT(of_phase(trace, "b")[0]["ts"], of_phase(trace, "e")[0]["ts"]);
    events.push_back(of_phase(trace, "b")[0]);
    ASSERT_EQ(events.size(), lane.events.size());
    for (const Json& event : events) {
        EXPECT_NE(event["name"], "unknown");
        EXPECT_NE(event["cat"], "unknown");
    }
}

TEST(Trace, CountsWhatItHasAndWhatItLacks) {
    const TraceLane lanes[] = {{.worker = 0, .dropped = 2, .events = {{}, {}}},
                               {.worker = 1, .dropped = 5, .clock_error = 2500, .events = {{}}}};
    std::ostringstream text;
    const TraceCounts counts = write_trace(text, lanes, {}, {});
    EXPECT_EQ(counts.events, 3U);
    EXPECT_EQ(counts.dropped, 7U);
    EXPECT_EQ(Json::parse(text.str())["otherData"]["dropped"], 7);
    EXPECT_EQ(Json::parse(text.str())["otherData"]["clock_error_us"], 2.5);
    EXPECT_EQ(Json::parse(text.str())["otherData"]["program"], std::string("scrump ") + version());
}

TEST(Trace, OfNothingIsATraceAllTheSame) {
    EXPECT_TRUE(written({})["traceEvents"].empty());
    const TraceLane odd{.worker = 0,
                        .events = {{.value = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()),
                                    .kind = Kind::incumbent}}};
    EXPECT_TRUE(of_phase(written({&odd, 1}), "i")[0]["args"]["objective"].is_null());
}

}  // namespace
}  // namespace scrump::detail
