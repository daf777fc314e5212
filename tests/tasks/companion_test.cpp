// What a front door keeps in a locality, and how tasks find it.

#include "tasks/companion.hpp"

#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace scrump {
namespace {

using test::at_hand;
using test::AtHand;
using test::run_with_companion;

class TaskCompanions : public testing::TestWithParam<DequeKind> {};
INSTANTIATE_TEST_SUITE_P(Deques, TaskCompanions, testing::Values(DequeKind::private_deque, DequeKind::split),
                         [](const auto& of) { return std::string(name(of.param)); });

// Each context is one thread's alone, whatever that runs.
void look(const Fork& fork) {
    AtHand& here = at_hand(fork);
    if (here.thread == std::thread::id()) here.thread = std::this_thread::get_id();
    EXPECT_EQ(here.thread, std::this_thread::get_id());
}
void look_everywhere(Fork fork, int depth) {
    look(fork);
    if (depth == 0) return;
    auto other = fork.spawn<look_everywhere>(depth - 1);
    look(fork);
    fork.call<look_everywhere>(depth - 1);
    look(fork);
    fork.sync(other);
    look(fork);
}

TEST_P(TaskCompanions, TasksFindWhatIsAtTheHandOfTheirWorker) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        std::uint64_t stolen = 0;
        do {
            const auto outcome = run_with_companion({.workers = workers, .deque = GetParam()}, [&](Fork fork) {
                EXPECT_EQ(at_hand(fork).worker, 0U);
                EXPECT_EQ(at_hand(fork).home.size(), workers);
                fork.call<look_everywhere>(10);
            });
            EXPECT_EQ(outcome.status, Status::complete);
            stolen += outcome.statistics.total.steals_won;
        } while (workers > 1 && stolen < 10);
    }
}

// A deque is of several blocks, and all lead to its head.
TEST_P(TaskCompanions, AreFoundAboveAnyNumberOfTasks) {
    run_with_companion({.workers = 1, .deque = GetParam()}, [](Fork fork) {
        const AtHand* const here = &at_hand(fork);
        const auto nothing = [] {};
        std::vector<decltype(fork.spawn(nothing))> tasks;
        for (int count = 0; count < 600'000; ++count) {
            tasks.push_back(fork.spawn(nothing));
            ASSERT_EQ(&at_hand(fork), here) << count;
        }
        for (; !tasks.empty(); tasks.pop_back()) fork.sync(tasks.back());
    });
}

std::size_t locality_of_caller(Fork fork) {
    return reinterpret_cast<std::size_t>(&at_hand(fork).home);
}

TEST_P(TaskCompanions, EachLocalityHasItsOwn) {
    run_with_companion({.workers = 1, .localities = 2, .deque = GetParam()}, [](Fork fork) {
        const std::size_t here = fork.call<locality_of_caller>();
        std::size_t there = here;
        while (there == here) {
            auto task = fork.spawn<locality_of_caller>();
            fork.call([](Fork inner) {
                auto above = inner.spawn([] {});
                std::this_thread::yield();
                inner.sync(above);
            });
            there = fork.sync(task);
        }
        EXPECT_NE(there, 0U);
    });
}

}  // namespace
}  // namespace scrump
