#include <scrump/search/cut.hpp>

#include <gtest/gtest.h>

namespace scrump {
namespace {

TEST(Cut, OfOneLocalityIsWholeAtOnce) {
    Cut cut(0, 1);
    EXPECT_FALSE(cut.under_way());
    cut.begin({.last = true});
    EXPECT_TRUE(cut.under_way());
    EXPECT_TRUE(cut.stopping());
    EXPECT_TRUE(cut.last());
    EXPECT_FALSE(cut.whole());
    cut.note("state");
    EXPECT_FALSE(cut.stopping());
    EXPECT_TRUE(cut.whole());
    EXPECT_EQ(cut.take(), "state");
    EXPECT_FALSE(cut.under_way());
}

TEST(Cut, WhatCrossesItBelongsToTheReceiver) {
    Cut cut(1, 3);
    cut.begin({});
    cut.marker_from(0);
    EXPECT_FALSE(cut.crosses(0)) << "sent after the cut";
    EXPECT_FALSE(cut.crosses(2)) << "has to wait: the state is not noted yet";
    cut.note("own");
    EXPECT_FALSE(cut.crosses(0));
    EXPECT_TRUE(cut.crosses(2));
    cut.add(" and on its way");
    EXPECT_FALSE(cut.whole());
    cut.marker_from(2);
    EXPECT_FALSE(cut.crosses(2));
    EXPECT_TRUE(cut.whole());
    EXPECT_EQ(cut.take(), "own and on its way");
    EXPECT_FALSE(cut.crosses(0));
}

TEST(Cut, TheNextOneBeginsAnew) {
    Cut cut(0, 2);
    cut.begin({});
    cut.note("first");
    cut.marker_from(1);
    cut.take();
    cut.begin({.last = true});
    EXPECT_TRUE(cut.last());
    cut.note("second");
    EXPECT_TRUE(cut.crosses(1));
    EXPECT_FALSE(cut.whole());
    cut.abandon();
    EXPECT_FALSE(cut.under_way());
    EXPECT_FALSE(cut.crosses(1));
}

}  // namespace
}  // namespace scrump
