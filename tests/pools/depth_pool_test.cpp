#include "support/sanitized.hpp"

#include <scrump/pools/detail/depth_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

struct Item : Task {
    Item(int name, unsigned at) : Task(at), label(name) { key.low = static_cast<std::uint64_t>(name); }
    int label;
};

int label(const Task& task) {
    return static_cast<const Item&>(task).label;
}

DepthPool& filled(DepthPool& pool) {
    Tasks items;
    for (const auto& [name, depth] : {std::pair(1, 5U), {2, 3U}, {3, 5U}, {4, 3U}, {5, 9U}, {6, 3U}})
        items.push_back(std::make_unique<Item>(name, depth));
    pool.push(items);
    EXPECT_TRUE(items.empty());
    return pool;
}

TEST(DepthPool, ItsOwnerTakesTheDeepestFirstAndKeepsTheOrderWithinADepth) {
    DepthPool storage;
    DepthPool& pool = filled(storage);
    for (const int expected : {5, 1, 3, 2, 4, 6}) EXPECT_EQ(label(*pool.take_deepest()), expected);
    EXPECT_FALSE(pool.take_deepest());
    EXPECT_EQ(pool.size(), 0U);
}

std::size_t half_of_them(std::size_t, std::size_t all) {
    return (all + 1) / 2;
}
std::size_t level(std::size_t shallowest, std::size_t) {
    return shallowest;
}

TEST(DepthPool, AThiefTakesTheShallowestFirst) {
    DepthPool storage;
    DepthPool& pool = filled(storage);
    for (const int expected : {2, 4, 6, 1, 3, 5}) EXPECT_EQ(label(*pool.take_shallowest()), expected);
    EXPECT_FALSE(pool.take_shallowest());
}

TEST(DepthPool, AThiefMayTakeSeveral) {
    const auto labels = [](const Tasks& items) {
        std::vector<int> all;
        for (const TaskPtr& item : items) all.push_back(label(*item));
        return all;
    };
    DepthPool storage;
    DepthPool& pool = filled(storage);
    EXPECT_TRUE(pool.take_shallowest([](std::size_t, std::size_t) { return std::size_t{0}; }).empty());
    EXPECT_EQ(labels(pool.take_shallowest(level)), (std::vector<int>{2, 4, 6}));
    EXPECT_EQ(labels(pool.take_shallowest(half_of_them)), (std::vector<int>{1, 3}));
    EXPECT_EQ(pool.shallowest_key()->first(), 5U);
    EXPECT_EQ(labels(pool.take_shallowest([](std::size_t, std::size_t) { return std::size_t{99}; })),
              (std::vector<int>{5}));
    EXPECT_FALSE(pool.shallowest_key());
    EXPECT_TRUE(pool.take_shallowest(half_of_them).empty());
}

TEST(DepthPool, ShowsAllAsTheirOwnerWouldTakeThem) {
    DepthPool storage;
    std::vector<int> seen;
    filled(storage).look_at_all([&](const Task& task) { seen.push_back(label(task)); });
    EXPECT_EQ(seen, (std::vector<int>{5, 1, 3, 2, 4, 6}));
    EXPECT_EQ(storage.size(), 6U);
}

TEST(DepthPool, NothingIsLostOrDoubledAmongManyThreads) {
    constexpr int producers = 2;
    constexpr int each = test::sanitized ? 5000 : 50000;
    DepthPool pool;
    std::vector<std::atomic<int>> seen(producers * each);
    std::atomic<int> left = producers * each;
    {
        std::vector<std::jthread> threads;
        for (int producer = 0; producer < producers; ++producer) {
            threads.emplace_back([&, producer] {
                for (int i = 0; i < each; ++i) {
                    Tasks one;
                    one.push_back(std::make_unique<Item>(producer * each + i, static_cast<unsigned>(i % 7)));
                    pool.push(one);
                    if (const TaskPtr own = i % 3 == 0 ? pool.take_deepest() : nullptr) {
                        ++seen[static_cast<std::size_t>(label(*own))];
                        --left;
                    }
                }
            });
        }
        for (int thief = 0; thief < 2; ++thief) {
            threads.emplace_back([&, thief] {
                while (left > 0) {
                    if (thief == 0) {
                        if (const TaskPtr item = pool.take_shallowest()) {
                            ++seen[static_cast<std::size_t>(label(*item))];
                            --left;
                        }
                    } else {
                        for (const TaskPtr& item : pool.take_shallowest(half_of_them)) {
                            ++seen[static_cast<std::size_t>(label(*item))];
                            --left;
                        }
                    }
                }
            });
        }
    }
    for (const auto& count : seen) EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace scrump::detail
