#include <scrump/tasks/detail/taken_tasks.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

using State = Descriptor::State;

TEST(TakenTasks, TheOldestIsBegunAndTheOthersAreKept) {
    std::array<Descriptor, 3> tasks{};
    TakenTasks{.first = tasks.data(), .count = 2}.give_to(7);
    EXPECT_EQ(tasks[0].get(), State::given);
    EXPECT_EQ(tasks[1].get(), State::kept);
    EXPECT_EQ(tasks[0].holder(), 7U);
    EXPECT_EQ(tasks[1].holder(), 7U);
    EXPECT_EQ(tasks[2].holder(), 0U);
    EXPECT_FALSE(tasks[0].claim()) << "it is begun";
    EXPECT_FALSE(tasks[1].finished());
    EXPECT_TRUE(tasks[1].claim());
    EXPECT_FALSE(tasks[1].claim()) << "somebody has it";
    EXPECT_FALSE(tasks[1].finished());
}

TEST(KeptTasks, AreClaimedInTheirOrderAndNotIfSomebodyElseHasThem) {
    std::array<Descriptor, 5> tasks{};
    TakenTasks{.first = tasks.data(), .count = 5}.give_to(7);
    KeptTasks kept;
    EXPECT_EQ(kept.claim(7), nullptr);
    kept.keep(&tasks[1], 4);
    EXPECT_EQ(kept.claim(7), &tasks[1]);
    EXPECT_TRUE(tasks[2].claim());
    EXPECT_EQ(kept.claim(4), &tasks[3]);
    EXPECT_EQ(tasks[3].holder(), 4U) << "who runs it is to be helped";
    tasks[4].set(State::done);
    EXPECT_EQ(kept.claim(7), nullptr);
}

// The owner from the newest on, the thief from the oldest on, each task is had by one of them.
TEST(KeptTasks, AreHadOnce) {
    static constexpr std::size_t count = 50;
    for (int round = 0; round < 200; ++round) {
        std::vector<Descriptor> tasks(count);
        std::vector<std::atomic<int>> had(count);
        std::atomic<bool> given = false;
        TakenTasks{.first = tasks.data(), .count = count}.give_to(1);
        std::jthread thief([&] {
            KeptTasks kept;
            kept.keep(tasks.data() + 1, count - 1);
            given = true;
            while (Descriptor* const task = kept.claim(1)) ++had[static_cast<std::size_t>(task - tasks.data())];
        });
        while (!given) std::this_thread::yield();
        for (std::size_t i = count; --i > 0;) had[i] += tasks[i].claim() ? 1 : 0;
        thief.join();
        for (std::size_t i = 1; i < count; ++i) ASSERT_EQ(had[i], 1) << i;
    }
}

}  // namespace
}  // namespace scrump::detail
