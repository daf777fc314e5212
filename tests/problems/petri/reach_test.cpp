#include <scrump/problems/petri/reach.hpp>

#include "nets.hpp"
#include "random_nets.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

using scrump::test::few_or;
using scrump::test::message_of;

NetReachOptions with(unsigned workers, bool join_places = true) {
    NetReachOptions options;
    options.diagrams.tasks.workers = workers;
    options.diagrams.buckets = 1024;
    options.find_deadlocks = true;
    options.join_places = join_places;
    return options;
}

void expect_same(const NetReachability& found, const test::PlainMarkings& plain, const Net& net) {
    EXPECT_EQ(found.counters.status, Status::complete);
    EXPECT_EQ(found.counters.states.digits, std::to_string(plain.markings.size()));
    EXPECT_EQ(found.counters.transitions.digits, std::to_string(plain.transitions));
    EXPECT_EQ(found.counters.deadlocks->digits, std::to_string(plain.deadlocks));
    EXPECT_EQ(found.counters.enabled, plain.enabled);
    std::vector<Tokens> most(net.places.size());
    std::vector<Tokens> least(net.places.size(), 1'000'000);
    std::uint64_t max_sum = 0;
    for (const std::vector<Tokens>& marking : plain.markings) {
        std::uint64_t sum = 0;
        for (std::size_t place = 0; place < marking.size(); ++place) {
            most[place] = std::max(most[place], marking[place]);
            least[place] = std::min(least[place], marking[place]);
            sum += marking[place];
        }
        max_sum = std::max(max_sum, sum);
    }
    EXPECT_EQ(found.bounds, most);
    EXPECT_EQ(found.max_sum, max_sum);
    EXPECT_EQ(found.max_tokens, std::ranges::max(most));
    EXPECT_EQ(found.one_safe(), std::ranges::max(most) <= 1);
    EXPECT_EQ(found.quasi_live(), std::ranges::all_of(plain.enabled, [](bool each) { return each; }));
    bool any_stable = false;
    for (std::size_t place = 0; place < most.size(); ++place) {
        EXPECT_EQ(found.stable[place], most[place] == least[place]) << place;
        any_stable = any_stable || most[place] == least[place];
    }
    EXPECT_EQ(found.has_stable_place(), any_stable);
}

TEST(NetReachability, FindsWhatAPlainSearchFindsWhetherPlacesAreJoinedOrNot) {
    for (std::uint64_t seed = 0; seed < few_or(120); ++seed) {
        const Net net =
            seed % 3 == 0 ? test::random_cycles(seed) : test::random_net(seed, 1 + static_cast<Tokens>(seed % 3));
        const test::PlainMarkings plain = test::reach_plainly(net);
        for (const bool join_places : {true, false}) {
            SCOPED_TRACE(std::to_string(seed) + (join_places ? " joined" : ""));
            expect_same(reach(net, with(1 + seed % 2, join_places)), plain, net);
        }
    }
}

TEST(NetReachability, CountsTheMarkingsOfTheKanbanSystem) {
    EXPECT_EQ(reach(test::kanban(4), with(1)).counters.states.digits, "454475");
    const NetReachability found = reach(test::kanban(5), with(2));
    EXPECT_EQ(found.counters.states.digits, "2546432");
    EXPECT_EQ(found.counters.transitions.digits, "24460016");
    EXPECT_EQ(found.max_tokens, 5U);
    EXPECT_EQ(found.max_sum, 20U);
}

TEST(NetReachability, NodesAreCollectedInTheMiddleOfOperations) {
    for (const unsigned workers : {1U, 3U}) {
        NetReachOptions options = with(workers);
        options.order = CounterOrder::given;
        options.diagrams.collect_from = 0;
        options.diagrams.max_buckets = 6144;
        const NetReachability found = reach(test::kanban(8), options);
        EXPECT_EQ(found.counters.states.digits, "133865325");
        EXPECT_GT(found.counters.diagrams.collections, 0U) << workers;
    }
}

TEST(NetReachability, TransitionsThatTakeTwoTokensOfAUnitAreNeverEnabled) {
    Net net;
    net.places = {{"a", 1}, {"b", 0}};
    net.transitions = {{"there", {{0}}, {{1}}}, {"back", {{1}}, {{0}}}, {"both", {{0}, {1}}, {{0}, {1}}}};
    const NetReachability found = reach(net, with(1));
    EXPECT_EQ(found.levels.size(), 1U);
    EXPECT_EQ(found.counters.transitions.digits, "2");
    EXPECT_EQ(found.counters.enabled, (std::vector<bool>{true, true, false}));
}

TEST(NetReachability, LevelsAreThoseOfTheNamesThatAreGiven) {
    const Net net = test::producer_and_consumer(3);
    NetReachOptions options = with(1);
    options.levels = {"consuming", "full", "produced", "free", "producing", "waiting"};
    const NetReachability found = reach(net, options);
    EXPECT_EQ(found.counters.states.digits, "16");
    EXPECT_EQ(found.levels, (std::vector<std::vector<std::uint32_t>>{{4, 5}, {3}, {0, 1}, {2}}));
    options.levels.pop_back();
    options.levels.erase(options.levels.begin() + 3);
    EXPECT_EQ(message_of([&] { reach(net, options); }), "the order leaves out the place 'free'");
    options.levels.emplace_back("nowhere");
    EXPECT_EQ(message_of([&] { reach(net, options); }),
              "the order names a place 'nowhere', which the net does not have");
}

TEST(NetReachability, PlacesWithMoreTokensThanCanBeCountedAreErrors) {
    Net net;
    net.places = {{"one", 1}, {"many", 5'000'000}};
    net.transitions = {{"from", {{1}}, {{0}}}};
    EXPECT_EQ(message_of([&] { reach(net, with(1)); }),
              "the place 'many' holds 5000000 tokens; by decision diagrams, a place holds at most 4194303");
    net.places[1].tokens = 0;
    net.transitions = {{"to", {{0}}, {{0}, {1, 5'000'000}}}};
    EXPECT_NE(message_of([&] { reach(net, with(1)); }).find("puts 5000000 tokens into 'many'"), std::string::npos);
    net.transitions = {{"to", {{0}}, {{0}, {1, 50'000}}}};
    EXPECT_NE(message_of([&] { reach(net, with(1)); }).find("'many' has no bound"), std::string::npos);
    net.transitions = {{"never", {{1, 5'000'000}}, {}}};
    EXPECT_FALSE(reach(net, with(1)).quasi_live());
    net.places[1].tokens = 5'000'000;
    net.transitions = {{"read", {{1, 5'000'000}}, {{1, 5'000'000}}}};
    EXPECT_EQ(reach(net, with(1)).max_tokens, 5'000'000U) << "a place that never changes";
}

}  // namespace
}  // namespace scrump::petri
