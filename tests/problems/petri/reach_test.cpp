#include <scrump/problems/petri/reach.hpp>

#include "nets.hpp"
#include "problems/exploration.hpp"
#include "random_nets.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/markings.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stop_token>
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
            NetReachOptions options = with(1 + seed % 2, join_places);
            if (seed % 4 < 2) {
                options.order = CounterOrder::given;
                options.reorder = Reordering{1.1, 1};
            }
            expect_same(reach(net, options), plain, net);
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

// The marking after these transitions, each of which is enabled.
std::vector<Tokens> fired(const Net& net, const std::vector<std::uint32_t>& transitions) {
    std::vector<Tokens> tokens;
    for (const Place& place : net.places) tokens.push_back(place.tokens);
    for (const std::uint32_t each : transitions) {
        for (const Arc& arc : net.transitions[each].takes) {
            EXPECT_GE(tokens[arc.place], arc.weight);
            tokens[arc.place] -= arc.weight;
        }
        for (const Arc& arc : net.transitions[each].puts) tokens[arc.place] += arc.weight;
    }
    return tokens;
}

// A shortest path to a marking that is one of those farthest away, and to a nearest deadlock.
std::size_t expect_paths(const Net& net, bool join_places) {
    const Markings model(net);
    const auto plain = scrump::test::explore_plainly(model);
    const auto [farthest, its] =
        *std::ranges::max_element(plain.states, {}, [](const auto& each) { return each.second.level; });
    NetReachOptions options = with(1, join_places);
    options.path_to = model.decode(farthest);
    const NetReachability found = reach(net, options);
    EXPECT_EQ(found.reaches_marking, true);
    EXPECT_EQ(found.path.value().size(), its.level);
    EXPECT_EQ(fired(net, *found.path), *options.path_to);

    const auto is_dead = [&](const Marking& marking) {
        bool dead = true;
        model.successors(marking, [&](MarkingSpan) { dead = false; });
        return dead;
    };
    const auto nearest = plain.nearest(is_dead);
    EXPECT_EQ(found.deadlock_path.has_value(), nearest.has_value());
    if (!nearest) return 0;
    EXPECT_EQ(found.deadlock_path->size(), plain.states.at(*nearest).level);
    const std::vector<Tokens> dead = fired(net, *found.deadlock_path);
    EXPECT_TRUE(std::ranges::any_of(
        plain.states, [&](const auto& each) { return model.decode(each.first) == dead && is_dead(each.first); }));
    return found.deadlock_path->size();
}

TEST(NetReachability, PathsAreShortestOnesOfTransitionsThatAreFired) {
    std::size_t steps = 0;
    for (std::uint64_t seed = 0; seed < few_or(20); ++seed) {
        SCOPED_TRACE(seed);
        for (const bool join_places : {true, false}) {
            steps += expect_paths(test::random_net(seed, 3), join_places);
            steps += expect_paths(test::random_cycles(seed), join_places);
        }
    }
    EXPECT_GT(steps, 0U);
}

TEST(NetReachability, ThereIsNoPathToAMarkingThatIsNotReached) {
    const Net net = test::kanban(1);
    NetReachOptions options = with(1);
    options.path_to.emplace(net.places.size(), 1);
    const NetReachability found = reach(net, options);
    EXPECT_EQ(found.reaches_marking, false);
    EXPECT_FALSE(found.path);
    EXPECT_FALSE(found.deadlock_path);
    options.path_to->pop_back();
    EXPECT_EQ(message_of([&] { reach(net, options); }),
              "reach: the marking to which a path is wanted has tokens of " + std::to_string(net.places.size() - 1) +
                  " places; expected those of each of " + std::to_string(net.places.size()));
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

TEST(NetReachability, AStoppedSearchTellsTheOrderInUse) {
    const Net net = test::kanban(1000);
    NetReachOptions options = with(1);
    for (const Place& each : net.places) options.levels.insert(options.levels.begin(), each.name);
    std::stop_source stop;
    options.diagrams.tasks.stop = stop.get_token();
    options.diagrams.progress_interval = std::chrono::milliseconds(1);
    options.diagrams.progress = [&](const DiagramProgress&) { stop.request_stop(); };
    const NetReachability found = reach(net, options);
    EXPECT_EQ(found.counters.status, Status::cancelled);
    EXPECT_TRUE(found.bounds.empty());
    std::vector<std::string> names;
    for (const std::vector<std::uint32_t>& level : found.levels)
        for (const std::uint32_t place : level) names.push_back(net.places[place].name);
    EXPECT_EQ(names, options.levels);
}

TEST(NetReachability, ASearchThatIsStoppedBeforeItChoseAnOrderTellsNone) {
    const Net net = test::kanban(1000);
    NetReachOptions options = with(1);
    options.diagrams.tasks.time_limit = std::chrono::nanoseconds(0);
    EXPECT_TRUE(reach(net, options).levels.empty());
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
