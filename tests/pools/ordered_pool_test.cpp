#include <scrump/pools/ordered_pool.hpp>

#include <gtest/gtest.h>

namespace scrump {
namespace {

/// A search for the greatest number, or for the first one that reaches a hundred.
struct Rules {
    using Start = int;
    using Finish = int;
    static Start next_start(Start start, Finish finish) { return std::max(start, finish); }
    static bool ends_search(Finish finish) { return finish >= 100; }
};
struct Item {
    std::uint64_t order = 0;
    int start = 0;
};
using Pool = OrderedPool<Item, Rules>;

std::vector<int> finishes(const Pool::Progress& progress) {
    std::vector<int> values;
    for (const Pool::Outcome& outcome : progress.committed) values.push_back(outcome.finish);
    return values;
}

TEST(OrderedPool, ReleasesNoMoreThanTheWindow) {
    const Rules rules;
    Pool pool(rules, 3);
    EXPECT_FALSE(pool.take());
    pool.fill(std::vector<Item>(5), 7);
    for (std::uint64_t order = 0; order < 3; ++order) {
        const auto item = pool.take();
        ASSERT_TRUE(item);
        EXPECT_EQ(item->order, order);
        EXPECT_EQ(item->start, 7);
    }
    EXPECT_FALSE(pool.has_ready());
    EXPECT_TRUE(pool.finish(1, {20, {}}).committed.empty()) << "task 0 is still under way";
    EXPECT_FALSE(pool.take());
    EXPECT_EQ(finishes(pool.finish(0, {10, {}})), (std::vector<int>{10, 20}));
}

TEST(OrderedPool, ATaskKnowsWhatIsBehindItsWindowAndNoMore) {
    const Rules rules;
    Pool pool(rules, 2);
    pool.fill(std::vector<Item>(4), 0);
    pool.take();
    pool.take();
    pool.finish(1, {50, {}});
    pool.finish(0, {10, {}});  // both are committed now, but task 2 may only know task 0
    EXPECT_EQ(pool.take()->start, 10);
    EXPECT_EQ(pool.take()->start, 50);
    EXPECT_FALSE(pool.take());
}

TEST(OrderedPool, TheFirstInOrderEndsASearchNotTheFirstInTime) {
    const Rules rules;
    Pool pool(rules, 4);
    pool.fill(std::vector<Item>(10), 0);
    for (int i = 0; i < 4; ++i) pool.take();
    const Pool::Progress late = pool.finish(2, {100, {}});
    EXPECT_TRUE(late.committed.empty());
    EXPECT_EQ(late.dropped, 6U);
    EXPECT_EQ(pool.end(), 3U);
    const Pool::Progress earlier = pool.finish(1, {100, {}});
    EXPECT_EQ(earlier.dropped, 0U);
    EXPECT_EQ(pool.end(), 2U);
    EXPECT_TRUE(pool.finish(3, {5, {}}).committed.empty()) << "behind the end";
    EXPECT_EQ(finishes(pool.finish(0, {1, {}})), (std::vector<int>{1, 100}));
    EXPECT_FALSE(pool.take());
}

}  // namespace
}  // namespace scrump
