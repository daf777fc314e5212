#include <scrump/problems/petri/detail/visits.hpp>

#include "plain_answers.hpp"
#include "plain_formulas.hpp"
#include "random_nets.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/detail/open_questions.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

bool is_reached(const test::PlainGraph& graph, const Formula& goal) {
    const std::vector<bool> values = graph.values(goal);
    return std::ranges::find(values, true) != values.end();
}

std::int64_t largest(const test::PlainGraph& graph, const Sum& sum) {
    std::int64_t most = sum.constant;
    for (const std::vector<Tokens>& marking : graph.markings()) {
        std::int64_t value = sum.constant;
        for (const std::uint32_t place : sum.places) value += marking[place];
        most = std::max(most, value);
    }
    return most;
}

TEST(Visits, SeeTheSameInAReducedSpace) {
    std::uint64_t all = 0, reduced = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Net net = seed % 3 == 0 ? test::random_cycles(seed) : test::random_net(seed, 2);
        test::RandomFormulas random(net, seed);
        const test::PlainGraph graph(net);
        const Sought sought{.goals = {random.of_marking(2), {.kind = Formula::Kind::deadlock}}, .sums = {random.sum()}};
        for (const NetReduction each : {NetReduction::none, NetReduction::stubborn}) {
            const Visits visits = visit_markings(net, sought, each, {.workers = 1});
            ASSERT_TRUE(visits.all);
            for (std::size_t i = 0; i < sought.goals.size(); ++i)
                EXPECT_EQ(visits.seen.goals[i], is_reached(graph, sought.goals[i])) << seed;
            EXPECT_EQ(visits.seen.most.front(), largest(graph, sought.sums.front())) << seed;
            (each == NetReduction::none ? all : reduced) += visits.markings;
        }
    }
    EXPECT_LT(reduced, all);
}

// Cycles that do not know of each other.
Net independent_cycles(std::uint32_t number) {
    Net net;
    for (std::uint32_t i = 0; i < 2 * number; i += 2) {
        net.places.insert(net.places.end(), {{"p" + std::to_string(i), 1}, {"p" + std::to_string(i + 1)}});
        net.transitions.push_back({"t" + std::to_string(i), {{i}}, {{i + 1}}});
        net.transitions.push_back({"t" + std::to_string(i + 1), {{i + 1}}, {{i}}});
    }
    return net;
}

TEST(Visits, AreOfAllMarkingsWhereOtherThingsAreSought) {
    const Net net = independent_cycles(6);
    const Sought deadlock{.goals = {{.kind = Formula::Kind::deadlock}}};
    EXPECT_EQ(visit_markings(net, deadlock, NetReduction::stubborn, {.workers = 1}).markings, 2U);
    Sought sought = deadlock;
    sought.changed = true;
    const Visits visits = visit_markings(net, sought, NetReduction::stubborn, {.workers = 1});
    EXPECT_EQ(visits.markings, 64U);
    EXPECT_EQ(visits.seen.changed, std::vector<bool>(12, true));
}

TEST(Visits, EndWhereTheOnlyGoalIs) {
    const Net net = independent_cycles(10);
    Formula initial{.kind = Formula::Kind::at_most};
    initial.left = {.constant = 1};
    initial.right = {.places = {0}};
    const Visits visits = visit_markings(net, {.goals = {initial}}, NetReduction::none, {.workers = 1});
    EXPECT_TRUE(visits.seen.goals.front());
    EXPECT_FALSE(visits.all);
    EXPECT_LT(visits.markings, 100U);
}

std::vector<Property> random_questions(const Net& net, std::uint64_t seed) {
    test::RandomFormulas random(net, seed);
    std::vector<Property> all;
    for (int i = 0; i < 10; ++i) {
        Formula both{.kind = i % 2 == 0 ? Formula::Kind::all : Formula::Kind::any,
                     .parts = {random.of_marking(1), random.of_marking(1), random.of_marking(0)}};
        Formula path{.kind = i % 2 == 0 ? Formula::Kind::eventually : Formula::Kind::always, .parts = {both}};
        Property& property = all.emplace_back(Property{.id = std::to_string(i)});
        property.formula = {.kind = i % 2 == 0 ? Formula::Kind::some_path : Formula::Kind::every_path,
                            .parts = {std::move(path)}};
    }
    for (const Property::Kind kind : {Property::Kind::deadlock, Property::Kind::one_safe, Property::Kind::quasi_live,
                                      Property::Kind::stable_marking})
        all.push_back({.id = "named " + std::to_string(static_cast<int>(kind)), .kind = kind});
    all.push_back({.id = "bound", .kind = Property::Kind::bound, .formula = {}, .sum = random.sum()});
    return all;
}

TEST(Visits, TellNothingOfWhatWasNotSought) {
    const Net net = independent_cycles(4);
    std::vector<Property> questions;
    for (const Property::Kind kind : {Property::Kind::deadlock, Property::Kind::one_safe, Property::Kind::quasi_live,
                                      Property::Kind::stable_marking, Property::Kind::bound})
        questions.push_back(
            {.id = std::to_string(questions.size()), .kind = kind, .formula = {}, .sum = {.places = {0, 2}}});
    const CheckOptions options;
    OpenQuestions open(net, questions, {}, options, Clock::now());
    open.decide_by_structure();
    ASSERT_EQ(open.count_open(), questions.size());
    const Sought deadlock{.goals = {{.kind = Formula::Kind::deadlock}}};
    const Visits visits = visit_markings(net, deadlock, NetReduction::stubborn, {.workers = 1});
    ASSERT_TRUE(visits.all);
    open.learn(deadlock, visits.seen, visits.all, Method::states);
    for (std::size_t i = 0; i < questions.size(); ++i)
        EXPECT_EQ(open.is_open(i), questions[i].kind != Property::Kind::deadlock) << i;
}

// Diagrams would have no place for the tokens of one more place.
Net with_many_tokens(Net net) {
    const auto many = static_cast<std::uint32_t>(net.places.size());
    net.places.push_back({"many", 5'000'000});
    net.transitions.push_back({"take", {{many, 2'500'000}}, {}});
    return net;
}

TEST(Visits, AnswerTheSameQuestionsReducedOrNot) {
    std::size_t by_states = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Net net = with_many_tokens(test::random_cycles(seed));
        const test::PlainGraph graph(net);
        const std::vector<Property> questions = random_questions(net, seed);
        CheckOptions options;
        options.reach.diagrams.tasks.workers = 1;
        options.reach.diagrams.buckets = 1024;
        options.reach.join_places = false;  // so that the structure tells less
        options.reduction = NetReduction::stubborn;
        const Checked reduced = check(net, questions, options);
        options.reduction = NetReduction::none;
        const Checked whole = check(net, questions, options);
        EXPECT_EQ(reduced.status, Status::complete) << seed;
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const Verdict& verdict = reduced.verdicts[i];
            EXPECT_EQ(verdict.holds, whole.verdicts[i].holds) << seed << ' ' << verdict.id;
            EXPECT_EQ(verdict.bound, whole.verdicts[i].bound) << seed << ' ' << verdict.id;
            if (questions[i].kind == Property::Kind::formula) {
                EXPECT_EQ(verdict.holds, graph.values(questions[i].formula)[0]) << seed << ' ' << verdict.id;
            }
            if (verdict.method == Method::states) ++by_states;
        }
    }
    EXPECT_GT(by_states, 20U);
}

// Diagrams would have no place for the tokens.
Net net_of_many_tokens() {
    Net net;
    net.places = {{"many", 5'000'000}, {"few", 0}};
    net.transitions = {{"take", {{0, 2'500'000}}, {{1, 1}}}};
    return net;
}

TEST(Visits, AreMadeIfDiagramsHaveNoPlaceForThem) {
    const Net net = net_of_many_tokens();
    const Formula never = test::at_most({.constant = 3}, {.places = {1}});
    const Formula ends = test::quantified(Formula::Kind::every_path, Formula::Kind::eventually,
                                          Formula{.kind = Formula::Kind::deadlock});
    std::vector<Property> properties{
        test::asked(test::quantified(Formula::Kind::some_path, Formula::Kind::eventually, never)), test::asked(ends)};
    properties.push_back({.id = "few", .kind = Property::Kind::bound, .formula = {}, .sum = {.places = {1}}});
    properties.push_back(test::question("StableMarking"));
    properties.push_back(test::question("QuasiLiveness"));
    const Checked found = check(net, properties, test::with_workers(1));
    test::expect_plain_answers(net, properties, found);
    EXPECT_EQ(found.verdicts[0].method, Method::states);
    EXPECT_EQ(found.verdicts[2].method, Method::states);
    EXPECT_EQ(found.verdicts[2].bound, 2U);
    EXPECT_FALSE(found.verdicts[1].is_known());
    EXPECT_EQ(found.verdicts[1].why,
              "the place 'many' holds 5000000 tokens; by decision diagrams, a place holds at most 4194303");
    EXPECT_EQ(found.status, Status::stuck);
    EXPECT_EQ(to_string(found.verdicts[1]), "unknown");
    EXPECT_EQ(to_string(found.verdicts[2]), "2");
}

}  // namespace
}  // namespace scrump::petri
