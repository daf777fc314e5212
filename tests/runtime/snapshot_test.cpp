#include <scrump/runtime/detail/snapshot.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

TEST(Snapshot, OfOneLocalityIsWholeAtOnce) {
    Snapshot snapshot(0, 1);
    EXPECT_FALSE(snapshot.under_way());
    snapshot.begin({.last = true});
    EXPECT_TRUE(snapshot.under_way());
    EXPECT_TRUE(snapshot.stopping());
    EXPECT_TRUE(snapshot.last());
    EXPECT_FALSE(snapshot.whole());
    snapshot.note("state");
    EXPECT_FALSE(snapshot.stopping());
    EXPECT_TRUE(snapshot.whole());
    EXPECT_EQ(snapshot.take(), "state");
    EXPECT_FALSE(snapshot.under_way());
}

TEST(Snapshot, WhatCrossesItBelongsToTheReceiver) {
    Snapshot snapshot(1, 3);
    snapshot.begin({});
    snapshot.marker_from(0);
    EXPECT_FALSE(snapshot.crosses(0)) << "sent after the snapshot";
    EXPECT_FALSE(snapshot.crosses(2)) << "has to wait: the state is not noted yet";
    snapshot.note("own");
    EXPECT_FALSE(snapshot.crosses(0));
    EXPECT_TRUE(snapshot.crosses(2));
    snapshot.add(" and on its way");
    EXPECT_FALSE(snapshot.whole());
    snapshot.marker_from(2);
    EXPECT_FALSE(snapshot.crosses(2));
    EXPECT_TRUE(snapshot.whole());
    EXPECT_EQ(snapshot.take(), "own and on its way");
    EXPECT_FALSE(snapshot.crosses(0));
}

TEST(Snapshot, TheNextOneBeginsAnew) {
    Snapshot snapshot(0, 2);
    snapshot.begin({});
    snapshot.note("first");
    snapshot.marker_from(1);
    snapshot.take();
    snapshot.begin({.last = true});
    EXPECT_TRUE(snapshot.last());
    snapshot.note("second");
    EXPECT_TRUE(snapshot.crosses(1));
    EXPECT_FALSE(snapshot.whole());
    snapshot.abandon();
    EXPECT_FALSE(snapshot.under_way());
    EXPECT_FALSE(snapshot.crosses(1));
}

}  // namespace
}  // namespace scrump::detail
