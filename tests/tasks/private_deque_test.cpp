#include <scrump/tasks/detail/private_deque.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

// The deque only passes its owner on.
TaskWorker& nobody() {
    static std::byte place[1];
    return *reinterpret_cast<TaskWorker*>(place);
}

TEST(PrivateDeque, ASyncLeavesItsFastPathOnlyWhereSomebodyWantsSomething) {
    PrivateDeque deque(nobody(), 8);
    Descriptor* const task = deque.first();
    EXPECT_FALSE(is_raised_above(task));
    deque.raise();
    EXPECT_TRUE(is_raised_above(task));
    EXPECT_TRUE(is_raised_above(task + 7));
    EXPECT_FALSE(deque.settled());
    deque.settle();
    EXPECT_TRUE(deque.settled());
    EXPECT_FALSE(is_raised_above(task));
}

TEST(PrivateDeque, TheOldestIsTakenFirstAndNeverTheLast) {
    PrivateDeque deque(nobody(), 8);
    Descriptor* const first = deque.first();
    EXPECT_EQ(deque.take_oldest(first), nullptr);
    EXPECT_EQ(deque.take_oldest(first + 2), first);
    EXPECT_EQ(deque.take_oldest(first + 2), first + 1);
    EXPECT_EQ(deque.take_oldest(first + 2), nullptr);
    deque.settle();
    EXPECT_TRUE(deque.is_stolen(first + 1));
    EXPECT_TRUE(is_raised_above(first + 1));
    EXPECT_FALSE(deque.is_stolen(first + 2));
    EXPECT_FALSE(is_raised_above(first + 2));
    deque.leave(first + 1);
    deque.settle();
    EXPECT_TRUE(deque.is_stolen(first));
    EXPECT_FALSE(is_raised_above(first + 1));
}

TEST(PrivateDeque, AFullOneGoesOnWhereNobodySteals) {
    PrivateDeque deque(nobody(), 2);
    Descriptor* const first = deque.first();
    EXPECT_FALSE(at_end(first + 1));
    ASSERT_TRUE(at_end(first + 2));
    EXPECT_EQ(&head_below(first + 2), &head_of(first));
    Descriptor* const beyond = deque.extend(first + 2);
    EXPECT_EQ(deque.extend(first + 2), beyond) << "one continuation each";
    EXPECT_TRUE(is_raised_above(beyond));
    EXPECT_FALSE(deque.is_stolen(beyond));
    EXPECT_EQ(deque.last(beyond), first + 1);
    EXPECT_EQ(deque.last(beyond + 1), beyond);
    EXPECT_EQ(deque.stealable_below(beyond), first + 2);
    EXPECT_EQ(deque.stealable_below(beyond + 1), first + 2);
    EXPECT_EQ(deque.stealable_below(first + 2), first + 2);
    EXPECT_EQ(deque.stealable_below(first + 1), first + 1);
    Descriptor* const further = deque.extend(beyond + array_capacity);
    EXPECT_NE(&head_of(further), &head_of(beyond));
    EXPECT_TRUE(deque.contains(first + 1, beyond));
    EXPECT_TRUE(deque.contains(beyond, further));
    EXPECT_FALSE(deque.contains(further, beyond + 1));
    EXPECT_FALSE(deque.contains(beyond, beyond));
    EXPECT_FALSE(deque.contains(first + 1, first + 1));
    EXPECT_TRUE(deque.contains(first, first + 1));
}

}  // namespace
}  // namespace scrump::detail
