#include <scrump/problems/petri/check.hpp>

#include "nets.hpp"
#include "plain_formulas.hpp"
#include "plain_witness.hpp"
#include "random_nets.hpp"
#include "support/data.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>
#include <scrump/problems/petri/formula_text.hpp>
#include <scrump/problems/petri/ltl.hpp>
#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/properties.hpp>
#include <scrump/problems/petri/questions.hpp>
#include <scrump/problems/petri/units.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;
using Asked = Property::Kind;
using scrump::test::few_or;
using scrump::test::message_of;

CheckOptions with_workers(unsigned workers) {
    CheckOptions options;
    options.reach.diagrams.tasks.workers = workers;
    options.reach.diagrams.buckets = 1024;
    return options;
}

Formula quantified(Kind quantifier, Kind temporal, Formula part) {
    Formula path{.kind = temporal};
    path.parts.push_back(std::move(part));
    Formula result{.kind = quantifier};
    result.parts.push_back(std::move(path));
    return result;
}

Property asked(Formula formula) {
    Property property{.id = "formula"};
    property.formula = std::move(formula);
    return property;
}

std::vector<Tokens> initial_of(const Net& net) {
    std::vector<Tokens> marking;
    for (const Place& place : net.places) marking.push_back(place.tokens);
    return marking;
}

// The marking at the end of a path; none if a transition is not enabled.
std::optional<std::vector<Tokens>> fire(const Net& net, const std::vector<std::uint32_t>& path) {
    std::vector<Tokens> marking = initial_of(net);
    for (const std::uint32_t number : path) {
        const Transition& transition = net.transitions.at(number);
        if (!test::PlainGraph::is_enabled(transition, marking)) return std::nullopt;
        for (const Arc& arc : transition.takes) marking[arc.place] -= arc.weight;
        for (const Arc& arc : transition.puts) marking[arc.place] += arc.weight;
    }
    return marking;
}

std::int64_t value(const Sum& sum, const std::vector<Tokens>& marking) {
    std::int64_t result = sum.constant;
    for (const std::uint32_t place : sum.places) result += marking[place];
    return result;
}

// Answers by a graph of all markings.
class Plainly {
  public:
    explicit Plainly(const Net& net) : net_(net), graph_(net) {}

    bool holds(const Property& property) const {
        switch (property.kind) {
            case Asked::deadlock:
                return any_marking([&](std::size_t i) { return graph_.next(i).empty(); });
            case Asked::one_safe:
                return !any_marking([&](std::size_t i) { return std::ranges::max(graph_.markings()[i]) > 1; });
            case Asked::stable_marking:
                for (std::size_t place = 0; place < net_.places.size(); ++place)
                    if (!any_marking(
                            [&](std::size_t i) { return graph_.markings()[i][place] != net_.places[place].tokens; }))
                        return true;
                return false;
            case Asked::quasi_live:
                return all_transitions(
                    [&](const Formula& enabled) { return quantified(Kind::some_path, Kind::eventually, enabled); });
            case Asked::live:
                return all_transitions([&](const Formula& enabled) {
                    return quantified(Kind::every_path, Kind::always,
                                      quantified(Kind::some_path, Kind::eventually, enabled));
                });
            default:
                if (is_ctl(property.formula)) return graph_.values(property.formula)[0];
                return *check_ltl(net_, property.formula, {.workers = 1}).holds;
        }
    }
    std::int64_t bound(const Sum& sum) const {
        std::int64_t most = value(sum, graph_.markings().front());
        for (const std::vector<Tokens>& marking : graph_.markings()) most = std::max(most, value(sum, marking));
        return most;
    }

  private:
    template <class IsSo>
    bool any_marking(const IsSo& is_so) const {
        for (std::size_t i = 0; i < graph_.markings().size(); ++i)
            if (is_so(i)) return true;
        return false;
    }
    template <class Make>
    bool all_transitions(const Make& make) const {
        for (std::uint32_t i = 0; i < net_.transitions.size(); ++i) {
            Formula enabled{.kind = Kind::enabled};
            enabled.transitions.push_back(i);
            if (!graph_.values(make(enabled))[0]) return false;
        }
        return true;
    }

    const Net& net_;
    test::PlainGraph graph_;
};

// A path of LTL ends in a cycle or a deadlock.
void expect_end_of_lasso(const Net& net, std::vector<std::uint32_t> path, const std::vector<std::uint32_t>& cycle) {
    const auto marking = fire(net, path);
    path.insert(path.end(), cycle.begin(), cycle.end());
    ASSERT_TRUE(marking);
    EXPECT_EQ(fire(net, path), marking) << "the cycle does not close";
    if (!cycle.empty()) return;
    EXPECT_TRUE(std::ranges::none_of(
        net.transitions, [&](const Transition& each) { return test::PlainGraph::is_enabled(each, *marking); }));
}

// Whether a path shows the answer. Such a property is of one marking.
void expect_path_shows(const Net& net, const Property& property, const Verdict& verdict) {
    const auto marking = fire(net, *verdict.path);
    ASSERT_TRUE(marking) << "a transition is not enabled";
    const auto is_stuck = [&] {
        return std::ranges::none_of(
            net.transitions, [&](const Transition& each) { return test::PlainGraph::is_enabled(each, *marking); });
    };
    switch (property.kind) {
        case Asked::deadlock:
            EXPECT_TRUE(*verdict.holds && is_stuck());
            break;
        case Asked::one_safe:
            EXPECT_TRUE(!*verdict.holds && std::ranges::max(*marking) > 1);
            break;
        case Asked::bound:
            EXPECT_EQ(value(property.sum, *marking), static_cast<std::int64_t>(*verdict.bound));
            break;
        case Asked::live: {
            EXPECT_FALSE(*verdict.holds);
            Net from_there = net;
            for (std::size_t place = 0; place < net.places.size(); ++place)
                from_there.places[place].tokens = (*marking)[place];
            EXPECT_FALSE(Plainly(from_there).holds({.kind = Asked::quasi_live}));
            break;
        }
        case Asked::formula: {
            const Formula simple = simplified(property.formula);
            if (is_of_marking(property.formula)) break;
            if (!is_ctl(simple)) {
                expect_end_of_lasso(net, *verdict.path, verdict.cycle);
                break;
            }
            const test::PlainGraph graph(net);
            const test::PlainWitness witness(net, graph, *verdict.path, verdict.cycle);
            EXPECT_TRUE(witness.is_path());
            EXPECT_TRUE(witness.shows(simple, *verdict.holds)) << to_string(net, simple);
            break;
        }
        default:
            ADD_FAILURE() << "no path shows it";
    }
}

std::vector<Property> random_properties(const Net& net, std::uint64_t seed) {
    test::RandomFormulas random(net, seed);
    std::vector<Property> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(asked(quantified(Kind::some_path, Kind::eventually, random.of_marking(2))));
        all.push_back(asked(quantified(Kind::every_path, Kind::always, random.of_marking(2))));
        all.push_back(asked(random.of_ctl(3)));
        Formula until{.kind = Kind::until};
        until.parts = {random.of_marking(1), random.of_marking(1)};
        all.push_back(asked(Formula{.kind = Kind::every_path}));
        all.back().formula.parts.push_back(std::move(until));
        Formula on_paths{.kind = i == 0 ? Kind::some_path : Kind::every_path};
        on_paths.parts.push_back(random.of_path(3));
        all.push_back(asked(std::move(on_paths)));
        all.push_back({.id = "bound", .kind = Asked::bound, .formula = {}, .sum = random.sum()});
    }
    std::ranges::move(properties_of(net, {}), std::back_inserter(all));
    return all;
}

Property question(const std::string& name) {
    return properties_of({}, {.names = {name}}).front();
}

Net random_net_of(std::uint64_t seed) {
    return seed % 3 == 0 ? test::random_cycles(seed) : test::random_net(seed, 1 + static_cast<Tokens>(seed % 3));
}

// How many answers each method gave.
std::map<Method, std::size_t> expect_plain_answers(const Net& net, const std::vector<Property>& properties,
                                                   const Checked& found) {
    const Plainly plainly(net);
    std::map<Method, std::size_t> methods;
    EXPECT_EQ(found.verdicts.size(), properties.size());
    for (std::size_t i = 0; i < properties.size(); ++i) {
        const Property& property = properties[i];
        const Verdict& verdict = found.verdicts[i];
        SCOPED_TRACE(property.id + ": " + to_string(net, property.formula) + " by " + name(verdict.method));
        EXPECT_EQ(verdict.id, property.id);
        if (!verdict.is_known()) continue;
        ++methods[verdict.method];
        if (property.kind == Asked::bound) {
            EXPECT_EQ(static_cast<std::int64_t>(verdict.bound.value()), plainly.bound(property.sum));
        } else {
            EXPECT_EQ(verdict.holds, plainly.holds(property));
        }
        if (verdict.path) expect_path_shows(net, property, verdict);
        // One path shows E that holds and A that does not.
        const Formula simple = simplified(property.formula);
        const bool is_shown = property.kind == Asked::formula && verdict.method == Method::diagrams && is_ctl(simple) &&
                              simple.kind == (*verdict.holds ? Kind::some_path : Kind::every_path);
        EXPECT_TRUE(verdict.path || !is_shown);
    }
    return methods;
}

TEST(Check, AnswersAreThoseOfAPlainEvaluation) {
    std::map<Method, std::size_t> methods;
    for (std::uint64_t seed = 0; seed < few_or(300); ++seed) {
        SCOPED_TRACE(seed);
        const Net net = random_net_of(seed);
        const std::vector<Property> properties = random_properties(net, seed);
        CheckOptions options = with_workers(1 + seed % 2);
        options.reach.join_places = seed % 5 != 0;
        const Checked found = check(net, properties, options);
        EXPECT_EQ(found.status, Status::complete);
        for (const auto& [method, count] : expect_plain_answers(net, properties, found)) methods[method] += count;
    }
    for (const Method method : {Method::structure, Method::walk, Method::diagrams})
        EXPECT_GT(methods[method], few_or(300) / 2) << name(method);
}

TEST(Check, PathsAndCyclesShowAnswersToFormulasOfCtl) {
    std::size_t cycles = 0, long_paths = 0;
    for (std::uint64_t seed = 0; seed < few_or(150); ++seed) {
        SCOPED_TRACE(seed);
        const Net net = random_net_of(seed);
        test::RandomFormulas random(net, seed);
        std::vector<Property> properties;
        for (unsigned i = 0; i < 8; ++i) properties.push_back(asked(random.of_ctl(2 + i % 2)));
        for (const Kind quantifier : {Kind::some_path, Kind::every_path})
            for (const Kind temporal : {Kind::always, Kind::eventually})
                properties.push_back(asked(quantified(quantifier, temporal, random.of_ctl(1))));
        const Checked found = check(net, properties, with_workers(1));
        expect_plain_answers(net, properties, found);
        for (const Verdict& each : found.verdicts) {
            cycles += each.cycle.empty() ? 0U : 1U;
            long_paths += each.path && each.path->size() > 1 ? 1U : 0U;
        }
    }
    EXPECT_GT(cycles, few_or(150) / 3);
    EXPECT_GT(long_paths, few_or(150) / 5);
}

TEST(Check, APathGoesOnToWhatIsWithin) {
    // A token goes around b and c, or to the end.
    const Net net{
        .places = {{"a", 1}, {"b", 0}, {"c", 0}, {"end", 0}},
        .transitions = {{"go", {{0}}, {{1}}}, {"turn", {{1}}, {{2}}}, {"back", {{2}}, {{1}}}, {"leave", {{2}}, {{3}}}}};
    const auto verdict_of = [&](const char* text) {
        return check(net, {asked(parse_ctl(text, net))}, with_workers(1)).verdicts[0];
    };
    using Path = std::vector<std::uint32_t>;
    const Verdict stays = verdict_of("EF (b = 1 & EG end = 0)");
    EXPECT_EQ(stays.path, (Path{0}));
    EXPECT_EQ(stays.cycle, (Path{1, 2}));
    const Verdict ends = verdict_of("AX AF a = 1");
    EXPECT_EQ(ends.holds, false);
    EXPECT_EQ(ends.path, (Path{0, 1, 3}));
    EXPECT_TRUE(ends.cycle.empty());
    const Verdict strays = verdict_of("A ((a = 1 | b = 1) U end = 1)");
    EXPECT_EQ(strays.holds, false);
    EXPECT_EQ(strays.path, (Path{0, 1}));
    EXPECT_FALSE(verdict_of("EG a + b + c <= 1 & EX EX c = 1").path) << "one path does not show both";
}

TEST(Check, AnswersAreToldWhenTheyAreKnown) {
    const Net net = test::kanban(2);
    const std::vector<Property> properties = random_properties(net, 7);
    std::map<std::string, std::size_t> told;
    CheckOptions options = with_workers(2);
    double last = 0;
    options.answered = [&](const Verdict& verdict) {
        EXPECT_TRUE(verdict.is_known());
        EXPECT_GE(verdict.seconds, last);
        last = verdict.seconds;
        ++told[verdict.id];
    };
    const Checked found = check(net, properties, options);
    std::map<std::string, std::size_t> expected;
    for (const Property& each : properties) ++expected[each.id];
    EXPECT_EQ(told, expected);
    EXPECT_EQ(found.reached.counters.states.digits, "4600");
    EXPECT_EQ(found.reached.levels.size(), 16U);
    EXPECT_GT(found.steps_walked, 0U);
}

TEST(Check, LooksForPathsIfItIsToldTo) {
    const Net net = test::kanban(2);
    const std::vector<Property> properties = random_properties(net, 7);
    CheckOptions options = with_workers(1);
    const auto has_path = [](const Verdict& each) { return each.path.has_value(); };
    EXPECT_TRUE(std::ranges::any_of(check(net, properties, options).verdicts, has_path));
    options.find_paths = false;
    EXPECT_FALSE(std::ranges::any_of(check(net, properties, options).verdicts, has_path));
}

// A binary counter: its last bit is set after 2^19 transitions, and no other path leads there.
Net counter_of_bits(std::uint32_t bits) {
    Net net;
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
        net.places.push_back({"zero" + std::to_string(bit), 1});
        net.places.push_back({"one" + std::to_string(bit), 0});
    }
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
        Transition& add = net.transitions.emplace_back();
        add.name = "carry" + std::to_string(bit);
        for (std::uint32_t i = 0; i < bit; ++i) {
            add.takes.push_back({2 * i + 1});
            add.puts.push_back({2 * i});
        }
        add.takes.push_back({2 * bit});
        add.puts.push_back({2 * bit + 1});
    }
    return net;
}

TEST(Check, WhatWalksDoNotSeeMayExist) {
    const Net net = counter_of_bits(20);
    const Formula last = test::at_most({.constant = 1}, {.places = {39}});
    const Formula none = test::at_most({.places = {39}}, {.constant = 0});
    const std::vector<Property> properties{asked(quantified(Kind::some_path, Kind::eventually, last)),
                                           asked(quantified(Kind::every_path, Kind::always, none)),
                                           question("QuasiLiveness"), question("StableMarking")};
    const Checked found = check(net, properties, with_workers(1));
    EXPECT_EQ(found.reached.counters.states.digits, "1048576");
    const std::vector<bool> expected{true, false, true, false};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(found.verdicts[i].holds, expected[i]) << i;
        EXPECT_EQ(found.verdicts[i].method, Method::diagrams) << i;
        EXPECT_FALSE(found.verdicts[i].path) << "it takes too many rounds";
    }
}

// Diagrams would have no place for the tokens.
Net net_of_many_tokens() {
    Net net;
    net.places = {{"many", 5'000'000}, {"few", 0}};
    net.transitions = {{"take", {{0, 2'500'000}}, {{1, 1}}}};
    return net;
}

TEST(Check, MarkingsAreVisitedIfDiagramsHaveNoPlaceForThem) {
    const Net net = net_of_many_tokens();
    const Formula never = test::at_most({.constant = 3}, {.places = {1}});
    const Formula ends = quantified(Kind::every_path, Kind::eventually, Formula{.kind = Kind::deadlock});
    std::vector<Property> properties{asked(quantified(Kind::some_path, Kind::eventually, never)), asked(ends)};
    properties.push_back({.id = "few", .kind = Asked::bound, .formula = {}, .sum = {.places = {1}}});
    properties.push_back(question("StableMarking"));
    properties.push_back(question("QuasiLiveness"));
    const Checked found = check(net, properties, with_workers(1));
    expect_plain_answers(net, properties, found);
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

TEST(Check, OfUnboundedNetsSomeThingsAreKnown) {
    Net net;
    net.places = {{"source", 1}, {"sink", 0}};
    net.transitions = {{"grow", {{0}}, {{0}, {1, 65536}}}};
    const Formula large = test::at_most({.constant = 1'000'000}, {.places = {1}});
    std::vector<Property> properties{asked(quantified(Kind::some_path, Kind::eventually, large)), question("OneSafe"),
                                     question("ReachabilityDeadlock")};
    properties.push_back({.id = "sink", .kind = Asked::bound, .formula = {}, .sum = {.places = {1}}});
    const Checked found = check(net, properties, with_workers(1));
    EXPECT_EQ(found.verdicts[0].holds, true);
    EXPECT_EQ(found.verdicts[0].path->size(), 16U);
    EXPECT_EQ(found.verdicts[1].holds, false);
    EXPECT_EQ(found.verdicts[2].holds, false) << "a transition is always enabled";
    EXPECT_FALSE(found.verdicts[3].is_known());
    EXPECT_NE(found.verdicts[3].why.find("'sink'"), std::string::npos) << found.verdicts[3].why;
    EXPECT_EQ(found.status, Status::stuck);
}

// AX F EF deadlock.
Formula of_neither_ctl_nor_ltl() {
    Formula path = quantified(Kind::every_path, Kind::eventually,
                              quantified(Kind::some_path, Kind::eventually, Formula{.kind = Kind::deadlock}));
    Formula mixed{.kind = Kind::next};
    mixed.parts.push_back(std::move(path.parts.front()));
    Formula whole{.kind = Kind::every_path};
    whole.parts.push_back(std::move(mixed));
    return whole;
}

TEST(Check, FormulasOfNeitherCtlNorLtlAreUnknown) {
    const Checked found = check(test::kanban(1), {asked(of_neither_ctl_nor_ltl())}, with_workers(1));
    EXPECT_FALSE(found.verdicts[0].is_known());
    EXPECT_EQ(found.verdicts[0].why, "the formula is neither one of CTL nor one of LTL");
    EXPECT_EQ(found.status, Status::stuck);
}

TEST(Check, TheStatusNamesTheLimitThatWasReached) {
    const Net net = test::kanban(20);
    const Formula returns = parse_ctl("AG EF (" + net.places.front().name + " > 0)", net);
    const std::vector<Property> properties{asked(returns), asked(of_neither_ctl_nor_ltl())};
    CheckOptions of_buckets = with_workers(1);
    of_buckets.reach.diagrams.max_buckets = 1024;
    CheckOptions of_memory = with_workers(1);
    of_memory.reach.diagrams.memory_limit = std::size_t{1} << 18U;
    for (const auto& [options, status, advice] :
         {std::tuple(of_buckets, Status::node_limit, "raise the largest number of buckets"),
          std::tuple(of_memory, Status::memory_limit, "raise the memory limit")}) {
        const Checked found = check(net, properties, options);
        EXPECT_EQ(found.status, status) << name(found.status);
        EXPECT_NE(found.verdicts[0].why.find(advice), std::string::npos) << found.verdicts[0].why;
        EXPECT_EQ(found.verdicts[1].why, "the formula is neither one of CTL nor one of LTL");
    }
}

// Each place has a token, which moves to the next one if that is free.
Net large_ring(std::uint32_t places) {
    Net net;
    for (std::uint32_t i = 0; i < places; ++i) {
        net.places.push_back({"p" + std::to_string(i), i % 2});
        net.transitions.push_back({"t" + std::to_string(i), {{i}}, {{(i + 1) % places}}});
        std::ranges::sort(net.transitions.back().puts, {}, &Arc::place);
    }
    return net;
}

// Of a formula of LTL, markings are visited after diagrams have failed.
TEST(Check, VisitsTellTheirOwnLimit) {
    const Net net = large_ring(40);
    CheckOptions options = with_workers(1);
    options.reach.diagrams.memory_limit = std::size_t{4} << 20U;
    const Checked found = check(net, {asked(parse_ltl("G F fires(t0)", net))}, options);
    EXPECT_FALSE(found.verdicts[0].is_known());
    EXPECT_EQ(found.verdicts[0].why, "the memory limit was reached while markings were visited");
    EXPECT_EQ(found.status, Status::memory_limit);
}

TEST(Check, WhatIsKnownBeforeTheTimeLimitIsKept) {
    const Net net = test::kanban(3);
    CheckOptions options = with_workers(1);
    options.reach.diagrams.tasks.began = Clock::now() - std::chrono::hours(1);
    options.reach.diagrams.tasks.time_limit = std::chrono::seconds(1);
    const Checked found = check(net, random_properties(net, 3), options);
    EXPECT_EQ(found.status, Status::time_limit);
    const auto known = std::ranges::count(found.verdicts, true, &Verdict::is_known);
    EXPECT_GT(known, 0);
    EXPECT_LT(known, static_cast<std::ptrdiff_t>(found.verdicts.size()));
    for (const Verdict& each : found.verdicts) EXPECT_EQ(each.why, each.is_known() ? "" : "the time limit was reached");
}

TEST(Check, MayBeStopped) {
    const Net net = test::kanban(8);
    std::stop_source stop;
    CheckOptions options = with_workers(1);
    options.reach.diagrams.tasks.stop = stop.get_token();
    options.answered = [&](const Verdict& verdict) {
        if (verdict.method == Method::diagrams) stop.request_stop();
    };
    std::vector<Property> properties;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        properties.push_back(asked(test::RandomFormulas(net, seed).of_ctl(4)));
    const Checked found = check(net, properties, options);
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.reached.counters.states.digits, "133865325") << "known before it was stopped";
    EXPECT_TRUE(std::ranges::any_of(found.verdicts, &Verdict::is_known));
    const auto unknown = std::ranges::find(found.verdicts, false, &Verdict::is_known);
    ASSERT_NE(unknown, found.verdicts.end());
    EXPECT_EQ(unknown->why, "stopped");
}

TEST(Check, AStopThatIsRequestedBeforeEndsPreparations) {
    const Net net = large_ring(4000);
    std::stop_source stop;
    stop.request_stop();
    CheckOptions options = with_workers(1);
    options.reach.diagrams.tasks.stop = stop.get_token();
    const Checked found = check(net, {question("StableMarking"), question("OneSafe")}, options);
    EXPECT_EQ(found.status, Status::cancelled);
    for (const Verdict& each : found.verdicts) EXPECT_EQ(each.why, "stopped");
    EXPECT_EQ(found.verdicts[1].id, "OneSafe");
    const NetReachability reached = reach(net, options.reach);
    EXPECT_EQ(reached.counters.status, Status::cancelled);
    EXPECT_TRUE(reached.levels.empty());
    const Deadline deadline(stop.get_token());
    const Deadline::Scope scope(deadline);
    EXPECT_THROW(units_of(net), Stopped);
    EXPECT_THROW(NetCounters(net, {}), Stopped);
}

TEST(Check, SeveralLocalitiesAreRefused) {
    CheckOptions options = with_workers(1);
    options.reach.diagrams.tasks.localities = 2;
    EXPECT_EQ(message_of<UsageError>([&] { check(test::kanban(1), {}, options); }),
              "check: nets are checked by one process; expected one locality");
}

// --- Nets of the Model Checking Contest, and what its oracle says of them

std::string contents(const std::string& name) {
    const std::string file = scrump::test::data(name);
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return files::unpacked(text.str(), file);
}

// Answers of each model and category.
std::map<std::string, std::map<std::string, std::map<std::string, std::string>>> oracle() {
    std::istringstream lines(contents("mcc/formulas.tsv"));
    std::map<std::string, std::map<std::string, std::map<std::string, std::string>>> answers;
    std::string model, category, formula, answer;
    std::getline(lines, model);
    while (lines >> model >> category >> formula >> answer) answers[model][category][formula] = answer;
    return answers;
}

// p of EF p, AG p, EG p and AF p, if it is about a marking: the last one of a path for such a formula shows whether it
// holds.
std::optional<Formula> shown_by_last(const Formula& simple) {
    if (simple.kind != Kind::some_path && simple.kind != Kind::every_path) return std::nullopt;
    const Formula& path = simple.parts.front();
    if (path.kind != Kind::eventually && path.kind != Kind::always) return std::nullopt;
    return is_of_marking(path.parts.front()) ? std::optional(path.parts.front()) : std::nullopt;
}

TEST(Check, AnswersAreThoseOfTheOracleOfTheModelCheckingContest) {
    SCRUMP_NEEDS_LARGE_DATA("mcc/formulas.tsv");
    std::size_t compared = 0;
    for (const auto& [model, categories] : oracle()) {
        const Net net = parse_pnml(contents("mcc/" + model + "/model.pnml.xz"), model);
        std::vector<Property> properties;
        std::map<std::string, std::string> answers;
        for (const auto& [category, formulas] : categories) {
            answers.insert(formulas.begin(), formulas.end());
            for (Property& each :
                 parse_properties(contents("mcc/" + model + "/" + category + ".xml.xz"), category, net))
                properties.push_back(std::move(each));
        }
        CheckOptions options;
        options.reach.diagrams.tasks.workers = 2;
        const Checked found = check(net, properties, options);
        for (std::size_t i = 0; i < properties.size(); ++i) {
            const Verdict& verdict = found.verdicts[i];
            EXPECT_EQ(to_string(verdict), answers.at(verdict.id)) << verdict.id;
            if (!verdict.path) continue;
            if (!is_ctl(simplified(properties[i].formula))) {
                expect_end_of_lasso(net, *verdict.path, verdict.cycle);
                continue;
            }
            const auto marking = fire(net, *verdict.path);
            ASSERT_TRUE(marking) << verdict.id << ": a transition is not enabled";
            if (verdict.bound) {
                EXPECT_EQ(value(properties[i].sum, *marking), static_cast<std::int64_t>(*verdict.bound));
            } else if (const auto shown = shown_by_last(simplified(properties[i].formula))) {
                EXPECT_EQ(holds_in(net, *shown, *marking), *verdict.holds) << verdict.id;
            }
        }
        compared += properties.size();
    }
    EXPECT_EQ(compared, 800U);
}

}  // namespace
}  // namespace scrump::petri
