#include <scrump/tasks/detail/future_state.hpp>
#include <scrump/tasks/detail/ready_queue.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

class SomeTask final : public FutureState {
    bool call(Fork /*fork*/) override { return false; }
    void conclude() override {}
    void drop() noexcept override {}
};

TEST(ReadyQueue, FirstInFirstOutGivesEverybodyTheOldest) {
    std::vector<SomeTask> all(3);
    ReadyQueue queue(ReadyOrder::fifo);
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(queue.take_own(), nullptr);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(queue.push(all[i]), i + 1);
    EXPECT_FALSE(queue.empty());
    EXPECT_EQ(queue.take_own(), &all[0]);
    EXPECT_EQ(queue.take_oldest(), &all[1]);
    EXPECT_EQ(queue.take_own(), &all[2]);
    EXPECT_TRUE(queue.empty());
}

TEST(ReadyQueue, LastInFirstOutGivesItsOwnerTheNewestAndAThiefTheOldest) {
    std::vector<SomeTask> all(4);
    ReadyQueue queue(ReadyOrder::lifo);
    for (SomeTask& each : all) queue.push(each);
    EXPECT_EQ(queue.take_own(), &all[3]);
    EXPECT_EQ(queue.take_oldest(), &all[0]);
    queue.push(all[3]);
    EXPECT_EQ(queue.take_oldest(), &all[1]);
    EXPECT_EQ(queue.take_own(), &all[3]);
    EXPECT_EQ(queue.take_own(), &all[2]);
    EXPECT_EQ(queue.take_own(), nullptr);
    EXPECT_EQ(queue.take_oldest(), nullptr);
}

TEST(ReadyQueue, GrowsInOrder) {
    std::vector<SomeTask> all(1000);
    ReadyQueue queue(ReadyOrder::fifo);
    std::size_t next = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        queue.push(all[i]);
        if (i % 3 == 0) {
            EXPECT_EQ(queue.take_own(), &all[next++]);
        }
    }
    while (next < all.size()) ASSERT_EQ(queue.take_own(), &all[next++]);
    EXPECT_TRUE(queue.empty());
}

TEST(ReadyQueue, LosesNothingBetweenItsOwnerAndThieves) {
    constexpr std::size_t count = 2000;
    std::vector<SomeTask> all(count);
    ReadyQueue queue(ReadyOrder::lifo);
    std::atomic<std::size_t> taken = 0;
    const auto steal = [&] {
        while (taken.load() < count) {
            if (queue.take_oldest() != nullptr) ++taken;
        }
    };
    std::jthread first(steal);
    std::jthread second(steal);
    for (std::size_t i = 0; i < count; ++i) {
        queue.push(all[i]);
        if (i % 3 == 0 && queue.take_own() != nullptr) ++taken;
    }
    first.join();
    second.join();
    EXPECT_EQ(taken, count);
    EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace scrump::detail
