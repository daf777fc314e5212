#include <scrump/tasks/detail/split_deque.hpp>
#include <scrump/tasks/detail/split_point.hpp>

#include "tasks/no_owner.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

constexpr StealAmount one{.kind = StealAmount::Kind::one};
constexpr StealAmount half{.kind = StealAmount::Kind::half};
constexpr StealAmount all{.kind = StealAmount::Kind::all};

// --- On numbers

TEST(SplitPoint, HalfOfWhatIsTheOwnersIsSharedRoundedUp) {
    const SplitPoint point{.tail = 3, .split = 3};
    EXPECT_EQ(point.shared(), 0U);
    EXPECT_EQ(point.with_half_of(0), point);
    EXPECT_EQ(point.with_half_of(1), (SplitPoint{3, 4}));
    EXPECT_EQ(point.with_half_of(2), (SplitPoint{3, 4}));
    EXPECT_EQ(point.with_half_of(7), (SplitPoint{3, 7}));
    EXPECT_EQ(point.with_half_of(7).shared(), 4U);
}

TEST(SplitPoint, ThievesTakeTheOldest) {
    EXPECT_EQ((SplitPoint{3, 7}.after_steal_of(1)), (SplitPoint{4, 7}));
    EXPECT_EQ((SplitPoint{3, 7}.after_steal_of(4)).shared(), 0U);
}

TEST(SplitPoint, WhatIsTakenBackIsNotSharedNorTheNewerHalfBelow) {
    EXPECT_EQ((SplitPoint{3, 4}.taken_back(3)), (SplitPoint{3, 3}));
    EXPECT_EQ((SplitPoint{3, 5}.taken_back(4)), (SplitPoint{3, 3}));
    EXPECT_EQ((SplitPoint{3, 6}.taken_back(5)), (SplitPoint{3, 4}));
    EXPECT_EQ((SplitPoint{0, 101}.taken_back(100)), (SplitPoint{0, 50}));
    for (std::uint32_t task = 3; task < 20; ++task) EXPECT_LE((SplitPoint{3, 20}.taken_back(task)).split, task);
}

// --- In memory

TEST(SplitDeque, SharesOnlyWhenAsked) {
    SplitDeque deque(no_owner(), 100);
    Descriptor* const first = deque.first();
    EXPECT_FALSE(deque.shares());
    EXPECT_FALSE(deque.steal(one));
    EXPECT_FALSE(deque.take(first, one)) << "there is nothing below";
    const TakenTasks taken = deque.take(first + 9, one);
    EXPECT_EQ(taken.first, first);
    EXPECT_EQ(taken.count, 1U);
    EXPECT_TRUE(deque.shares());
    deque.restore_boundary();
    EXPECT_TRUE(is_raised_above(first + 4)) << "five of nine";
    EXPECT_FALSE(is_raised_above(first + 5));
}

TEST(SplitDeque, ThievesTakeWhatIsSharedTheOldestFirst) {
    SplitDeque deque(no_owner(), 100);
    Descriptor* const first = deque.first();
    EXPECT_EQ(deque.take(first + 20, one).first, first);  // ten of them are shared
    const TakenTasks next = deque.steal(half);
    EXPECT_EQ(next.first, first + 1);
    EXPECT_EQ(next.count, 5U);
    EXPECT_EQ(deque.steal(one).first, first + 6);
    EXPECT_EQ(deque.steal(all).count, 3U);
    EXPECT_FALSE(deque.shares());
    EXPECT_EQ(deque.take(first + 20, one).first, first + 10);
}

TEST(SplitDeque, WhatNobodyTookComesBack) {
    SplitDeque deque(no_owner(), 100);
    Descriptor* const first = deque.first();
    deque.take(first + 20, one);
    deque.take_back(first + 9);
    EXPECT_FALSE(deque.is_stolen(first + 9));
    deque.restore_boundary();
    EXPECT_FALSE(is_raised_above(first + 5));
    EXPECT_TRUE(is_raised_above(first + 4)) << "the older half is still shared";
    EXPECT_EQ(deque.steal(all).count, 4U);
    deque.take_back(first + 4);
    EXPECT_TRUE(deque.is_stolen(first + 4));
    deque.leave(first + 4);
    EXPECT_TRUE(deque.is_stolen(first + 3));
    EXPECT_FALSE(deque.is_stolen(first + 4));
    EXPECT_FALSE(deque.shares());
}

TEST(SplitDeque, WhatAFullOneHoldsBesidesIsNotShared) {
    SplitDeque deque(no_owner(), 2);
    Descriptor* const first = deque.first();
    EXPECT_EQ(deque.take(first + 100, all).count, 1U);
    EXPECT_EQ(deque.take(first + 100, all).count, 1U);
    EXPECT_FALSE(deque.take(first + 100, all));
    EXPECT_FALSE(deque.is_stolen(first + 2));
}

TEST(SplitDeque, AnEarlierEndIsNotTakenForThatOfATaskThatIsShared) {
    SplitDeque deque(no_owner(), 100);
    Descriptor* const first = deque.first();
    for (const auto state : {Descriptor::State::done, Descriptor::State::kept}) {
        first[1].set(state);
        first[1].give_to(3);
        EXPECT_EQ(deque.take(first + 4, one).first, first);
        EXPECT_FALSE(first[1].finished());
        EXPECT_FALSE(first[1].claim());
        EXPECT_EQ(first[1].holder(), Descriptor::nobody);
        deque.take_back(first + 1);
        EXPECT_FALSE(deque.is_stolen(first + 1));
        deque.take_back(first);
        EXPECT_TRUE(deque.is_stolen(first));
        deque.leave(first);
    }
}

// The owner spawns, gives, takes back and runs; thieves steal: each task is had once, with what was written for it.
TEST(SplitDeque, EachTaskIsHadOnce) {
    static constexpr int rounds = 2'000;
    static constexpr std::size_t depth = 9;
    for (const StealAmount& amount : {one, half, all}) {
        SplitDeque deque(no_owner(), depth);
        Descriptor* const first = deque.first();
        std::atomic<bool> over = false;
        std::atomic<int> stolen = 0;
        std::vector<std::jthread> thieves;
        for (std::uint32_t self = 0; self < 3; ++self) {
            thieves.emplace_back([&, self] {
                while (!over) {
                    const TakenTasks taken = deque.steal(amount);
                    if (!taken) {
                        std::this_thread::yield();
                        continue;
                    }
                    for (std::size_t i = 0; i < taken.count; ++i) {
                        ++*taken.first[i].as<std::atomic<int>*>();
                        ++stolen;
                        taken.first[i].give_to(self);
                        taken.first[i].set(Descriptor::State::done);
                    }
                }
            });
        }
        for (int round = 0; round < rounds || stolen == 0; ++round) {
            std::vector<std::atomic<int>> had(depth);
            for (std::size_t i = 0; i < depth; ++i) first[i].as<std::atomic<int>*>() = &had[i];
            if (const TakenTasks taken = deque.take(first + depth, one)) {
                ++*taken.first->as<std::atomic<int>*>();
                taken.first->set(Descriptor::State::done);
            }
            for (std::size_t i = depth; i-- > 0;) {
                if (i % 3 == 0) std::this_thread::yield();
                deque.take_back(first + i);
                if (deque.is_stolen(first + i)) {
                    while (!first[i].finished()) std::this_thread::yield();
                    deque.leave(first + i);
                } else {
                    ++had[i];
                }
            }
            for (std::size_t i = 0; i < depth; ++i) ASSERT_EQ(had[i], 1) << round << ' ' << i;
        }
        over = true;
    }
}

}  // namespace
}  // namespace scrump::detail
