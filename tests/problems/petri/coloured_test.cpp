#include <scrump/problems/petri/coloured.hpp>

#include "coloured_nets.hpp"
#include "coloured_text.hpp"
#include "random_nets.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/deadline.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/detail/visits.hpp>
#include <scrump/problems/petri/detail/walks.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/properties.hpp>
#include <scrump/problems/petri/questions.hpp>
#include <scrump/problems/petri/reach.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using scrump::test::few_or;
using test::arc;
using test::coloured_net;
using test::number;
using test::op;
using test::place;
using test::term;
using test::times;
using test::transition;
using test::user;
using test::var;

std::map<std::string, Tokens> initial_colours(const Net& net) {
    std::map<std::string, Tokens> marking;
    for (const Place& each : net.places)
        if (each.tokens > 0) marking[each.name] = each.tokens;
    return marking;
}

TEST(Coloured, APlaceBecomesOneForEachColour) {
    const auto names_of = [](const std::string& sort) {
        std::vector<std::string> names;
        for (const Place& each : parse_pnml(coloured_net(place("P", sort)), "n").places) names.push_back(each.name);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_of("<dot/>"), Names{"P"});
    EXPECT_EQ(names_of("<bool/>"), (Names{"P_false", "P_true"}));
    EXPECT_EQ(names_of(user("letters")), (Names{"P_a", "P_b", "P_c"}));
    EXPECT_EQ(names_of("<finiteenumeration><feconstant id='u' name='up'/><feconstant id='down'/></finiteenumeration>"),
              (Names{"P_up", "P_down"}));
    EXPECT_EQ(names_of("<finiteintrange start='-1' end='1'/>"), (Names{"P_-1", "P_0", "P_1"}));
    EXPECT_EQ(names_of(user("pairs")), (Names{"P_a_5", "P_a_6", "P_b_5", "P_b_6", "P_c_5", "P_c_6"}));
    EXPECT_EQ(names_of("<productsort><bool/><productsort><dot/>" + user("halves") + "</productsort></productsort>"),
              (Names{"P_false_dot_left", "P_false_dot_right", "P_true_dot_left", "P_true_dot_right"}));
    const Net net = parse_pnml(coloured_net(place("P", user("letters")) + place("Q", "<dot/>")), "n");
    EXPECT_EQ(net.coloured_places, (std::vector<Group>{{"P", 0, 3, "P"}, {"Q", 3, 1, "Q"}}));
    EXPECT_EQ(net.places[1].id, "P_b");
}

TEST(Coloured, TermsAreMultisets) {
    using Marking = std::map<std::string, Tokens>;
    const auto marking = [](const std::string& sort, const std::string& initial) {
        return initial_colours(parse_pnml(coloured_net(place("P", sort, initial)), "n"));
    };
    const std::string letters = user("letters");
    const std::string all = "<all>" + letters + "</all>";
    EXPECT_EQ(marking("<dot/>", times(3, "<dotconstant/>")), (Marking{{"P", 3}}));
    EXPECT_EQ(marking("<bool/>", "<booleanconstant value='true'/>"), (Marking{{"P_true", 1}}));
    EXPECT_EQ(marking("<bool/>", term("equality", {op("a"), op("b")})), (Marking{{"P_false", 1}}));
    EXPECT_EQ(marking(letters, op("b")), (Marking{{"P_b", 1}}));
    EXPECT_EQ(marking(letters, term("successor", {op("c")})), (Marking{{"P_a", 1}}));
    EXPECT_EQ(marking(letters, term("predecessor", {op("a")})), (Marking{{"P_c", 1}}));
    EXPECT_EQ(marking(user("numbers"), term("successor", {number(5)})), (Marking{{"P_6", 1}}));
    EXPECT_EQ(marking(letters, all), (Marking{{"P_a", 1}, {"P_b", 1}, {"P_c", 1}}));
    EXPECT_EQ(marking(letters, term("add", {all, times(2, op("a")), op("b")})),
              (Marking{{"P_a", 3}, {"P_b", 2}, {"P_c", 1}}));
    EXPECT_EQ(marking(letters, term("subtract", {all, op("a"), op("b")})), (Marking{{"P_c", 1}}));
    EXPECT_EQ(marking(letters, times(0, all)), Marking());
    EXPECT_EQ(marking(letters, "<empty>" + letters + "</empty>"), Marking());
    EXPECT_EQ(marking(letters, term("scalarproduct", {"<numberconstant value='2'/>", all})),
              (Marking{{"P_a", 2}, {"P_b", 2}, {"P_c", 2}}));
    EXPECT_EQ(marking(user("pairs"), times(2, term("tuple", {op("c"), number(6)}))), (Marking{{"P_c_6", 2}}));
    EXPECT_EQ(marking(user("pairs"), term("tuple", {op("c"), "<all>" + user("numbers") + "</all>"})),
              (Marking{{"P_c_5", 1}, {"P_c_6", 1}}));
    EXPECT_EQ(marking(user("halves"), term("partitionelementof", {op("c")}, " refpartition='halves'")),
              (Marking{{"P_right", 1}}));
    EXPECT_EQ(marking(user("halves"), op("left")), (Marking{{"P_left", 1}}));
}

// The bindings of two variables that a condition leaves.
TEST(Coloured, ConditionsLeaveBindings) {
    const auto bindings = [](const std::string& guard) {
        const std::string tokens = term("add", {var("x"), var("y")});
        std::string all;
        for (const Transition& each :
             parse_pnml(coloured_net(place("P", user("letters")) + transition("T", guard) + arc("T", "P", tokens)), "n")
                 .transitions)
            all += each.name.substr(2) + ' ';
        return all;
    };
    const std::string x = var("x"), y = var("y");
    const auto half = [](const std::string& part) {
        return term("partitionelementof", {part}, " refpartition='halves'");
    };
    EXPECT_EQ(bindings(""), "a_a a_b a_c b_a b_b b_c c_a c_b c_c ");
    EXPECT_EQ(bindings(term("equality", {x, y})), "a_a b_b c_c ");
    EXPECT_EQ(bindings(term("equality", {term("successor", {x}), y})), "a_b b_c c_a ");
    EXPECT_EQ(bindings(term("inequality", {x, y})), "a_b a_c b_a b_c c_a c_b ");
    EXPECT_EQ(bindings(term("lessthan", {x, y})), "a_b a_c b_c ");
    EXPECT_EQ(bindings(term("lessthanorequal", {x, y})), "a_a a_b a_c b_b b_c c_c ");
    EXPECT_EQ(bindings(term("greaterthan", {x, y})), "b_a c_a c_b ");
    EXPECT_EQ(bindings(term("greaterthanorequal", {x, y})), "a_a b_a b_b c_a c_b c_c ");
    EXPECT_EQ(bindings(term("ltp", {half(x), half(y)})), "b_a b_c ");
    EXPECT_EQ(bindings(term("gtp", {half(x), half(y)})), "a_b c_b ");
    EXPECT_EQ(bindings(term("and", {term("equality", {x, op("b")}), term("inequality", {x, y})})), "b_a b_c ");
    EXPECT_EQ(bindings(term("or", {term("equality", {x, op("b")}), term("equality", {y, op("b")})})),
              "a_b b_a b_b b_c c_b ");
    EXPECT_EQ(bindings(term("not", {term("or", {term("equality", {x, y}), term("equality", {x, op("a")})})})),
              "b_a b_c c_a c_b ");
    EXPECT_EQ(bindings(term("imply", {term("equality", {x, op("a")}), term("equality", {y, op("c")})})),
              "a_c b_a b_b b_c c_a c_b c_c ");
    EXPECT_EQ(bindings("<booleanconstant value='false'/>"), "");
}

TEST(Coloured, ArcsMoveTheColoursOfABinding) {
    const std::string all = "<all>" + user("letters") + "</all>";
    const Net net = parse_pnml(
        coloured_net(place("P", user("letters")) + place("Q", user("pairs")) + transition("T") + transition("U") +
                     arc("P", "T", times(2, var("x"))) + arc("P", "T", op("a")) + arc("U", "P", all) +
                     arc("T", "Q", term("tuple", {term("successor", {var("x")}), var("n")}))),
        "n");
    ASSERT_EQ(net.transitions.size(), 7U);
    EXPECT_EQ(net.transitions[1], (Transition{"T_a_6", {{0, 3}}, {{3 + 3, 1}}}));
    EXPECT_EQ(net.transitions[4], (Transition{"T_c_5", {{0, 1}, {2, 2}}, {{3 + 0, 1}}}));
    EXPECT_EQ(net.transitions[6], (Transition{"U", {}, {{0, 1}, {1, 1}, {2, 1}}}));
    EXPECT_EQ(net.coloured_transitions, (std::vector<Group>{{"T", 0, 6, "T"}, {"U", 6, 1, "U"}}));
}

// From a place to which nothing is added, transitions cannot take what is not there.
TEST(Coloured, BindingsWithoutTheTokensThatTheyNeedAreLeftOut) {
    const std::string table =
        place("Table", user("pairs"),
              term("add", {term("tuple", {op("a"), number(5)}), term("tuple", {op("c"), number(6)})}));
    const std::string pair = term("tuple", {var("x"), var("n")});
    const std::string begin = table + place("Q", user("letters")) + transition("T") + arc("Table", "T", pair);
    const auto count = [](const std::string& elements) {
        return parse_pnml(coloured_net(elements), "n").transitions.size();
    };
    EXPECT_EQ(count(begin + arc("T", "Q", var("x"))), 2U);
    EXPECT_EQ(count(begin + arc("T", "Table", pair) + arc("T", "Q", var("x"))), 2U);
    EXPECT_EQ(count(begin + arc("T", "Table", times(2, pair)) + arc("T", "Q", var("x"))), 6U);
    EXPECT_EQ(count(begin + transition("U") + arc("U", "Table", pair)), 12U);
}

TEST(Coloured, RandomNetsBehaveAsTheirTransitionsOnColours) {
    std::size_t with_several = 0;
    for (std::uint64_t seed = 0; seed < few_or(300); ++seed) {
        SCOPED_TRACE(seed);
        const ColouredNet coloured = test::RandomColoured(seed).make();
        const test::PlainColoured expected(coloured);
        const Net net = unfold(coloured);
        EXPECT_EQ(parse_pnml(test::ColouredText(coloured).text(), "n"), net);
        const test::PlainMarkings found = test::reach_plainly(net);
        std::set<test::ColouredMarking> markings;
        for (const std::vector<Tokens>& tokens : found.markings) {
            test::ColouredMarking marking;
            for (std::size_t i = 0; i < tokens.size(); ++i)
                if (tokens[i] > 0) marking[net.places[i].name] = tokens[i];
            markings.insert(marking);
        }
        EXPECT_EQ(markings, expected.markings);
        EXPECT_EQ(found.transitions, expected.transitions);
        if (markings.size() > 3) ++with_several;
    }
    EXPECT_GT(with_several, few_or(300) / 12);
}

// What is to be seen in all markings of a net: of coloured places and transitions, those whose names begin so.
struct SeenPlainly {
    std::vector<bool> enabled{}, changed{};
    bool overfull = false;
};
SeenPlainly see_plainly(const ColouredNet& coloured, const Net& net) {
    const test::PlainMarkings found = test::reach_plainly(net);
    SeenPlainly seen;
    const auto begins = [](const std::string& name, const std::string& group) {
        return name == group || name.starts_with(group + "_");
    };
    for (const ColouredPlace& place : coloured.places) {
        std::vector<std::size_t> members;
        std::uint64_t initial = 0;
        for (std::size_t i = 0; i < net.places.size(); ++i) {
            if (!begins(net.places[i].name, place.name)) continue;
            members.push_back(i);
            initial += net.places[i].tokens;
        }
        seen.changed.push_back(false);
        for (const std::vector<Tokens>& marking : found.markings) {
            std::uint64_t tokens = 0;
            for (const std::size_t i : members) tokens += marking[i];
            if (tokens > 1) seen.overfull = true;
            if (tokens != initial) seen.changed.back() = true;
        }
    }
    for (const ColouredTransition& transition : coloured.transitions) {
        seen.enabled.push_back(false);
        for (std::size_t i = 0; i < net.transitions.size(); ++i)
            if (found.enabled[i] && begins(net.transitions[i].name, transition.name)) seen.enabled.back() = true;
    }
    return seen;
}

TEST(Coloured, WalksVisitsAndDiagramsSeeColouredPlacesAndTransitions) {
    const Sought sought{.overfull = true, .enabled = true, .changed = true};
    NetReachOptions options;
    options.diagrams.tasks.workers = 1;
    options.diagrams.buckets = 1024;
    std::size_t safe = 0;
    for (std::uint64_t seed = 0; seed < few_or(20); ++seed) {
        SCOPED_TRACE(seed);
        const ColouredNet coloured = test::RandomColoured(seed).make();
        const Net net = unfold(coloured);
        const SeenPlainly expected = see_plainly(coloured, net);
        const Visits visits = visit_markings(net, sought, NetReduction::none, {.workers = 1});
        EXPECT_TRUE(visits.all);
        EXPECT_EQ(visits.seen.enabled, expected.enabled);
        EXPECT_EQ(visits.seen.changed, expected.changed);
        EXPECT_EQ(visits.seen.overfull, expected.overfull);
        Walks walks(net, sought, seed);
        walks.walk(100'000, Deadline({}, std::nullopt));
        EXPECT_EQ(walks.seen().enabled, expected.enabled);
        EXPECT_EQ(walks.seen().changed, expected.changed);
        EXPECT_EQ(walks.seen().overfull, expected.overfull);
        const NetReachability found = reach(net, options);
        EXPECT_EQ(found.one_safe(), !expected.overfull);
        for (std::size_t i = 0; i < expected.enabled.size(); ++i) EXPECT_NE(found.dead[i], expected.enabled[i]);
        for (std::size_t i = 0; i < expected.changed.size(); ++i) EXPECT_NE(found.stable[i], expected.changed[i]);
        if (!expected.overfull) ++safe;
    }
    EXPECT_GT(safe, 0U);
}

// Dining philosophers as the Model Checking Contest has them; each takes one fork, then the other.
std::string philosophers() {
    const std::string all = "<all>" + user("letters") + "</all>";
    const std::string letters = user("letters"), x = times(1, var("x"));
    const std::string left = times(1, term("predecessor", {var("x")}));
    return coloured_net(place("Think", letters, all) + place("Fork", letters, all) + place("Catch", letters) +
                        place("Eat", letters) + transition("Take") + transition("Begin") + transition("End") +
                        transition("Never", term("lessthan", {var("x"), var("x")})) + arc("Think", "Take", x) +
                        arc("Fork", "Take", x) + arc("Take", "Catch", x) + arc("Catch", "Begin", x) +
                        arc("Fork", "Begin", left) + arc("Begin", "Eat", x) + arc("Eat", "End", x) +
                        arc("End", "Think", x) + arc("End", "Fork", term("add", {x, left})));
}

// What is said of a coloured net is said of its own places and transitions.
TEST(Coloured, ReportsAreOnTheColouredNet) {
    const Net net = parse_pnml(philosophers(), "n");
    NetReachOptions options;
    options.diagrams.tasks.workers = 1;
    const NetReachability found = reach(net, options);
    const test::PlainMarkings plain = test::reach_plainly(net);
    EXPECT_EQ(found.counters.states.digits, std::to_string(plain.markings.size()));
    EXPECT_EQ(found.max_tokens, 1U);
    EXPECT_EQ(found.coloured_bounds, (std::vector<std::uint64_t>{3, 3, 3, 1}));
    EXPECT_FALSE(found.one_safe());
    EXPECT_FALSE(found.quasi_live());
    EXPECT_EQ(found.dead_transitions(net), std::vector<std::string>{"Never"});
    EXPECT_EQ(found.stable_places(net), std::vector<std::string>());
    EXPECT_EQ(count_places(net), 4U);
    EXPECT_EQ(count_transitions(net), 4U);
}

// A place whose tokens change their colours alone is stable; a transition is live with other colours again and again.
std::string ring() {
    const std::string x = times(1, var("x"));
    return coloured_net(place("Ring", user("letters"), op("a")) + place("Once", user("letters"), op("b")) +
                        transition("Turn") + transition("Use") + arc("Ring", "Turn", x) +
                        arc("Turn", "Ring", term("successor", {var("x")})) + arc("Once", "Use", x));
}

std::map<std::string, std::string> answers(const Net& net, const std::vector<Property>& properties) {
    CheckOptions options;
    options.reach.diagrams.tasks.workers = 1;
    std::map<std::string, std::string> all;
    for (const Verdict& each : check(net, properties, options).verdicts) all[each.id] = to_string(each);
    return all;
}
std::map<std::string, std::string> answers_of_whole_nets(const Net& net) {
    Questions asked;
    for (const NamedQuestion& each : named_questions()) asked.names.emplace_back(each.contest_name);
    return answers(net, properties_of(net, asked));
}

TEST(Coloured, PropertiesOfWholeNetsAreOfTheColouredNet) {
    using Answers = std::map<std::string, std::string>;
    EXPECT_EQ(answers_of_whole_nets(parse_pnml(philosophers(), "n")), (Answers{{"Liveness", "false"},
                                                                               {"OneSafe", "false"},
                                                                               {"QuasiLiveness", "false"},
                                                                               {"ReachabilityDeadlock", "true"},
                                                                               {"StableMarking", "false"}}));
    EXPECT_EQ(answers_of_whole_nets(parse_pnml(ring(), "n")), (Answers{{"Liveness", "false"},
                                                                       {"OneSafe", "true"},
                                                                       {"QuasiLiveness", "true"},
                                                                       {"ReachabilityDeadlock", "false"},
                                                                       {"StableMarking", "true"}}));
}

std::string claim(const std::string& id, const std::string& formula) {
    return "<property><id>" + id + "</id><formula>" + formula + "</formula></property>";
}
std::string at_some_time(const std::string& formula) {
    return "<exists-path><finally>" + formula + "</finally></exists-path>";
}

// A coloured place is all its colours, and a coloured transition any of its bindings.
TEST(Coloured, PropertiesNamePlacesAndTransitionsOfTheColouredNet) {
    const Net net = parse_pnml(philosophers(), "n");
    const auto bound = [](const std::string& place) {
        return "<place-bound><place>" + place + "</place></place-bound>";
    };
    const auto fireable = [](const std::string& transition) {
        return at_some_time("<is-fireable><transition>" + transition + "</transition></is-fireable>");
    };
    const auto safe = [](int tokens) {
        return "<k-safe><integer-constant>" + std::to_string(tokens) + "</integer-constant></k-safe>";
    };
    const std::string text = "<property-set>" + claim("catch", bound("Catch")) + claim("eat", bound("Eat")) +
                             claim("one", bound("Catch_b")) + claim("begin", fireable("Begin")) +
                             claim("never", fireable("Never")) + claim("begin-b", fireable("Begin_b")) +
                             claim("2-safe", safe(2)) + claim("3-safe", safe(3)) + "</property-set>";
    const std::map<std::string, std::string> expected = {{"catch", "3"},      {"eat", "1"},       {"one", "1"},
                                                         {"begin", "true"},   {"never", "false"}, {"begin-b", "true"},
                                                         {"2-safe", "false"}, {"3-safe", "true"}};
    EXPECT_EQ(answers(net, parse_properties(text, "p", net)), expected);
}

}  // namespace
}  // namespace scrump::petri
