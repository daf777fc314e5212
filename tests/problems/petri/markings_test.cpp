#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/petri/markings.hpp>

#include <gtest/gtest.h>

#include <vector>

#include "nets.hpp"
#include "problems/exploration.hpp"
#include "support/message_of.hpp"

namespace scrump::petri {
namespace {

static_assert(StateModel<Markings>);

TEST(Markings, KanbanHasAsManyAsArePublished) {
    const std::vector<std::size_t> known = {160, 4'600, 58'400};
    for (Tokens n = 1; n <= known.size(); ++n) {
        const auto all = scrump::test::explore_plainly(Markings(test::kanban(n)));
        EXPECT_EQ(all.size(), known[n - 1]) << n;
        EXPECT_EQ(all.deadlocks, 0U) << n;
    }
}

TEST(Markings, ABufferIsAsLargeAsItSays) {
    for (const Tokens n : {1U, 5U, 200U}) {
        const Markings model(test::producer_and_consumer(n));
        const auto all = scrump::test::explore_plainly(model);
        EXPECT_EQ(all.size(), 4 * (n + 1)) << n;
        std::vector<std::uint64_t> bounds(6);
        for (const auto& [marking, found] : all.states) model.raise(marking, bounds);
        EXPECT_EQ(bounds, (std::vector<std::uint64_t>{1, 1, n, n, 1, 1}));
    }
}

TEST(Markings, WithoutARoomNothingGoesOnAfterOneStep) {
    Net net = test::producer_and_consumer(1);
    net.places[2].tokens = 0;
    EXPECT_EQ(scrump::test::explore_plainly(Markings(net)).deadlocks, 1U);
}

TEST(Markings, WeightsCount) {
    Net net;
    net.places = {{"a", 7}, {"b", 0}};
    net.transitions = {{"three", {{0, 3}}, {{1, 2}}}};
    const Markings model(net);
    const auto all = scrump::test::explore_plainly(model);
    EXPECT_EQ(all.size(), 3U);
    EXPECT_TRUE(all.nearest([&](const Marking& m) { return model.decode(m) == std::vector<Tokens>{1, 4}; }));
    EXPECT_EQ(
        model.to_string(all.path_to(*all.nearest([&](const Marking& m) { return model.decode(m)[0] == 1; })).back()),
        "a, b 4");
}

TEST(Markings, WhatIsEncodedIsDecoded) {
    SplitMix64 random(1);
    for (int i = 0; i < 200; ++i) {
        Net net;
        std::vector<Tokens> tokens;
        for (std::uint32_t p = random.below(20); p > 0; --p)
            tokens.push_back(static_cast<Tokens>(random() >> (32 + random.below(32))));
        for (const Tokens each : tokens) net.places.push_back({"p", each});
        const Markings model(net);
        EXPECT_EQ(model.decode(model.initial()), tokens);
    }
}

TEST(Markings, BytesThatAreNoneAreRefused) {
    const Markings model(test::producer_and_consumer(3));
    Marking marking = model.initial();
    for (const Marking& bad :
         {Marking(), Marking(marking.begin(), marking.end() - 1), Marking(7, 0), Marking(6, 0x80), Marking(36, 0xff)})
        EXPECT_EQ(scrump::test::message_of([&] { static_cast<void>(model.decode(bad)); }), "a marking of another net");
}

TEST(Markings, APlaceThatOverflowsIsNamed) {
    Net net;
    net.places = {{"heap", 4'294'967'295}};
    net.transitions = {{"add", {}, {{0}}}};
    const Markings model(net);
    EXPECT_EQ(scrump::test::message_of([&] { model.successors(model.initial(), [](MarkingSpan) {}); }),
              "place 'heap' holds more than 4294967295 tokens after 'add': the net may be unbounded");
}

}  // namespace
}  // namespace scrump::petri
