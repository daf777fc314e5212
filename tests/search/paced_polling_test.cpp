#include <scrump/search/detail/paced_polling.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

namespace scrump::detail {
namespace {

// Takes down what it is told, and lets others do something meanwhile.
class PaceThatListens final : public Pace {
  public:
    void pass(Work work, std::uint64_t amount) override {
        EXPECT_EQ(work, Work::node);
        nodes += amount;
        if (meanwhile) meanwhile();
    }
    void add(Work /*work*/, std::uint64_t /*amount*/) override { ADD_FAILURE() << "nodes are passed"; }
    std::uint64_t step(Work /*work*/) const override { return 100; }

    std::uint64_t nodes = 0;
    std::function<void()> meanwhile{};
};

// The policy is asked when it wants to be, however often the engine comes back for the time alone.
TEST(PacedPolling, AsksThePolicyNoMoreOften) {
    PaceThatListens told;
    Attention attention;
    PacedPolling pacing(told);
    std::uint64_t backtracks = 0;
    for (int asked = 0; asked < 10; ++asked) {
        const std::uint64_t began = backtracks;
        backtracks += pacing.interval(1000, backtracks);
        attention.expire();
        while (pacing.came_for_time(2 * backtracks, backtracks, attention)) {
            EXPECT_FALSE(attention.raised());
            backtracks += pacing.interval(1000, backtracks);
            attention.expire();
        }
        EXPECT_EQ(backtracks - began, 1000U);
    }
    EXPECT_EQ(told.nodes, 2 * backtracks);
}

// So often that about as many nodes are explored as may be, whatever a backtrack is in nodes.
TEST(PacedPolling, FitsItsStepToTheNodes) {
    for (const std::uint64_t nodes_each : {1U, 7U, 40U}) {
        PaceThatListens told;
        Attention attention;
        PacedPolling pacing(told);
        std::uint64_t backtracks = 0;
        std::uint64_t step = 0;
        for (int round = 0; round < 50; ++round) {
            step = pacing.interval(1'000'000, backtracks);
            backtracks += step;
            attention.expire();
            EXPECT_TRUE(pacing.came_for_time(nodes_each * backtracks, backtracks, attention));
        }
        EXPECT_LE(step * nodes_each, 100U + nodes_each);
        EXPECT_GE(4 * step * nodes_each, 100U);
    }
}

TEST(PacedPolling, HearsWhoCalls) {
    PaceThatListens told;
    Attention attention;
    PacedPolling pacing(told);
    std::uint64_t backtracks = pacing.interval(1000, 0);
    attention.raise();  // before
    EXPECT_FALSE(pacing.came_for_time(backtracks, backtracks, attention));
    attention.lower();
    backtracks += pacing.interval(1000, backtracks);
    attention.expire();
    told.meanwhile = [&] { attention.raise(); };  // while time passes
    EXPECT_FALSE(pacing.came_for_time(backtracks, backtracks, attention));
    EXPECT_TRUE(attention.called());
}

TEST(PacedPolling, TellsOnlyWhatIsNew) {
    PaceThatListens told;
    PacedPolling pacing(told);
    pacing.tell(70, 30);
    pacing.tell(70, 30);
    EXPECT_EQ(told.nodes, 70U);
}

}  // namespace
}  // namespace scrump::detail
