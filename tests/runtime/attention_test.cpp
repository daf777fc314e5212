#include <scrump/runtime/detail/attention.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(Attention, IsRaisedUntilItIsLowered) {
    Attention attention;
    EXPECT_FALSE(attention.raised());
    attention.raise();
    EXPECT_TRUE(attention.raised());
    EXPECT_TRUE(attention.called());
    attention.lower();
    EXPECT_FALSE(attention.raised());
    EXPECT_FALSE(attention.called());
}

TEST(Attention, KnowsItsOwnWishFromThoseOfOthers) {
    Attention attention;
    attention.expire();
    EXPECT_TRUE(attention.raised());
    EXPECT_FALSE(attention.called());
    attention.forget_expired();
    EXPECT_FALSE(attention.raised());
    attention.raise();
    attention.expire();
    EXPECT_TRUE(attention.called());
    attention.forget_expired();
    EXPECT_TRUE(attention.called());
}

}  // namespace
}  // namespace scrump::detail
