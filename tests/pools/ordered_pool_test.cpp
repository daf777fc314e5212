#include <scrump/pools/detail/ordered_pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

struct Number : SubtreeResult {
    explicit Number(int what) : value(what) {}
    int value;
};
struct StartedTask : Task {
    int start = 0;
};

/// A search for the greatest number, or for the first one that reaches a hundred.
class Greatest : public OrderedKnowledge {
  public:
    explicit Greatest(int known) : known_(known) {}
    void begin() override { starts_ = {known_}; }
    void add(const SubtreeResult& result) override { starts_.push_back(std::max(starts_.back(), value(result))); }
    void tell(Task& task, std::size_t finished) const override {
        static_cast<StartedTask&>(task).start = starts_[finished];
    }
    bool ends_search(const SubtreeResult& result) const override { return value(result) >= 100; }
    static int value(const SubtreeResult& result) { return static_cast<const Number&>(result).value; }

  private:
    const int known_;
    std::vector<int> starts_;
};

struct Pool : OrderedPool {
    Pool(std::size_t window, std::size_t tasks, int known) : OrderedPool(std::make_unique<Greatest>(known), window) {
        EXPECT_EQ(OrderedPool::take(), nullptr);
        Tasks items;
        for (std::size_t i = 0; i < tasks; ++i) items.push_back(std::make_unique<StartedTask>());
        fill(std::move(items));
    }
    Progress finish(std::uint64_t order, int found) {
        return OrderedPool::finish(order, {std::make_unique<Number>(found), {}});
    }
};

int start(const TaskPtr& task) {
    return static_cast<const StartedTask&>(*task).start;
}

std::vector<int> finishes(const OrderedPool::Progress& progress) {
    std::vector<int> values;
    for (const OrderedPool::Outcome& outcome : progress.committed) values.push_back(Greatest::value(*outcome.result));
    return values;
}

TEST(OrderedPool, ReleasesNoMoreThanTheWindow) {
    Pool pool(3, 5, 7);
    for (std::uint64_t order = 0; order < 3; ++order) {
        const TaskPtr item = pool.take();
        ASSERT_TRUE(item);
        EXPECT_EQ(item->order, order);
        EXPECT_EQ(start(item), 7);
    }
    EXPECT_FALSE(pool.has_ready());
    EXPECT_TRUE(pool.finish(1, 20).committed.empty()) << "task 0 is still under way";
    EXPECT_FALSE(pool.take());
    EXPECT_EQ(finishes(pool.finish(0, 10)), (std::vector<int>{10, 20}));
}

TEST(OrderedPool, ATaskKnowsWhatIsBehindItsWindowAndNoMore) {
    Pool pool(2, 4, 0);
    pool.take();
    pool.take();
    pool.finish(1, 50);
    pool.finish(0, 10);  // both are committed now, but task 2 may only know task 0
    EXPECT_EQ(start(pool.take()), 10);
    EXPECT_EQ(start(pool.take()), 50);
    EXPECT_FALSE(pool.take());
}

TEST(OrderedPool, TheFirstInOrderEndsASearchNotTheFirstInTime) {
    Pool pool(4, 10, 0);
    for (int i = 0; i < 4; ++i) pool.take();
    const Pool::Progress late = pool.finish(2, 100);
    EXPECT_TRUE(late.committed.empty());
    EXPECT_EQ(late.dropped, 6U);
    EXPECT_EQ(pool.end(), 3U);
    const Pool::Progress earlier = pool.finish(1, 100);
    EXPECT_EQ(earlier.dropped, 0U);
    EXPECT_EQ(pool.end(), 2U);
    EXPECT_TRUE(pool.finish(3, 5).committed.empty()) << "behind the end";
    EXPECT_EQ(finishes(pool.finish(0, 1)), (std::vector<int>{1, 100}));
    EXPECT_FALSE(pool.take());
}

}  // namespace
}  // namespace scrump::detail
