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

TEST(ReadyPool, GivesItsOwnerTheNewestAndAThiefTheOldest) {
    std::vector<Partition> all(4);
    ReadyPool pool;
    EXPECT_EQ(pool.take_newest(), nullptr);
    EXPECT_EQ(pool.take_oldest(), nullptr);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(push(pool, all[i]), i + 1);
    EXPECT_EQ(pool.take_newest(), &all[3]);
    EXPECT_EQ(pool.take_oldest(), &all[0]);
    EXPECT_EQ(pool.take_oldest(), &all[1]);
    EXPECT_EQ(pool.size(), 1U);
    EXPECT_EQ(pool.take_oldest(), &all[2]);
    EXPECT_EQ(pool.take_newest(), nullptr);
}

TEST(ReadyPool, SeveralAreAddedInTheirOrder) {
    std::vector<Partition> all(3);
    ReadyPool pool;
    const std::vector<Partition*> ready = {&all[2], &all[0], &all[1]};
    EXPECT_EQ(pool.push(ready), 3U);
    EXPECT_EQ(pool.take_newest(), &all[1]);
    EXPECT_EQ(pool.take_newest(), &all[0]);
    EXPECT_EQ(pool.take_newest(), &all[2]);
}

TEST(ReadyPool, LosesNothingBetweenItsOwnerAndThieves) {
    constexpr std::size_t count = 2000;
    std::vector<Partition> all(count);
    ReadyPool pool;
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
        if (i % 3 == 0 && pool.take_newest() != nullptr) ++taken;
    }
    first.join();
    second.join();
    EXPECT_EQ(taken, count);
    EXPECT_EQ(pool.take_newest(), nullptr);
}

}  // namespace
}  // namespace scrump::heat
