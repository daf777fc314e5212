// Tasks that are given up, as nobody needs what they return.

#include <scrump/tasks.hpp>

#include <scrump/base/error.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace scrump {
namespace {

class DiscardedTasks : public testing::TestWithParam<DequeKind> {};
INSTANTIATE_TEST_SUITE_P(Deques, DiscardedTasks, testing::Values(DequeKind::private_deque, DequeKind::split),
                         [](const auto& of) { return std::string(name(of.param)); });

TEST_P(DiscardedTasks, AreNotRunAndTheirArgumentsEnd) {
    bool ran = false;
    run_tasks({.workers = 1, .deque = GetParam()}, [&](Fork fork) {
        const auto argument = std::make_shared<int>(1);
        auto task = fork.spawn([&ran](const std::shared_ptr<int>& /*argument*/) { ran = true; }, argument);
        EXPECT_EQ(argument.use_count(), 2);
        fork.discard(std::move(task));
        EXPECT_EQ(argument.use_count(), 1);
    });
    EXPECT_FALSE(ran);
}

TEST_P(DiscardedTasks, LeaveTheirPlaceToOthers) {
    const auto result = run_tasks({.workers = 1, .deque = GetParam()}, [](Fork fork) {
        auto first = fork.spawn([](int n) { return n; }, 1);
        for (int i = 0; i < 1000; ++i) fork.discard(fork.spawn([](int n) { return n; }, 1000));
        auto second = fork.spawn([](int n) { return n; }, 10);
        const int sum = fork.sync(second);
        return sum + fork.sync(first);
    });
    EXPECT_EQ(result.value, 11);
}

// Has a task stolen, which says when it has been begun, and gives it up.
template <class Task>
void discard_stolen(Fork& fork, Task task) {
    fork.call([&](Fork inner) {
        std::atomic<bool> taken = false;
        auto handle = inner.spawn([&](Fork own) {
            taken = true;
            return own.call(task);
        });
        inner.call([&](Fork innermost) {
            while (!taken) {
                innermost.communicate();
                std::this_thread::yield();
            }
        });
        inner.discard(std::move(handle));
    });
}

TEST_P(DiscardedTasks, AreWaitedForWhereTheyAreStolenAndTheirResultsEnd) {
    std::atomic<bool> ended = false;
    const auto text = std::make_shared<std::string>("not asked for");
    const auto result = run_tasks({.workers = 2, .deque = GetParam()}, [&](Fork fork) {
        discard_stolen(fork, [&] {
            for (int i = 0; i < 100; ++i) std::this_thread::yield();
            ended = true;
            return text;
        });
        return ended.load();
    });
    EXPECT_EQ(result.value, true);
    EXPECT_EQ(result.statistics.total.steals_won, 1U);
    EXPECT_EQ(text.use_count(), 1);
}

TEST_P(DiscardedTasks, ThrowWhatTheyThrewWhereTheyWereStolen) {
    const auto result = run_tasks({.workers = 2, .deque = GetParam()}, [](Fork fork) {
        try {
            discard_stolen(fork, []() -> int { throw std::range_error("thrown elsewhere"); });
        } catch (const std::range_error& error) {
            return std::string(error.what());
        }
        return std::string();
    });
    EXPECT_EQ(result.value, "thrown elsewhere");
}

TEST_P(DiscardedTasks, ThrowNothingWhereTheyWereNot) {
    const auto result = run_tasks({.workers = 1, .deque = GetParam()}, [](Fork fork) {
        fork.discard(fork.spawn([]() -> int { throw std::range_error("never"); }));
        return 1;
    });
    EXPECT_EQ(result.value, 1);
}

// As it is with syncs.
TEST_P(DiscardedTasks, AreThoseThatWereSpawnedLast) {
    int ran = 0;
    run_tasks({.workers = 1, .deque = GetParam()}, [&](Fork fork) {
        auto first = fork.spawn([&ran] { ++ran; });
        auto second = fork.spawn([&ran] { ++ran; });
        const std::string message = test::message_of([&] { fork.discard(std::move(first)); });
        EXPECT_NE(message.find("reverse order"), std::string::npos) << message;
    });
    EXPECT_EQ(ran, 2);
}

TEST_P(DiscardedTasks, EndTheirArgumentsWhereTheComputationEnds) {
    std::stop_source stop;
    const auto argument = std::make_shared<int>(1);
    const auto result = run_tasks({.workers = 1, .stop = stop.get_token(), .deque = GetParam()}, [&](Fork fork) {
        stop.request_stop();
        while (true) fork.discard(fork.spawn([](const std::shared_ptr<int>& /*argument*/) {}, argument));
    });
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(argument.use_count(), 1);
}

// --- Stress

// How many of it there are.
class Counted {
  public:
    explicit Counted(std::atomic<long>& count) : count_(&count) { ++*count_; }
    Counted(const Counted& other) : count_(other.count_) { ++*count_; }
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --*count_; }

    std::atomic<long>& count() const { return *count_; }

  private:
    std::atomic<long>* count_;
};

// Whether there is a number below 2^depth, from `first` on, that is `wanted` modulo 7: as a quantification does it, the
// other half is not needed where the first one has it.
Counted search(Fork fork, Counted counted, int depth, long first, long wanted, std::atomic<long>* found) {
    if (depth == 0) {
        if (first % 7 == wanted) ++*found;
        return counted;
    }
    auto other = fork.spawn<search>(counted, depth - 1, first + (1L << (depth - 1)), wanted, found);
    const long before = *found;
    const Counted half = fork.call<search>(counted, depth - 1, first, wanted, found);
    if (*found > before) {
        fork.discard(std::move(other));
        return half;
    }
    return fork.sync(other);
}

TEST_P(DiscardedTasks, LeaveNothingBehindWhateverIsStolen) {
    for (const char* const policy : {"hierarchical", "random:steal=half", "random:steal=all"}) {
        for (const std::size_t capacity : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
            for (const unsigned workers : {1U, 2U, 4U}) {
                std::atomic<long> there = 0;
                std::atomic<long> found = 0;
                run_tasks({.workers = workers,
                           .policy = Policy::parse(policy),
                           .deque = GetParam(),
                           .deque_capacity = capacity},
                          [&](Fork fork) {
                              for (long wanted = 0; wanted < 7; ++wanted)
                                  fork.call<search>(Counted(there), 10, 0L, wanted, &found);
                          });
                EXPECT_EQ(there, 0);
                EXPECT_GE(found, 7);
            }
        }
    }
}

}  // namespace
}  // namespace scrump
