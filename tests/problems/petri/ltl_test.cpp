// Formulas of paths hold on nets as an evaluation of all short paths says: by diagrams and by visiting markings. Of
// nets of the Model Checking Contest they are what its oracle says.

#include <scrump/problems/petri/ltl.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/problems/petri/net_sets.hpp>

#include "states/liveness/random_graphs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;

// A net of few markings: each transition moves a token from a place to another one, and one may take it away for ever.
Net random_net(std::mt19937_64& random) {
    Net net;
    const auto places = 2 + static_cast<std::uint32_t>(random() % 3);
    for (std::uint32_t i = 0; i < places; ++i)
        net.places.push_back({.name = "p" + std::to_string(i), .tokens = static_cast<Tokens>(random() % 2)});
    net.places[0].tokens = 1;
    const auto transitions = 2 + static_cast<std::uint32_t>(random() % 4);
    for (std::uint32_t i = 0; i < transitions; ++i) {
        Transition transition{.name = "t" + std::to_string(i)};
        transition.takes.push_back({.place = static_cast<std::uint32_t>(random() % places)});
        if (random() % 5 != 0) transition.puts.push_back({.place = static_cast<std::uint32_t>(random() % places)});
        net.transitions.push_back(std::move(transition));
    }
    return net;
}

Formula of_marking(const Net& net, std::mt19937_64& random) {
    if (random() % 3 == 0)
        return {.kind = Kind::at_most,
                .left = {.constant = 1},
                .right = {.places = {static_cast<std::uint32_t>(random() % net.places.size())}}};
    if (random() % 6 == 0) return {.kind = Kind::deadlock};
    return {.kind = Kind::enabled, .transitions = {static_cast<std::uint32_t>(random() % net.transitions.size())}};
}

// A formula of linear temporal logic whose propositions p0, p1, … are formulas of markings.
Formula of_path(const LtlFormula& formula, const std::vector<Formula>& of_markings) {
    const auto part = [&](const LtlFormula& of) { return of_path(of, of_markings); };
    const auto negated = [](Formula of) { return Formula{.kind = Kind::negation, .parts = {std::move(of)}}; };
    switch (formula.kind()) {
        case LtlFormula::Kind::yes:
            return {.kind = Kind::yes};
        case LtlFormula::Kind::no:
            return {.kind = Kind::no};
        case LtlFormula::Kind::proposition:
            return of_markings[std::stoul(formula.name().substr(1))];
        case LtlFormula::Kind::negation:
            return negated(part(formula.left()));
        case LtlFormula::Kind::next:
            return {.kind = Kind::next, .parts = {part(formula.left())}};
        case LtlFormula::Kind::conjunction:
            return {.kind = Kind::all, .parts = {part(formula.left()), part(formula.right())}};
        case LtlFormula::Kind::disjunction:
            return {.kind = Kind::any, .parts = {part(formula.left()), part(formula.right())}};
        case LtlFormula::Kind::until:
            return {.kind = Kind::until, .parts = {part(formula.left()), part(formula.right())}};
        case LtlFormula::Kind::release:
            return negated(
                {.kind = Kind::until, .parts = {negated(part(formula.left())), negated(part(formula.right()))}});
    }
    return {};
}

// All markings with their steps, by number; the propositions are those formulas.
scrump::test::RandomGraph graph_of(const Net& net, const std::vector<Formula>& propositions) {
    scrump::test::RandomGraph graph;
    graph.of_states = static_cast<unsigned>(propositions.size());
    std::map<std::vector<Tokens>, std::uint32_t> numbers;
    std::vector<std::vector<Tokens>> markings;
    const auto number_of = [&](const std::vector<Tokens>& marking) {
        const auto [place, is_new] = numbers.try_emplace(marking, static_cast<std::uint32_t>(markings.size()));
        if (is_new) markings.push_back(marking);
        return place->second;
    };
    std::vector<Tokens> initial;
    for (const Place& place : net.places) initial.push_back(place.tokens);
    number_of(initial);
    for (std::size_t i = 0; i < markings.size(); ++i) {
        const std::vector<Tokens> marking = markings[i];
        graph.successors.emplace_back();
        graph.letters.push_back(0);
        for (std::size_t j = 0; j < propositions.size(); ++j)
            if (holds_in(net, propositions[j], marking)) graph.letters[i] |= std::uint64_t{1} << j;
        for (const Transition& transition : net.transitions) {
            if (marking[transition.takes[0].place] == 0) continue;
            std::vector<Tokens> next = marking;
            --next[transition.takes[0].place];
            for (const Arc& arc : transition.puts) ++next[arc.place];
            graph.successors[i].push_back(number_of(next));
        }
    }
    return graph;
}

bool holds_by_diagrams(const Net& net, const Formula& formula) {
    const NetCounters counters(net, {});
    NetReachOptions how;
    how.diagrams.tasks.workers = 1;
    bool holds = false;
    static_cast<void>(scrump::reach(counters.system(), counters.options(how), [&](CounterSets& sets) {
        NetSets of_net(net, counters, sets);
        holds = holds_on_paths(sets, formula, [&](const Formula& of) { return of_net.satisfying(of); });
    }));
    return holds;
}

// The transitions can be fired one after another; the cycle comes back, or ends in a deadlock.
void expect_path(const Net& net, const LtlAnswer& answer) {
    std::vector<Tokens> marking;
    for (const Place& place : net.places) marking.push_back(place.tokens);
    const auto is_enabled = [&](const Transition& transition) {
        return std::ranges::all_of(transition.takes, [&](const Arc& arc) { return marking[arc.place] >= arc.weight; });
    };
    const auto fire = [&](std::uint32_t number) {
        const Transition& transition = net.transitions.at(number);
        ASSERT_TRUE(is_enabled(transition));
        for (const Arc& arc : transition.takes) marking[arc.place] -= arc.weight;
        for (const Arc& arc : transition.puts) marking[arc.place] += arc.weight;
    };
    for (const std::uint32_t step : answer.path.value()) fire(step);
    const std::vector<Tokens> first = marking;
    for (const std::uint32_t step : answer.cycle) fire(step);
    EXPECT_EQ(marking, first);
    if (answer.cycle.empty()) {
        EXPECT_TRUE(std::ranges::none_of(net.transitions, is_enabled));
    }
}

TEST(LtlOfNets, AgreesWithAllShortPaths) {
    std::mt19937_64 random(11);
    unsigned held = 0, checked = 0;
    while (checked < 250) {
        const Net net = random_net(random);
        const std::vector<Formula> propositions = {of_marking(net, random), of_marking(net, random)};
        const scrump::test::RandomGraph graph = graph_of(net, propositions);
        if (graph.successors.size() > 12) continue;
        ++checked;
        LtlFormula formula = scrump::test::random_formula(random, 2, 2 + static_cast<unsigned>(random() % 9));
        // Of components of several states, with several acceptance sets.
        if (checked % 3 == 0) formula = ltl::implies(scrump::parse_ltl("G F p0 && G F (p1 && X !p0)"), formula);
        const bool on_all = random() % 2 == 0;
        const Formula asked{.kind = on_all ? Kind::every_path : Kind::some_path,
                            .parts = {of_path(formula, propositions)}};
        const LtlAnswer by_states = check_ltl(net, asked, {.workers = 1});
        ASSERT_TRUE(by_states.holds.has_value());
        ASSERT_EQ(holds_by_diagrams(net, asked), *by_states.holds) << to_string(net, asked);
        ASSERT_EQ(by_states.path.has_value(), *by_states.holds != on_all);
        if (by_states.path) expect_path(net, by_states);
        // Short paths are all where they show it, and some where they do not.
        if (*by_states.holds == on_all) {
            ASSERT_TRUE(scrump::test::holds_on_short_paths(graph, on_all ? formula : !formula, 6))
                << to_string(net, asked);
        }
        held += *by_states.holds ? 1U : 0U;
    }
    EXPECT_GT(held, checked / 5);
    EXPECT_LT(held, checked - checked / 5);
}

// The same net with a place for each transition, which is marked if that was the last one: a transition becomes
// several, one for each of those that may have been before it.
Net with_last_steps(const Net& net) {
    const auto places = static_cast<std::uint32_t>(net.places.size());
    const auto transitions = static_cast<std::uint32_t>(net.transitions.size());
    Net result{.places = net.places};
    for (std::uint32_t i = 0; i <= transitions; ++i)
        result.places.push_back({.name = "last" + std::to_string(i), .tokens = i == transitions ? 1U : 0U});
    for (std::uint32_t i = 0; i < transitions; ++i) {
        for (std::uint32_t before = 0; before <= transitions; ++before) {
            Transition transition = net.transitions[i];
            transition.takes.push_back({.place = places + before});
            transition.puts.push_back({.place = places + i});
            result.transitions.push_back(std::move(transition));
        }
    }
    return result;
}

// A formula of the first net, of the second: a step is seen by the place that is marked after it.
Formula of_last_steps(const Formula& formula, const Net& net) {
    const auto places = static_cast<std::uint32_t>(net.places.size());
    const auto transitions = static_cast<std::uint32_t>(net.transitions.size());
    Formula result = formula;
    for (Formula& part : result.parts) part = of_last_steps(part, net);
    if (formula.kind == Kind::enabled) {
        result.transitions.clear();
        for (const std::uint32_t each : formula.transitions)
            for (std::uint32_t i = 0; i <= transitions; ++i) result.transitions.push_back(each * (transitions + 1) + i);
    }
    if (formula.kind != Kind::fires) return result;
    const std::uint32_t fired = formula.transitions.at(0);
    const auto effect = [&](std::uint32_t i) {
        std::map<std::uint32_t, int> change;
        for (const Arc& arc : net.transitions[i].takes) --change[arc.place];
        for (const Arc& arc : net.transitions[i].puts) ++change[arc.place];
        std::erase_if(change, [](const auto& each) { return each.second == 0; });
        return change;
    };
    Formula last{.kind = Kind::at_most, .left = {.constant = 1}};
    for (std::uint32_t i = 0; i < transitions; ++i)
        if (effect(i) == effect(fired)) last.right.places.push_back(places + i);
    Formula enabled = of_last_steps({.kind = Kind::enabled, .transitions = {fired}}, net);
    return {.kind = Kind::all, .parts = {std::move(enabled), {.kind = Kind::next, .parts = {std::move(last)}}}};
}

TEST(LtlOfNets, SeesSteps) {
    std::mt19937_64 random(5);
    unsigned held = 0;
    for (unsigned checked = 0; checked < 150; ++checked) {
        const Net net = random_net(random);
        const auto transition = static_cast<std::uint32_t>(random() % net.transitions.size());
        const std::vector<Formula> propositions = {{.kind = Kind::fires, .transitions = {transition}},
                                                   of_marking(net, random)};
        LtlFormula formula = scrump::test::random_formula(random, 2, 2 + static_cast<unsigned>(random() % 7));
        if (checked % 3 == 0) formula = ltl::implies(scrump::parse_ltl("G F p0"), formula);
        const Formula asked{.kind = random() % 2 == 0 ? Kind::every_path : Kind::some_path,
                            .parts = {of_path(formula, propositions)}};
        const LtlAnswer answer = check_ltl(net, asked, {.workers = 1});
        ASSERT_EQ(holds_by_diagrams(with_last_steps(net), of_last_steps(asked, net)), answer.holds)
            << to_string(net, asked);
        if (answer.path) expect_path(net, answer);
        held += *answer.holds ? 1U : 0U;
        // The same answer beside others, whatever was simplified.
        const Checked found = check(net, {{.id = "steps", .formula = asked}}, {});
        ASSERT_EQ(found.verdicts[0].holds, answer.holds) << to_string(net, asked);
    }
    EXPECT_GT(held, 30U);
    EXPECT_LT(held, 120U);
}

TEST(LtlOfNets, RefusesStepsInDiagrams) {
    const Net net{.places = {{"a", 1}}, .transitions = {{"stay", {{0}}, {{0}}}}};
    const Formula formula{.kind = Kind::some_path, .parts = {{.kind = Kind::fires, .transitions = {0}}}};
    EXPECT_THROW(static_cast<void>(holds_by_diagrams(net, formula)), Error);
}

TEST(LtlOfNets, StaysInADeadlock) {
    // One token, which moves once.
    const Net net{.places = {{"a", 1}, {"b", 0}}, .transitions = {{"move", {{0, 1}}, {{1, 1}}}}};
    const Formula at_b{.kind = Kind::at_most, .left = {.constant = 1}, .right = {.places = {1}}};
    const Formula ends{.kind = Kind::every_path,
                       .parts = {{.kind = Kind::eventually, .parts = {{.kind = Kind::always, .parts = {at_b}}}}}};
    EXPECT_TRUE(holds_by_diagrams(net, ends));
    EXPECT_TRUE(*check_ltl(net, ends, {.workers = 1}).holds);
    const Formula never{.kind = Kind::every_path,
                        .parts = {{.kind = Kind::always, .parts = {{.kind = Kind::negation, .parts = {at_b}}}}}};
    EXPECT_FALSE(holds_by_diagrams(net, never));
    const LtlAnswer answer = check_ltl(net, never, {.workers = 1});
    EXPECT_FALSE(*answer.holds);
    EXPECT_EQ(answer.path, std::vector<std::uint32_t>{0});
    EXPECT_TRUE(answer.cycle.empty());
}

TEST(LtlOfNets, RefusesFormulasThatAreNotOfPaths) {
    const Net net{.places = {{"a", 1}}, .transitions = {}};
    EXPECT_THROW(static_cast<void>(check_ltl(net, {.kind = Kind::yes}, {})), Error);
    EXPECT_THROW(static_cast<void>(holds_by_diagrams(net, {.kind = Kind::deadlock})), Error);
}

}  // namespace
}  // namespace scrump::petri
