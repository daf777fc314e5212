#include <scrump/tasks/detail/private_deque.hpp>

#include "tasks/no_owner.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

namespace scrump::detail {
namespace {

Descriptor* take_oldest(PrivateDeque& deque, const Descriptor* below) {
    const TakenTasks taken = deque.take(below, {.kind = StealAmount::Kind::one});
    return taken ? taken.first : nullptr;
}

TEST(PrivateDeque, ASyncLeavesItsFastPathOnlyWhereSomebodyWantsSomething) {
    PrivateDeque deque(no_owner(), 8);
    Descriptor* const task = deque.first();
    EXPECT_FALSE(is_raised_above(task));
    deque.raise();
    EXPECT_TRUE(is_raised_above(task));
    EXPECT_TRUE(is_raised_above(task + 7));
    EXPECT_FALSE(deque.is_boundary_true());
    deque.restore_boundary();
    EXPECT_TRUE(deque.is_boundary_true());
    EXPECT_FALSE(is_raised_above(task));
}

TEST(PrivateDeque, TheOldestIsTakenFirstAndNeverTheLast) {
    PrivateDeque deque(no_owner(), 8);
    Descriptor* const first = deque.first();
    EXPECT_EQ(take_oldest(deque, first), nullptr);
    EXPECT_EQ(take_oldest(deque, first + 2), first);
    EXPECT_EQ(take_oldest(deque, first + 2), first + 1);
    EXPECT_EQ(take_oldest(deque, first + 2), nullptr);
    deque.restore_boundary();
    EXPECT_TRUE(deque.is_stolen(first + 1));
    EXPECT_TRUE(is_raised_above(first + 1));
    EXPECT_FALSE(deque.is_stolen(first + 2));
    EXPECT_FALSE(is_raised_above(first + 2));
    deque.leave(first + 1);
    deque.restore_boundary();
    EXPECT_TRUE(deque.is_stolen(first));
    EXPECT_FALSE(is_raised_above(first + 1));
}

TEST(PrivateDeque, SeveralAreTakenAtATime) {
    PrivateDeque deque(no_owner(), 8);
    Descriptor* const first = deque.first();
    const auto taken = [&](const Descriptor* below, StealAmount::Kind kind, unsigned chunk = 0) {
        const TakenTasks tasks = deque.take(below, {.kind = kind, .chunk = chunk});
        return std::pair(tasks.first - first, tasks.count);
    };
    EXPECT_EQ(taken(first + 5, StealAmount::Kind::half), std::pair(0L, std::size_t{3}));
    EXPECT_TRUE(deque.is_stolen(first + 2));
    EXPECT_FALSE(deque.is_stolen(first + 3));
    EXPECT_EQ(taken(first + 6, StealAmount::Kind::chunk, 2), std::pair(3L, std::size_t{2}));
    EXPECT_EQ(taken(first + 20, StealAmount::Kind::all), std::pair(5L, std::size_t{3}));
    EXPECT_EQ(taken(first + 20, StealAmount::Kind::half).second, 0U);
}

TEST(PrivateDeque, WhatAFullOneHoldsBesidesIsNotStolen) {
    PrivateDeque deque(no_owner(), 2);
    Descriptor* const first = deque.first();
    Descriptor* const beyond = first + 2;
    EXPECT_FALSE(is_raised_above(first + 1));
    EXPECT_TRUE(is_raised_above(beyond));
    EXPECT_TRUE(is_raised_above(beyond + block_bytes / sizeof(Descriptor)));
    EXPECT_EQ(take_oldest(deque, beyond + 5), first);
    EXPECT_EQ(take_oldest(deque, beyond + 5), first + 1);
    EXPECT_EQ(take_oldest(deque, beyond + 5), nullptr);
    EXPECT_FALSE(deque.is_stolen(beyond));
    beyond->set(Descriptor::State::done);
    EXPECT_TRUE(is_raised_above(beyond + 1));
}

TEST(PrivateDeque, TheArrayEndsWhereItsSizeSays) {
    PrivateDeque deque(no_owner(), block_capacity);
    Descriptor* const first = deque.first();
    EXPECT_EQ(&owner_below(first), &no_owner());
    EXPECT_FALSE(at_end(first));
    EXPECT_FALSE(at_end(first + block_capacity));
    EXPECT_TRUE(at_end(first + array_capacity));
    EXPECT_EQ(&owner_below(first + array_capacity), &no_owner());
    EXPECT_TRUE(is_raised_above(first + array_capacity - 1));
}

}  // namespace
}  // namespace scrump::detail
