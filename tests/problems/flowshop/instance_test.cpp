#include <scrump/problems/flowshop/instance.hpp>

#include <gtest/gtest.h>

#include <problems/flowshop/instances.hpp>
#include <support/message_of.hpp>

namespace scrump::flowshop {
namespace {

TEST(FlowShopInstance, RefusesWhatWouldNotFit) {
    EXPECT_EQ(scrump::test::message_of([] { Instance(0, 3); }), "no jobs; expected at least one");
    EXPECT_EQ(scrump::test::message_of([] { Instance(3, 0); }), "no machines; expected at least one");
    EXPECT_EQ(scrump::test::message_of([] { Instance(1001, 3); }), "1001 jobs; expected at most 1000");
    EXPECT_EQ(scrump::test::message_of([] { Instance(3, 101); }), "101 machines; expected at most 100");
    Instance instance(2, 2);
    EXPECT_EQ(scrump::test::message_of([&] { instance.set_time(0, 0, -1); }),
              "a processing time of -1; expected at least 0");
    instance.set_time(0, 0, max_sum);
    EXPECT_EQ(instance.total(), max_sum);
    EXPECT_EQ(scrump::test::message_of([&] { instance.set_time(1, 1, 1); }),
              "the processing times add up to more than 1000000000");
    instance.set_time(0, 0, max_sum - 1);
    instance.set_time(1, 1, 1);
    EXPECT_EQ(instance.total(), max_sum);
}

TEST(FlowShopInstance, ItsMakespanIsThatOfTheDefinition) {
    for (const Instance& instance : test::small_instances(4, 1)) {
        test::for_each_order(any_order(instance), 0, 0, [&](const Order& order) {
            EXPECT_TRUE(is_order(instance, order));
            EXPECT_EQ(makespan(instance, order), test::end_of(instance, order));
        });
    }
}

TEST(FlowShopInstance, AnOrderHasEachJobOnce) {
    const Instance instance(3, 1);
    EXPECT_TRUE(is_order(instance, Order{2, 0, 1}));
    EXPECT_FALSE(is_order(instance, Order{2, 0}));
    EXPECT_FALSE(is_order(instance, Order{2, 0, 0}));
    EXPECT_FALSE(is_order(instance, Order{2, 0, 3}));
    EXPECT_FALSE(is_order(instance, Order{0, 1, 2, 0}));
}

}  // namespace
}  // namespace scrump::flowshop
