#include <scrump/base/places.hpp>
#include <scrump/runtime/team.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <set>

namespace scrump {
namespace {

TEST(Team, RunsEveryMemberOnce) {
    std::vector<std::atomic<int>> runs(9);
    {
        Team team([&](unsigned index) { ++runs[index]; });
        team.start(9);
    }
    for (const auto& count : runs) EXPECT_EQ(count, 1);
}

TEST(Team, PinsToItsPlaces) {
    if (places().empty()) GTEST_SKIP() << "the system does not tell its processors";
    std::atomic<int> runs = 0;
    Team team([&](unsigned) { ++runs; });
    team.start(static_cast<unsigned>(places().size()), places());
    team.join();
    EXPECT_EQ(runs, static_cast<int>(places().size()));
}

TEST(Places, AreDistinct) {
    const std::set<unsigned> distinct(places().begin(), places().end());
    EXPECT_EQ(distinct.size(), places().size());
}

}  // namespace
}  // namespace scrump
