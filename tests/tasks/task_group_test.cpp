#include <scrump/parallel.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <latch>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::message_of;

template <class Test>
void in_pools(const Test& test) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        SCOPED_TRACE(workers);
        Pool pool(workers);
        pool.run(test);
    }
}

TEST(TaskGroup, RunsEachTaskOnce) {
    in_pools([] {
        std::vector<std::atomic<int>> calls(5000);
        TaskGroup group;
        for (auto& each : calls) group.run([&each] { ++each; });
        group.wait();
        for (const auto& each : calls) ASSERT_EQ(each, 1);
        group.run([&] { ++calls[0]; });
        group.wait();
        EXPECT_EQ(calls[0], 2);
    });
}

TEST(TaskGroup, NeedsNoPoolOfItsOwn) {
    std::atomic<int> calls = 0;
    {
        TaskGroup group;
        for (int i = 0; i < 100; ++i) group.run([&] { ++calls; });
    }
    EXPECT_EQ(calls, 100);
}

TEST(TaskGroup, ItsTasksAddFurtherOnes) {
    in_pools([] {
        std::atomic<int> calls = 0;
        TaskGroup group;
        const std::function<void(int)> grow = [&](int depth) {
            ++calls;
            for (int child = 0; depth > 0 && child < 3; ++child) group.run([&grow, depth] { grow(depth - 1); });
        };
        group.run([&] { grow(7); });
        group.wait();
        EXPECT_EQ(calls, (2187 * 3 - 1) / 2);
    });
}

TEST(TaskGroup, GroupsNestAndCross) {
    in_pools([] {
        std::atomic<int> calls = 0;
        TaskGroup first;
        TaskGroup second;
        for (int i = 0; i < 50; ++i) {
            first.run([&] { ++calls; });
            second.run([&] {
                TaskGroup inner;
                for (int j = 0; j < 10; ++j) inner.run([&] { calls += 10; });
                inner.wait();
                parallel_for(0, 10, [&](int) { calls += 100; });
            });
        }
        first.wait();
        second.wait();
        EXPECT_EQ(calls, 50 + 50 * 100 + 50 * 1000);
    });
}

TEST(TaskGroup, TasksThatAreAddedWithinACallHaveEndedAfterIt) {
    in_pools([] {
        std::atomic<int> calls = 0;
        TaskGroup group;
        parallel_for(0, 100, [&](int) { group.run([&] { ++calls; }); });
        EXPECT_EQ(calls, 100);
        group.wait();
    });
}

TEST(TaskGroup, OtherThreadsAddTasks) {
    for (const unsigned workers : {1U, 3U}) {
        Pool pool(workers);
        pool.run([&] {
            std::atomic<int> calls = 0;
            TaskGroup group;
            std::latch added(4);
            std::vector<std::jthread> threads;
            for (int thread = 0; thread < 4; ++thread) {
                threads.emplace_back([&] {
                    for (int i = 0; i < 100; ++i) group.run([&] { ++calls; });
                    added.count_down();
                });
            }
            added.wait();
            group.wait();
            EXPECT_EQ(calls, 400);
        });
    }
}

TEST(TaskGroup, LargeFunctionsAndThoseThatOnlyMoveAreTasks) {
    in_pools([] {
        std::array<int, 100> large{};
        large[99] = 5;
        std::atomic<int> sum = 0;
        TaskGroup group;
        group.run([large, &sum] { sum += large[99]; });
        group.run([only = std::make_unique<int>(7), &sum] { sum += *only; });
        group.wait();
        EXPECT_EQ(sum, 12);
    });
}

TEST(TaskGroup, WaitRethrowsAndTheGroupGoesOn) {
    in_pools([] {
        TaskGroup group;
        std::atomic<int> calls = 0;
        group.run([] { throw std::runtime_error("no luck"); });
        EXPECT_EQ(message_of<std::runtime_error>([&] { group.wait(); }), "no luck");
        group.run([&] { ++calls; });
        group.wait();
        EXPECT_EQ(calls, 1);
        group.run([] { throw std::runtime_error("lost"); });
    });
}

TEST(TaskGroup, ExceptionsLeaveTheGroupsScope) {
    in_pools([] {
        std::atomic<int> ended = 0;
        const auto leave = [&] {
            TaskGroup group;
            for (int i = 0; i < 10; ++i) group.run([&] { ++ended; });
            throw std::runtime_error("left");
        };
        EXPECT_EQ(message_of<std::runtime_error>(leave), "left");
        EXPECT_EQ(ended, 10);
    });
}

TEST(TaskGroup, NothingBeginsOnceItIsStopped) {
    in_pools([] {
        std::stop_source stop;
        TaskGroup group(stop.get_token());
        stop.request_stop();
        group.run([] { FAIL(); });
        EXPECT_THROW(group.wait(), Cancelled);
    });
}

// Says when what a task holds is destroyed, which is after the task is known to have ended, and takes its time for it.
class SlowToLeave {
  public:
    SlowToLeave(std::atomic<bool>& leaves, std::atomic<bool>& has_left) : leaves_(&leaves), has_left_(has_left) {}
    SlowToLeave(SlowToLeave&& other) noexcept
        : leaves_(std::exchange(other.leaves_, nullptr)), has_left_(other.has_left_) {}
    ~SlowToLeave() {
        if (leaves_ == nullptr) return;
        *leaves_ = true;
        for (int i = 0; i < 10'000; ++i) std::this_thread::yield();
        has_left_ = true;
    }

  private:
    std::atomic<bool>* leaves_;
    std::atomic<bool>& has_left_;
};

// Else the thief would mark what comes next in the task's place as done.
TEST(TaskGroup, WaitsUntilAThiefHasLeftTheTask) {
    Pool pool(2);
    pool.run([] {
        std::atomic<bool> leaves = false;
        std::atomic<bool> has_left = false;
        TaskGroup group;
        group.run([slow = SlowToLeave(leaves, has_left)] {});
        while (!leaves) std::this_thread::yield();  // the other worker has it
        group.wait();
        EXPECT_TRUE(has_left);
    });
}

// The pool's other worker has something else to do, so that the order is that of the one that waits.
TEST(TaskGroup, BeginsWithTheHighestPriority) {
    Pool pool(2);
    pool.run([] {
        std::atomic<bool> begun = false;
        std::atomic<bool> over = false;
        TaskGroup elsewhere;
        elsewhere.run([&] {
            begun = true;
            while (!over) std::this_thread::yield();
        });
        while (!begun) std::this_thread::yield();
        TaskGroup group;
        std::string order;
        for (const char name : {'a', 'b', 'c'}) {
            group.run([&order, name] { order += name; }, Priority::low);
            group.run([&order, name] { order += static_cast<char>(name + 3); }, Priority::normal);
            group.run([&order, name, own = std::make_unique<int>(6)] { order += static_cast<char>(name + *own); },
                      Priority::high);
        }
        group.wait();
        over = true;
        EXPECT_EQ(order, "ghidefabc");
    });
}

TEST(TaskGroup, RunsEachTaskWithAPriorityOnce) {
    in_pools([] {
        std::vector<std::atomic<int>> calls(900);
        TaskGroup group;
        for (std::size_t i = 0; i < calls.size(); ++i) group.run([&, i] { ++calls[i]; }, static_cast<Priority>(i % 3));
        group.wait();
        for (const auto& each : calls) ASSERT_EQ(each, 1);
    });
}

TEST(TaskGroup, ThoseWithAPriorityThatDidNotBeginNeverDo) {
    in_pools([] {
        std::stop_source stop;
        TaskGroup group(stop.get_token());
        std::atomic<int> calls = 0;
        stop.request_stop();
        for (int i = 0; i < 10; ++i) group.run([&] { ++calls; }, Priority::low);
        EXPECT_THROW(group.wait(), Cancelled);
        group.run([&] { calls += 100; });
        EXPECT_THROW(group.wait(), Cancelled);
        EXPECT_EQ(calls, 0);
    });
}

}  // namespace
}  // namespace scrump
