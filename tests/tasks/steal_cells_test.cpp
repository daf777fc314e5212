#include <scrump/tasks/detail/steal_cells.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

TEST(StealCells, AThiefGetsWhatItsVictimGives) {
    StealCells victim;
    StealCells thief;
    Descriptor task{};
    victim.open();
    ASSERT_TRUE(thief.ask(victim, 3));
    EXPECT_TRUE(thief.asks(victim));
    EXPECT_FALSE(thief.answered());
    EXPECT_EQ(thief.collect(), nullptr);
    EXPECT_TRUE(thief.asks()) << "no answer is not a refusal";
    EXPECT_EQ(victim.take_request(), 3U);
    EXPECT_EQ(victim.take_request(), std::nullopt);
    thief.give(task);
    EXPECT_TRUE(thief.answered());
    EXPECT_EQ(thief.collect(), &task);
    EXPECT_EQ(thief.more(), 0U);
    EXPECT_FALSE(thief.asks());
    ASSERT_TRUE(thief.ask(victim, 3));
    EXPECT_EQ(victim.take_request(), 3U);
    thief.give(task, 7);
    EXPECT_EQ(thief.collect(), &task);
    EXPECT_EQ(thief.more(), 7U);
}

TEST(StealCells, AThiefThatIsRefusedKnowsIt) {
    StealCells victim;
    StealCells thief;
    victim.open();
    ASSERT_TRUE(thief.ask(victim, 0));
    EXPECT_EQ(victim.take_request(), 0U);
    thief.refuse();
    EXPECT_TRUE(thief.answered());
    EXPECT_EQ(thief.collect(), nullptr);
    EXPECT_FALSE(thief.asks());
    EXPECT_TRUE(thief.ask(victim, 0)) << "it may ask again";
    EXPECT_FALSE(thief.answered());
}

TEST(StealCells, WhoHasNothingIsNotAsked) {
    StealCells victim;
    StealCells thief;
    EXPECT_FALSE(thief.ask(victim, 1));
    victim.open();
    ASSERT_TRUE(thief.ask(victim, 1));
    EXPECT_EQ(victim.close(), 1U) << "who waits is to be refused";
    EXPECT_EQ(victim.close(), std::nullopt);
    thief.refuse();
    EXPECT_EQ(thief.collect(), nullptr);
    EXPECT_FALSE(thief.ask(victim, 1));
}

TEST(StealCells, OneThiefAtATime) {
    StealCells victim;
    StealCells first;
    StealCells second;
    victim.open();
    ASSERT_TRUE(first.ask(victim, 0));
    EXPECT_FALSE(second.ask(victim, 1));
    EXPECT_TRUE(first.withdraw(0));
    EXPECT_FALSE(first.asks());
    EXPECT_EQ(victim.take_request(), std::nullopt);
    EXPECT_TRUE(second.ask(victim, 1));
    EXPECT_EQ(victim.take_request(), 1U);
    EXPECT_FALSE(second.withdraw(1)) << "its answer is on the way";
    EXPECT_TRUE(second.asks());
}

// Whatever the thieves' luck, each task that is given is had by one of them.
TEST(StealCells, NothingIsLostBetweenTakingBackAndGiving) {
    static constexpr int tasks = 1'000;
    static constexpr unsigned thieves = 2;
    StealCells victim;
    std::vector<StealCells> cells(thieves);
    std::vector<Descriptor> given(tasks);
    std::atomic<int> had = 0;
    std::atomic<bool> over = false;
    std::vector<std::jthread> threads;
    victim.open();
    for (unsigned self = 0; self < thieves; ++self) {
        threads.emplace_back([&, self] {
            StealCells& own = cells[self];
            const auto collect = [&] {
                while (!own.answered()) std::this_thread::yield();
                if (Descriptor* const task = own.collect()) {
                    EXPECT_EQ(task->thief, self);
                    had += 1;
                }
            };
            for (unsigned round = 0; !over; ++round) {
                if (!own.ask(victim, self)) {
                    std::this_thread::yield();
                    continue;
                }
                for (unsigned look = 0; look < round % 7 && !own.answered(); ++look) std::this_thread::yield();
                if (!own.withdraw(self)) collect();
            }
        });
    }
    for (int next = 0; next < tasks;) {
        const auto thief = victim.take_request();
        if (!thief) {
            std::this_thread::yield();
            continue;
        }
        given[static_cast<std::size_t>(next)].thief = *thief;
        cells[*thief].give(given[static_cast<std::size_t>(next++)]);
    }
    over = true;
    while (had < tasks) {
        if (const auto thief = victim.take_request()) cells[*thief].refuse();
        std::this_thread::yield();
    }
    EXPECT_EQ(had, tasks);
    if (const auto thief = victim.close()) cells[*thief].refuse();
}

}  // namespace
}  // namespace scrump::detail
