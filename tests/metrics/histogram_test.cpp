#include <scrump/base/random.hpp>
#include <scrump/metrics/detail/shared_histogram.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace scrump::detail {
namespace {

using std::chrono::nanoseconds;

static_assert(std::is_trivially_copyable_v<LatencyHistogram>);
static_assert(std::has_unique_object_representations_v<LatencyHistogram>, "no padding");
static_assert(sizeof(LatencyHistogram) <= 4096);

LatencyHistogram of(const std::vector<std::int64_t>& durations) {
    LatencyHistogram histogram;
    for (const std::int64_t each : durations) histogram.record(nanoseconds(each));
    return histogram;
}

TEST(LatencyHistogram, KnowsWhatWasRecordedSinceAnEarlierState) {
    LatencyHistogram all;
    for (int i = 0; i < 100; ++i) all.record(std::chrono::nanoseconds(1000));
    all.record(std::chrono::nanoseconds(50'000));
    const LatencyHistogram before = all;
    EXPECT_EQ(all.since(before), LatencyHistogram());
    for (int i = 0; i < 9; ++i) all.record(std::chrono::nanoseconds(3'000'000));
    const LatencyHistogram later = all.since(before);
    EXPECT_EQ(later.count(), 9U);
    EXPECT_NEAR(static_cast<double>(later.percentile(50).count()), 3e6, 0.06 * 3e6);
    EXPECT_EQ(later.max(), all.max()) << "none before was as long";
    const LatencyHistogram second = all;
    all.record(std::chrono::nanoseconds(2000));
    EXPECT_EQ(all.since(second).count(), 1U);
    EXPECT_NEAR(static_cast<double>(all.since(second).percentile(99).count()), 2000, 0.06 * 2000);
    EXPECT_LT(all.since(second).max().count(), 2300) << "of its bucket, and not of all";
    EXPECT_EQ(all.since(LatencyHistogram()), all);
}

TEST(LatencyHistogram, IsEmptyAtFirst) {
    const LatencyHistogram histogram;
    EXPECT_EQ(histogram.count(), 0U);
    EXPECT_EQ(histogram.max(), nanoseconds(0));
    EXPECT_EQ(histogram.percentile(50), nanoseconds(0));
}

TEST(LatencyHistogram, IsExactForFewNanoseconds) {
    const LatencyHistogram histogram = of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    EXPECT_EQ(histogram.count(), 10U);
    EXPECT_EQ(histogram.percentile(0), nanoseconds(1));
    EXPECT_EQ(histogram.percentile(10), nanoseconds(1));
    EXPECT_EQ(histogram.percentile(50), nanoseconds(5));
    EXPECT_EQ(histogram.percentile(51), nanoseconds(6));
    EXPECT_EQ(histogram.percentile(100), nanoseconds(10));
}

TEST(LatencyHistogram, IsWithinSixPercentUpToHours) {
    for (double value = 1; value < 6e13; value *= 1.003) {
        const auto duration = static_cast<std::int64_t>(value);
        const LatencyHistogram histogram = of({duration, 100'000'000'000'000});  // the greatest would be exact
        const double read = static_cast<double>(histogram.percentile(50).count());
        ASSERT_NEAR(read, static_cast<double>(duration), std::max(static_cast<double>(duration) / 17, 0.5) + 0.5);
    }
}

TEST(LatencyHistogram, HoldsWhatIsOutOfRange) {
    const LatencyHistogram histogram = of({-5, std::int64_t{1} << 50});
    EXPECT_EQ(histogram.percentile(50), nanoseconds(0));
    EXPECT_EQ(histogram.max(), nanoseconds(std::int64_t{1} << 50));
    EXPECT_GT(histogram.percentile(100), nanoseconds(std::int64_t{1} << 45));
}

TEST(LatencyHistogram, NeverReadsMoreThanTheGreatest) {
    EXPECT_EQ(of({1024}).percentile(99), nanoseconds(1024));
}

TEST(LatencyHistogram, AddsUp) {
    LatencyHistogram sum = of({10, 2000});
    sum += of({30'000, 5});
    EXPECT_EQ(sum, of({5, 10, 2000, 30'000}));
    EXPECT_EQ(sum.max(), nanoseconds(30'000));
}

TEST(LatencyHistogram, ShowsItsBuckets) {
    EXPECT_TRUE(LatencyHistogram().filled().empty());
    using Bucket = LatencyHistogram::Bucket;
    EXPECT_EQ(of({3, 3, 17, 1'000}).filled(), (std::vector<Bucket>{{3, 4, 2}, {16, 18, 1}, {960, 1024, 1}}));
}

TEST(LatencyHistogram, EachDurationIsInItsBucket) {
    for (std::int64_t value = 0; value < 100'000; value += 1 + value / 50) {
        const auto filled = of({value}).filled();
        ASSERT_EQ(filled.size(), 1U);
        EXPECT_LE(filled[0].low, static_cast<std::uint64_t>(value));
        EXPECT_GT(filled[0].high, static_cast<std::uint64_t>(value));
    }
}

TEST(SharedHistogram, IsReadAsRecorded) {
    SharedHistogram shared;
    for (const std::int64_t value : {7, 7, 30'000}) shared.record(nanoseconds(value));
    LatencyHistogram all = of({5, 40'000});
    shared.add_to(all);
    EXPECT_EQ(all, of({5, 7, 7, 30'000, 40'000}));
    EXPECT_EQ(all.max(), nanoseconds(40'000));
}

TEST(SharedHistogram, OfNothingAddsNothing) {
    LatencyHistogram all = of({5});
    SharedHistogram().add_to(all);
    EXPECT_EQ(all, of({5}));
}

TEST(SharedHistogram, OfNoTimeAtAllIsCounted) {
    SharedHistogram shared;
    shared.record(nanoseconds(0));
    LatencyHistogram all;
    shared.add_to(all);
    EXPECT_EQ(all, of({0}));
}

TEST(LatencyHistogram, AgreesWithSorting) {
    SplitMix64 random(1);
    std::vector<std::int64_t> durations;
    for (int i = 0; i < 10'000; ++i) durations.push_back(static_cast<std::int64_t>(std::exp(20 * random.unit())));
    const LatencyHistogram histogram = of(durations);
    std::ranges::sort(durations);
    for (const double percent : {1.0, 25.0, 50.0, 90.0, 99.0, 99.9}) {
        const double exact = static_cast<double>(durations[static_cast<std::size_t>(percent * 100) - 1]);
        EXPECT_NEAR(static_cast<double>(histogram.percentile(percent).count()), exact, exact / 17 + 1) << percent;
    }
}

}  // namespace
}  // namespace scrump::detail
