#include "../src/loops/coordinator.hpp"

#include <scrump/net/topology.hpp>

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

Coordinator coordinator(const std::string& order, unsigned size, std::uint64_t seed = 1) {
    return {StealOrder::parse("coordinator:" + order), Topology::one_host(size), seed};
}

// Whom a first request of `thief` may be relayed to.
std::set<unsigned> victims(const std::string& order, const Topology& topology, unsigned thief) {
    std::set<unsigned> seen;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Coordinator asked(StealOrder::parse("coordinator:" + order), topology, seed);
        asked.requested(thief, 0);
        const auto relay = asked.next();
        if (relay) seen.insert(relay->victim);
    }
    return seen;
}

TEST(Coordinator, ChoosesAnybodyButTheThief) {
    EXPECT_EQ(victims("victims=rws", Topology::one_host(5), 3), (std::set<unsigned>{0, 1, 2, 4}));
    EXPECT_EQ(victims("victims=rws,steals=0", Topology::one_host(5), 3), (std::set<unsigned>{1, 2, 4}));
}

TEST(Coordinator, ChoosesOnTheThiefsHostAlone) {
    const Topology two_hosts{.places = {{.host = 0}, {.host = 1}, {.host = 0}, {.host = 1}, {.host = 1}}};
    EXPECT_EQ(victims("victims=laws", two_hosts, 1), (std::set<unsigned>{3, 4}));
    EXPECT_EQ(victims("victims=laws", two_hosts, 2), (std::set<unsigned>{0}));
    EXPECT_EQ(victims("victims=laws,steals=0", two_hosts, 2), std::set<unsigned>{});
}

TEST(Coordinator, ChoosesAmongCloseNumbers) {
    EXPECT_EQ(victims("victims=nlaws", Topology::one_host(24), 14),
              (std::set<unsigned>{15, 16, 17, 18, 19, 20, 21, 22, 23, 13, 12, 11}));
    EXPECT_EQ(victims("victims=nlaws,divisor=6", Topology::one_host(24), 14), (std::set<unsigned>{15, 16, 17, 18}));
}

TEST(Coordinator, RelaysARequestUntilSomebodyHasSomething) {
    Coordinator asked = coordinator("victims=rws", 4);
    asked.requested(1, 0);
    std::set<unsigned> seen;
    for (unsigned i = 0; i < 3; ++i) {
        const auto relay = asked.next();
        ASSERT_TRUE(relay);
        EXPECT_EQ(relay->thief, 1U);
        EXPECT_EQ(relay->number, 1U);
        EXPECT_FALSE(asked.next()) << "it is with one victim at a time";
        EXPECT_TRUE(seen.insert(relay->victim).second) << "who has rejected it is not asked again";
        asked.rejected(1, relay->victim, 0);
    }
    EXPECT_FALSE(asked.next());
    EXPECT_EQ(asked.waiting(), 1U);
}

TEST(Coordinator, DoesNotAskWhoAsksItself) {
    Coordinator asked = coordinator("victims=rws", 3);
    asked.requested(1, 0);
    asked.requested(2, 0);
    auto relay = asked.next();
    ASSERT_TRUE(relay);
    EXPECT_EQ(relay->victim, 0U);
    relay = asked.next();
    ASSERT_TRUE(relay);
    EXPECT_EQ(relay->victim, 0U);
    EXPECT_EQ(relay->thief, 2U);
}

TEST(Coordinator, WhoGetsWorkMayBeAskedAgain) {
    Coordinator asked = coordinator("victims=rws", 3);
    asked.requested(1, 0);
    asked.requested(2, 0);
    ASSERT_TRUE(asked.next());
    ASSERT_TRUE(asked.next());
    asked.rejected(2, 0, 0);
    EXPECT_FALSE(asked.next());
    asked.granted(1, 1);
    const auto relay = asked.next();
    ASSERT_TRUE(relay);
    EXPECT_EQ(relay->thief, 2U);
    EXPECT_EQ(relay->victim, 1U);
}

// 1 got a chunk, ran it, and asks again before the coordinator hears of the grant.
TEST(Coordinator, AGrantThatIsOvertakenByTheNextRequestSaysNothing) {
    Coordinator asked = coordinator("victims=rws", 3);
    asked.requested(1, 0);
    ASSERT_TRUE(asked.next());
    asked.requested(1, 1);
    asked.granted(1, 1);
    asked.requested(2, 0);
    for (auto relay = asked.next(); relay; relay = asked.next()) {
        if (relay->thief == 1) {
            EXPECT_EQ(relay->number, 2U);
        }
        EXPECT_EQ(relay->victim, 0U) << "1 has nothing";
    }
}

// 1 rejected something, then got a chunk; the grant is heard of first.
TEST(Coordinator, ARejectionFromBeforeAGrantSaysNothing) {
    Coordinator asked = coordinator("victims=rws", 3);
    asked.requested(2, 0);
    asked.granted(1, 1);
    const auto first = asked.next();
    ASSERT_TRUE(first);
    asked.rejected(2, 1, 0);
    asked.rejected(2, 0, 0);
    const auto relay = asked.next();
    ASSERT_TRUE(relay);
    EXPECT_EQ(relay->victim, 1U);
    asked.rejected(2, 1, 1);
    // It is queued twice here, and both times nobody is left.
    EXPECT_FALSE(asked.next());
}

}  // namespace
}  // namespace scrump::detail
