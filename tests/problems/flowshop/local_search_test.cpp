#include <scrump/problems/flowshop/detail/local_search.hpp>
#include <scrump/problems/flowshop/source.hpp>

#include <gtest/gtest.h>

#include <problems/flowshop/instances.hpp>

#include <limits>

namespace scrump::flowshop {
namespace {

constexpr Time any = std::numeric_limits<Time>::max();

// The makespans that NEH comes to are published: those of Taillard's first instances, with one of its ways to break
// ties or another.
TEST(FlowShopLocalSearch, BeginsWithTheOrderOfNeh) {
    const LocalSearch local(taillard(20, 5, 873654221), 1);
    EXPECT_EQ(local.best_makespan(), 1286);
    const Instance ta002 = taillard(20, 5, 379008056);
    EXPECT_EQ(LocalSearch(ta002, 1).best_makespan(), 1365);
    const Instance ta003 = taillard(20, 5, 1866992158);
    EXPECT_EQ(LocalSearch(ta003, 1).best_makespan(), 1159);
}

TEST(FlowShopLocalSearch, FindsOrdersWithTheMakespansThatItSays) {
    for (const Instance& instance : test::small_instances(7, 1)) {
        LocalSearch local(instance, 1);
        for (int i = 0; i < 20; ++i) {
            const Time before = local.best_makespan();
            const auto order = local.step(before);
            EXPECT_EQ(order.has_value(), local.best_makespan() < before);
            ASSERT_TRUE(is_order(instance, local.best()));
            EXPECT_EQ(local.best_makespan(), test::end_of(instance, local.best()));
            EXPECT_LE(local.best_makespan(), before);
            if (order) {
                EXPECT_EQ(*order, local.best());
            }
        }
        EXPECT_EQ(local.step(any), local.best());
    }
}

// It is a heuristic, but with so few jobs it would be odd if it found less.
TEST(FlowShopLocalSearch, FindsTheBestOrdersOfSmallInstances) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Instance instance = test::random_instance(7, 4, 50, seed);
        LocalSearch local(instance, seed);
        for (int i = 0; i < 200; ++i) local.step(any);
        EXPECT_EQ(local.best_makespan(), test::least_end(instance)) << seed;
    }
}

TEST(FlowShopLocalSearch, ImprovesNothingFurtherOnceItIsHurried) {
    const Instance instance = taillard(50, 10, 1958948863);
    std::size_t asked = 0;
    LocalSearch local(instance, 1, [&] { return ++asked > 10; });
    local.step(any);
    EXPECT_EQ(asked, 11U);
    EXPECT_TRUE(is_order(instance, local.best()));
}

}  // namespace
}  // namespace scrump::flowshop
