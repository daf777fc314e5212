// The processors' counters of a search: on events that the kernel counts by itself, so that machines whose processors
// show none will do.

#include <scrump/base/detail/platform.hpp>
#include <scrump/json.hpp>
#include <scrump/search.hpp>
#include <scrump/search/figures.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

#include "search/known_tree.hpp"
#include "search/problems.hpp"
#include "support/kernel_events.hpp"

namespace scrump {
namespace {

constexpr std::array events = {test::task_clock, test::unknown_event, test::task_clock};

auto count(const SearchOptions& options) {
    const test::RandomTree tree{.seed = 3};
    return enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options);
}

TEST(HardwareCounters, AreReadOfEachWorkerInEachLocality) {
    SCRUMP_NEEDS_KERNEL_EVENTS();
    test::CountingPlatform platform(events);
    const detail::Platform::Scope scope(platform);
    for (const unsigned localities : {1U, 2U}) {
        const SearchOptions options{.workers = 2, .localities = localities, .pin = false, .hardware_counters = true};
        const auto found = count(options);
        std::uint64_t sum = 0;
        ASSERT_EQ(found.statistics.localities.size(), localities);
        for (const LocalityStatistics& locality : found.statistics.localities) {
            ASSERT_EQ(locality.workers.size(), 2U);
            for (const WorkerStatistics& worker : locality.workers) {
                ASSERT_TRUE(worker.hardware.instructions.has_value());
                EXPECT_GT(*worker.hardware.instructions, 0U);
                sum += *worker.hardware.instructions;
            }
        }
        const Figures all = Figures::of_run(found.statistics);
        EXPECT_EQ(find_counter("instructions").value(all), static_cast<double>(sum));
        EXPECT_TRUE(std::isnan(find_counter("cycles").value(all)));
        const auto json = nlohmann::json::parse(to_json(found, options));
        EXPECT_EQ(json["statistics"]["instructions"], sum);
        EXPECT_TRUE(json["statistics"].contains("cache_misses"));
        EXPECT_FALSE(json["statistics"].contains("cycles")) << "it was not read";
        EXPECT_TRUE(json["statistics"]["per_worker"][0].contains("instructions"));
    }
}

TEST(HardwareCounters, AreAbsentUnlessTheyAreWanted) {
    const auto found = count({.workers = 2, .pin = false});
    const Figures all = Figures::of_run(found.statistics);
    for (const char* name : {"instructions", "cycles", "cache-misses"})
        EXPECT_TRUE(std::isnan(find_counter(name).value(all))) << name;
    EXPECT_FALSE(nlohmann::json::parse(to_json(found, {}))["statistics"].contains("instructions"));
}

TEST(HardwareCounters, FailTheSearchWhereNothingIsCounted) {
    static constexpr std::array none = {test::unknown_event};
    test::CountingPlatform platform(none);
    const detail::Platform::Scope scope(platform);
    try {
        count({.workers = 1, .hardware_counters = true});
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("hardware counters cannot be read"), std::string::npos);
    }
}

}  // namespace
}  // namespace scrump
