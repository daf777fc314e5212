#include "nets.hpp"
#include "random_nets.hpp"
#include "support/sanitized.hpp"

#include <scrump/problems/petri/units.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

TEST(Units, HoldOneTokenInEachMarking) {
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < scrump::test::few_or(400); ++seed) {
        const Net net = seed % 2 == 0 ? test::random_net(seed, 1) : test::random_cycles(seed);
        const test::PlainMarkings plain = test::reach_plainly(net);
        for (const Unit& unit : units_of(net)) {
            ++found;
            for (const std::vector<Tokens>& marking : plain.markings) {
                const auto add = [&](Tokens sum, std::uint32_t place) { return sum + marking[place]; };
                EXPECT_EQ(std::accumulate(unit.begin(), unit.end(), Tokens{0}, add), 1U) << seed;
            }
        }
    }
    EXPECT_GT(found, scrump::test::few_or(400) / 2);
}

TEST(Units, AreTheSidesOfAProducerAndAConsumer) {
    EXPECT_EQ(units_of(test::producer_and_consumer(1)), (std::vector<Unit>{{0, 1}, {2, 3}, {4, 5}}));
    EXPECT_EQ(units_of(test::producer_and_consumer(2)), (std::vector<Unit>{{0, 1}, {4, 5}}))
        << "a place with two tokens";
}

// A token that leaves a place by a transition may go to either of two places: the search has to go back.
TEST(Units, AreFoundWhereTheFirstChoiceIsWrong) {
    Net net;
    net.places = {{"a", 1}, {"lost", 0}, {"b", 0}};
    net.transitions = {{"split", {{0}}, {{1}, {2}}}, {"back", {{2}}, {{0}}}, {"drop", {{1}}, {}}};
    EXPECT_EQ(units_of(net), (std::vector<Unit>{{0, 2}}));
}

TEST(Units, AreLookedForInLimitedTime) {
    // Each token may go to any of many places, and all are lost in the end: there is no unit.
    Net net;
    constexpr std::uint32_t width = 12;
    constexpr std::uint32_t depth = 12;
    for (std::uint32_t i = 0; i < width * depth; ++i)
        net.places.push_back({"p" + std::to_string(i), i < width ? 1U : 0U});
    for (std::uint32_t row = 0; row < depth; ++row) {
        Transition& transition = net.transitions.emplace_back();
        for (std::uint32_t i = 0; i < width; ++i) {
            transition.takes.push_back({row * width + i});
            if (row + 1 < depth) transition.puts.push_back({(row + 1) * width + i});
        }
    }
    EXPECT_TRUE(units_of(net).empty());
}

}  // namespace
}  // namespace scrump::petri
