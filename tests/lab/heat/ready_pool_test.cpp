#include "heat/ready_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <span>
#include <thread>
#include <vector>

namespace scrump::heat {
namespace {

std::size_t push(ReadyPool& pool, Partition& partition) {
    Partition* const one = &partition;
    return pool.push(std::span(&one, 1));
}

TEST(ReadyPool, FirstInFirstOutGivesEverybodyTheOldest) {
    std::vector<Partition> all(3);
    ReadyPool pool(Order::fifo);
    EXPECT_EQ(pool.take_own(), nullptr);
    for (Partition& each : all) push(pool, each);
    EXPECT_EQ(pool.take_own(), &all[0]);
    EXPECT_EQ(pool.take_oldest(), &all[1]);
    EXPECT_EQ(pool.take_own(), &all[2]);
    EXPECT_EQ(pool.size(), 0U);
}

TEST(ReadyPool, OfWhatWasDealtTheOwnerTakesTheFirstFirst) {
    for (const Order order : {Order::fifo, Order::lifo}) {
        std::vector<Partition> all(3);
        ReadyPool pool(order);
        pool.deal(all);
        for (Partition& each : all) EXPECT_EQ(pool.take_own(), &each) << name(order);
    }
}

TEST(ReadyPool, LastInFirstOutGivesItsOwnerTheNewestAndAThiefTheOldest) {
    std::vector<Partition> all(4);
    ReadyPool pool(Order::lifo);
    EXPECT_EQ(pool.take_own(), nullptr);
    EXPECT_EQ(pool.take_oldest(), nullptr);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(push(pool, all[i]), i + 1);
    EXPECT_EQ(pool.take_own(), &all[3]);
    EXPECT_EQ(pool.take_oldest(), &all[0]);
    EXPECT_EQ(pool.take_oldest(), &all[1]);
    EXPECT_EQ(pool.size(), 1U);
    EXPECT_EQ(pool.take_oldest(), &all[2]);
    EXPECT_EQ(pool.take_own(), nullptr);
}

TEST(ReadyPool, SeveralAreAddedInTheirOrder) {
    std::vector<Partition> all(3);
    ReadyPool pool(Order::lifo);
    const std::vector<Partition*> ready = {&all[2], &all[0], &all[1]};
    EXPECT_EQ(pool.push(ready), 3U);
    EXPECT_EQ(pool.take_own(), &all[1]);
    EXPECT_EQ(pool.take_own(), &all[0]);
    EXPECT_EQ(pool.take_own(), &all[2]);
}

TEST(ReadyPool, LosesNothingBetweenItsOwnerAndThieves) {
    constexpr std::size_t count = 2000;
    std::vector<Partition> all(count);
    ReadyPool pool(Order::lifo);
    std::atomic<std::size_t> taken = 0;
    const auto thief = [&] {
        while (taken.load() < count) {
            if (pool.take_oldest() != nullptr) ++taken;
        }
    };
    std::jthread first(thief);
    std::jthread second(thief);
    for (std::size_t i = 0; i < count; ++i) {
        push(pool, all[i]);
        if (i % 3 == 0 && pool.take_own() != nullptr) ++taken;
    }
    first.join();
    second.join();
    EXPECT_EQ(taken, count);
    EXPECT_EQ(pool.take_own(), nullptr);
}

}  // namespace
}  // namespace scrump::heat
