#include <scrump/pools/depth_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace scrump {
namespace {

struct Item {
    int label = 0;
    unsigned depth = 0;
};

DepthPool<Item>& filled(DepthPool<Item>& pool) {
    std::vector<Item> items = {{1, 5}, {2, 3}, {3, 5}, {4, 3}, {5, 9}, {6, 3}};
    pool.push(items);
    EXPECT_TRUE(items.empty());
    return pool;
}

TEST(DepthPool, ItsOwnerTakesTheDeepestFirstAndKeepsTheOrderWithinADepth) {
    DepthPool<Item> storage;
    DepthPool<Item>& pool = filled(storage);
    for (const int expected : {5, 1, 3, 2, 4, 6}) EXPECT_EQ(pool.take_deepest()->label, expected);
    EXPECT_FALSE(pool.take_deepest());
    EXPECT_EQ(pool.size(), 0U);
}

std::size_t half(std::size_t, std::size_t all) {
    return (all + 1) / 2;
}
std::size_t level(std::size_t shallowest, std::size_t) {
    return shallowest;
}

TEST(DepthPool, AThiefTakesTheShallowestFirst) {
    DepthPool<Item> storage;
    DepthPool<Item>& pool = filled(storage);
    for (const int expected : {2, 4, 6, 1, 3, 5}) EXPECT_EQ(pool.take_shallowest()->label, expected);
    EXPECT_FALSE(pool.take_shallowest());
}

TEST(DepthPool, AThiefMayTakeSeveral) {
    const auto labels = [](const std::vector<Item>& items) {
        std::vector<int> all;
        for (const Item& item : items) all.push_back(item.label);
        return all;
    };
    DepthPool<Item> storage;
    DepthPool<Item>& pool = filled(storage);
    EXPECT_TRUE(pool.take_shallowest([](std::size_t, std::size_t) { return std::size_t{0}; }).empty());
    EXPECT_EQ(labels(pool.take_shallowest(level)), (std::vector<int>{2, 4, 6}));
    EXPECT_EQ(labels(pool.take_shallowest(half)), (std::vector<int>{1, 3}));
    EXPECT_EQ(pool.peek_shallowest([](const Item& item) { return item.label; }), 5);
    EXPECT_EQ(labels(pool.take_shallowest([](std::size_t, std::size_t) { return std::size_t{99}; })),
              (std::vector<int>{5}));
    EXPECT_FALSE(pool.peek_shallowest([](const Item& item) { return item.label; }));
    EXPECT_TRUE(pool.take_shallowest(half).empty());
}

TEST(DepthPool, NothingIsLostOrDoubledAmongManyThreads) {
    constexpr int producers = 2;
    constexpr int each = 5000;
    DepthPool<Item> pool;
    std::vector<std::atomic<int>> seen(producers * each);
    std::atomic<int> left = producers * each;
    {
        std::vector<std::jthread> threads;
        for (int producer = 0; producer < producers; ++producer) {
            threads.emplace_back([&, producer] {
                for (int i = 0; i < each; ++i) {
                    std::vector<Item> one = {{producer * each + i, static_cast<unsigned>(i % 7)}};
                    pool.push(one);
                    if (const auto own = i % 3 == 0 ? pool.take_deepest() : std::nullopt) {
                        ++seen[static_cast<std::size_t>(own->label)];
                        --left;
                    }
                }
            });
        }
        for (int thief = 0; thief < 2; ++thief) {
            threads.emplace_back([&, thief] {
                while (left > 0) {
                    if (thief == 0) {
                        if (const auto item = pool.take_shallowest()) {
                            ++seen[static_cast<std::size_t>(item->label)];
                            --left;
                        }
                    } else {
                        for (const Item& item : pool.take_shallowest(half)) {
                            ++seen[static_cast<std::size_t>(item.label)];
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
}  // namespace scrump
