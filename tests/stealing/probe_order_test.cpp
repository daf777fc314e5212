#include <scrump/stealing/detail/probe_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace scrump::detail {
namespace {

TEST(ProbeOrder, LooksAtEveryOtherOnceInACycle) {
    ProbeOrder order(3, 9, 1);
    for (int cycle = 0; cycle < 20; ++cycle) {
        std::vector<unsigned> victims = order.next_cycle();
        std::sort(victims.begin(), victims.end());
        EXPECT_EQ(victims, (std::vector<unsigned>{0, 1, 2, 4, 5, 6, 7, 8}));
    }
}

TEST(ProbeOrder, DiffersFromCycleToCycleAndFromWorkerToWorker) {
    std::set<std::vector<unsigned>> seen;
    ProbeOrder order(0, 9, 1);
    for (int cycle = 0; cycle < 20; ++cycle) seen.insert(order.next_cycle());
    EXPECT_GT(seen.size(), 10U);
    ProbeOrder first(0, 30, 1);
    ProbeOrder again(0, 30, 1);
    ProbeOrder another(29, 30, 1);
    const std::vector<unsigned> of_first = first.next_cycle();
    EXPECT_EQ(of_first, again.next_cycle());
    EXPECT_NE(of_first, another.next_cycle());
}

TEST(ProbeOrder, ThoseNearbyComeFirstEachTimeInAnotherOrder) {
    ProbeOrder order(3, 12, 1, [](unsigned other) { return other % 2 == 0; });
    std::set<std::vector<unsigned>> near;
    std::set<std::vector<unsigned>> far;
    for (int cycle = 0; cycle < 20; ++cycle) {
        const std::vector<unsigned>& victims = order.next_cycle();
        const auto middle = victims.begin() + 6;
        near.insert({victims.begin(), middle});
        far.insert({middle, victims.end()});
        std::vector<unsigned> sorted = {victims.begin(), middle};
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, (std::vector<unsigned>{0, 2, 4, 6, 8, 10}));
        sorted = {middle, victims.end()};
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, (std::vector<unsigned>{1, 5, 7, 9, 11}));
    }
    EXPECT_GT(near.size(), 10U);
    EXPECT_GT(far.size(), 10U);
    std::set<unsigned> seen;
    for (int i = 0; i < 500; ++i) seen.insert(order.any());
    EXPECT_EQ(seen.size(), 11U);
}

TEST(ProbeOrder, AnyIsAnother) {
    ProbeOrder order(1, 4, 7);
    std::set<unsigned> seen;
    for (int i = 0; i < 200; ++i) seen.insert(order.any());
    EXPECT_EQ(seen, (std::set<unsigned>{0, 2, 3}));
}

TEST(ProbeOrder, OneAloneHasNobodyToAsk) {
    EXPECT_TRUE(ProbeOrder(0, 1, 1).next_cycle().empty());
}

}  // namespace
}  // namespace scrump::detail
