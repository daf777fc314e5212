#include <scrump/problems/petri/detail/stubborn_sets.hpp>

#include "nets.hpp"
#include "plain_formulas.hpp"
#include "problems/exploration.hpp"
#include "random_nets.hpp"
#include "support/data.hpp"

#include <scrump/problems/files/ext/unpacked.hpp>
#include <scrump/problems/petri/detail/goals.hpp>
#include <scrump/problems/petri/markings.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/properties.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

// Small nets with weights, places that are only looked at, sources, and transitions without effect.
Net any_net(std::uint64_t seed) {
    return seed % 3 == 0 ? test::random_cycles(seed) : test::random_net(seed, 2);
}

using Visited = std::set<std::vector<Tokens>>;

Visited visit(const Markings& model) {
    Visited all;
    for (const auto& [marking, found] : scrump::test::explore_plainly(model).states) all.insert(model.decode(marking));
    return all;
}

Visited deadlocks_of(const Net& net, const Visited& markings) {
    Visited deadlocks;
    for (const std::vector<Tokens>& each : markings)
        if (holds_in(net, {.kind = Formula::Kind::deadlock}, each)) deadlocks.insert(each);
    return deadlocks;
}

TEST(StubbornSets, KeepAllDeadlocksOfRandomNets) {
    std::size_t with_deadlocks = 0, smaller = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        const Visited all = visit(Markings(net));
        const Visited reduced = visit(Markings(net, NetReduction::stubborn));
        const Visited deadlocks = deadlocks_of(net, all);
        EXPECT_EQ(deadlocks_of(net, reduced), deadlocks) << seed;
        EXPECT_TRUE(std::ranges::includes(all, reduced)) << seed;
        if (!deadlocks.empty()) ++with_deadlocks;
        if (reduced.size() < all.size()) ++smaller;
    }
    EXPECT_GT(with_deadlocks, 100U);
    EXPECT_GT(smaller, 100U);
}

TEST(StubbornSets, KeepShortestPathsToDeadlocks) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        const auto reduced = scrump::test::explore_plainly(Markings(net, NetReduction::stubborn));
        const auto all = scrump::test::explore_plainly(Markings(net));
        for (const auto& [marking, found] : reduced.states)
            if (holds_in(net, {.kind = Formula::Kind::deadlock}, Markings(net).decode(marking))) {
                EXPECT_EQ(found.level, all.states.at(marking).level) << seed;
            }
    }
}

TEST(StubbornSets, OnlyDeadlocksEndTheReducedSpace) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        const StubbornSets sets(net, {{.kind = Formula::Kind::deadlock}}, {});
        for (const std::vector<Tokens>& each : visit(Markings(net)))
            EXPECT_EQ(sets.choose(each).empty(), holds_in(net, {.kind = Formula::Kind::deadlock}, each)) << seed;
    }
}

TEST(StubbornSets, KeepWhetherFormulasOfRandomNetsAreReached) {
    std::size_t reached = 0, smaller = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Net net = any_net(seed);
        test::RandomFormulas formulas(net, seed);
        const test::PlainGraph graph(net);
        for (int i = 0; i < 12; ++i) {
            const std::vector<Formula> goals = {formulas.of_marking(3), formulas.of_marking(2)};
            const bool one = i % 3 != 0;  // or both, and a sum
            const SoughtMarkings sought{.goals = one ? std::vector{goals.front()} : goals,
                                        .sums = one ? std::vector<Sum>() : std::vector{formulas.sum()}};
            const Visited visited = visit(Markings(net, NetReduction::stubborn, sought));
            for (const Formula& goal : sought.goals) {
                const std::vector<bool> values = graph.values(goal);
                const bool is_reached = std::ranges::find(values, true) != values.end();
                EXPECT_EQ(std::ranges::any_of(visited, [&](const auto& each) { return holds_in(net, goal, each); }),
                          is_reached)
                    << seed << ": " << to_string(net, goal);
                if (is_reached) ++reached;
            }
            for (const Sum& sum : sought.sums) {
                const auto most = [&](const auto& markings) {
                    std::int64_t value = 0;
                    for (const std::vector<Tokens>& each : markings) {
                        std::int64_t here = sum.constant;
                        for (const std::uint32_t place : sum.places) here += each[place];
                        value = std::max(value, here);
                    }
                    return value;
                };
                EXPECT_EQ(most(visited), most(graph.markings())) << seed;
            }
            if (visited.size() < graph.markings().size()) ++smaller;
        }
    }
    EXPECT_GT(reached, 1'000U);
    EXPECT_GT(smaller, 1'000U);
}

// Independent cycles of three places each, which a shared place may stop.
Net cycles(std::uint32_t number) {
    Net net;
    for (std::uint32_t i = 0; i < number; ++i) {
        for (std::uint32_t place = 0; place < 3; ++place)
            net.places.push_back({"p" + std::to_string(i) + std::to_string(place), place == 0 ? 1U : 0U});
        for (std::uint32_t place = 0; place < 2; ++place)
            net.transitions.push_back(
                {"t" + std::to_string(i) + std::to_string(place), {{3 * i + place, 1}}, {{3 * i + place + 1, 1}}});
    }
    return net;
}

TEST(StubbornSets, VisitOneOrderOfIndependentTransitions) {
    const Net net = cycles(8);
    EXPECT_EQ(visit(Markings(net, NetReduction::stubborn)).size(), 2U * 8 + 1);
    Formula last_of_first{.kind = Formula::Kind::at_most};
    last_of_first.left = {.constant = 1};
    last_of_first.right = {.places = {2}};
    EXPECT_EQ(visit(Markings(net, NetReduction::stubborn, {.goals = {last_of_first}})).size(), 3U);
    EXPECT_EQ(visit(Markings(net, NetReduction::stubborn, {.goals = {}, .sums = {{.places = {4}}}})).size(), 2U)
        << "the place gets its token at once";
}

// One transition is in conflict with another one that a choice between two may enable: if it is fired alone, what is
// fired after the choice is missed.
TEST(StubbornSets, ThatLeadToOthersHaveThese) {
    const Net first{.places = {{"a", 1}, {"b", 1}, {"q", 0}, {"r", 0}},
                    .transitions = {{"t", {{0}}, {}}, {"d", {{0}, {2}}, {{3}}}, {"u", {{1}}, {{2}}}, {"v", {{1}}, {}}}};
    Net second = first;
    std::ranges::reverse(second.transitions);
    for (const Net& net : {first, second}) {
        EXPECT_EQ(deadlocks_of(net, visit(Markings(net, NetReduction::stubborn))),
                  (Visited{{0, 0, 1, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}}));
    }
}

// Whether the nets of the Model Checking Contest have a deadlock, by its oracle.
std::map<std::string, bool> oracle_of_deadlocks() {
    std::ifstream lines(scrump::test::data("mcc/answers.tsv"));
    std::map<std::string, bool> deadlocks;
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
        if (row.size() > 5) deadlocks[row[0]] = row[5] == "true";
    }
    return deadlocks;
}

std::string text_of_contest(const std::string& name) {
    const std::string file = scrump::test::data("mcc/" + name);
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return files::unpacked(text.str(), file);
}
Net net_of_contest(const std::string& name) {
    return parse_pnml(text_of_contest(name + "/model.pnml.xz"), name);
}

// Some of them have more than 10^16 markings.
TEST(StubbornSets, FindTheDeadlocksOfTheModelCheckingContest) {
    SCRUMP_NEEDS_LARGE_DATA("mcc/answers.tsv");
    const std::map<std::string, bool> oracle = oracle_of_deadlocks();
    for (const char* name : {"AutoFlight-PT-02a", "BART-PT-002", "CircularTrains-PT-024", "DLCround-PT-05a",
                             "ERK-PT-001000", "Eratosthenes-PT-020", "FMS-PT-00020", "HouseConstruction-PT-00005",
                             "JoinFreeModules-PT-0004", "Kanban-PT-00050", "NeoElection-PT-2", "Parking-PT-208"}) {
        const Markings model(net_of_contest(name), NetReduction::stubborn);
        EXPECT_EQ(scrump::test::explore_plainly(model).deadlocks > 0, oracle.at(name)) << name;
    }
}

TEST(StubbornSets, AnswerFormulasOfTheModelCheckingContest) {
    SCRUMP_NEEDS_LARGE_DATA("mcc/formulas.tsv");
    std::map<std::string, std::string> oracle;
    std::ifstream lines(scrump::test::data("mcc/formulas.tsv"));
    for (std::string model, category, formula, answer; lines >> model >> category >> formula >> answer;)
        oracle[formula] = answer;
    const Net net = net_of_contest("AutoFlight-PT-02a");
    std::size_t answered = 0, visited = 0;
    for (const char* category : {"ReachabilityCardinality", "ReachabilityFireability"}) {
        const std::string text = text_of_contest("AutoFlight-PT-02a/" + std::string(category) + ".xml.xz");
        for (const Property& property : parse_properties(text, category, net)) {
            const auto goal = goal_of(simplified(property.formula));
            if (!goal) continue;
            const Markings model(net, NetReduction::stubborn, {.goals = {goal->formula}});
            const Visited markings = visit(model);
            const bool is_reached = std::ranges::any_of(
                markings, [&](const std::vector<Tokens>& each) { return holds_in(net, goal->formula, each); });
            EXPECT_EQ(is_reached == goal->if_reached, oracle.at(property.id) == "true") << property.id;
            ++answered;
            visited += markings.size();
        }
    }
    EXPECT_EQ(answered, 32U);
    EXPECT_LT(visited, 32U * 6'949 / 4) << "the net has 6,949 markings";
}

}  // namespace
}  // namespace scrump::petri
