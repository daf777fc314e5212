#include <scrump/base/random.hpp>
#include <scrump/metrics/detail/history.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t ms = 1'000'000;

double total(const History& history) {
    const std::vector<double> sums = history.sums();
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

TEST(History, SpreadsAnAmountOverTheTimeThatItTook) {
    History history;
    history.add(0, ms / 2, 3);
    history.add(ms / 2, 2 * ms + ms / 2, 8);
    EXPECT_EQ(history.width(), 1ms);
    EXPECT_EQ(history.sums(), (std::vector<double>{5, 4, 2}));
}

TEST(History, TakesAMomentForWhatItIs) {
    History history;
    history.add(5 * ms, 5 * ms, 7);
    EXPECT_EQ(history.sums(), (std::vector<double>{0, 0, 0, 0, 0, 7}));
    history.add(3 * ms, 2 * ms, 1);  // the end before the beginning: no time at all
    EXPECT_EQ(history.sums()[3], 1);
    history.add(-ms, -ms, 2);  // before the run
    EXPECT_EQ(history.sums()[0], 2);
}

TEST(History, MergesPairsWhenTheRunOutgrowsIt) {
    History history;
    for (std::int64_t i = 0; i < 256; ++i) history.add(i * ms, i * ms, static_cast<double>(i));
    EXPECT_EQ(history.width(), 1ms);
    EXPECT_EQ(history.sums().size(), 256U);
    history.add(256 * ms, 256 * ms, 1000);
    EXPECT_EQ(history.width(), 2ms);
    ASSERT_EQ(history.sums().size(), 129U);
    EXPECT_EQ(history.sums()[0], 1);
    EXPECT_EQ(history.sums()[127], 254 + 255);
    EXPECT_EQ(history.sums()[128], 1000);
    history.add(100'000 * ms, 100'000 * ms, 1);
    EXPECT_EQ(history.width(), 512ms);
    EXPECT_EQ(history.sums().size(), 196U);
}

TEST(History, LosesNothing) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SplitMix64 random(seed);
        History history;
        double added = 0;
        std::int64_t now = 0;
        for (int i = 0; i < 500; ++i) {
            const auto took = static_cast<std::int64_t>(random.below(1U << (1 + random.below(30))));
            const auto amount = static_cast<double>(random.below(1000));
            history.add(now, now + took, amount);
            now += took;
            added += amount;
        }
        EXPECT_NEAR(total(history), added, added * 1e-9);
        EXPECT_LE(history.sums().size(), History::most);
        EXPECT_GT(history.width() * static_cast<std::int64_t>(history.sums().size()),
                  std::chrono::nanoseconds(now - 1));
    }
}

}  // namespace
}  // namespace scrump::detail
