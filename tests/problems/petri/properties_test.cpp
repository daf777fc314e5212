#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/properties.hpp>

#include "nets.hpp"
#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using scrump::test::message_of;

Net net() {
    Net net = test::producer_and_consumer(2);
    net.places[2].id = "place_2";
    net.places[3].name = "full & \"busy\"";
    net.transitions[0].id = "t1";
    return net;
}

std::string file_of(const std::string& properties) {
    return "<?xml version=\"1.0\"?>\n<property-set xmlns=\"http://mcc.lip6.fr/\">\n" + properties + "</property-set>\n";
}
// On line 3.
std::string property(const std::string& formula, const std::string& id = "x") {
    return "<property><id>" + id + "</id><description>made here</description><formula>" + formula +
           "</formula></property>\n";
}
Property read(const std::string& formula) {
    const std::vector<Property> all = parse_properties(file_of(property(formula)), "f", net());
    EXPECT_EQ(all.size(), 1U);
    return all.at(0);
}
std::string text(const std::string& formula) {
    return to_string(net(), read(formula).formula);
}
std::string refusal_of_formula(const std::string& formula) {
    return message_of([&] { read(formula); });
}
std::string tokens(const std::string& place) {
    return "<tokens-count><place>" + place + "</place></tokens-count>";
}
std::string enabled(const std::string& transition) {
    return "<is-fireable><transition>" + transition + "</transition></is-fireable>";
}

TEST(Properties, AreReadAsTheContestWritesThem) {
    const std::string few =
        "<integer-le>\n" + tokens("place_2") + "<integer-constant>\n 3 </integer-constant></integer-le>";
    EXPECT_EQ(text("<all-paths><globally>" + few + "</globally></all-paths>"), "AG (free <= 3)");
    EXPECT_EQ(text("<exists-path><finally><negation>" + enabled("t1") + "</negation></finally></exists-path>"),
              "EF !enabled(produce)");
    EXPECT_EQ(
        text("<all-paths><until><before>" + enabled("put") + "</before><reach>" + few + "</reach></until></all-paths>"),
        "A (enabled(put) U free <= 3)");
    EXPECT_EQ(text("<exists-path><next><conjunction>" + few + "<true/><disjunction>" + enabled("get") +
                   "<false/></disjunction></conjunction></next></exists-path>"),
              "EX (free <= 3 & true & (enabled(get) | false))");
    EXPECT_EQ(text("<exists-path><finally><deadlock/></finally></exists-path>"), "EF deadlock");
    EXPECT_EQ(text("<is-fireable><transition>put</transition><transition>t1</transition></is-fireable>"),
              "enabled(produce, put)");
    EXPECT_EQ(text("<integer-le><integer-sum><integer-constant>2</integer-constant><tokens-count>"
                   "<place>waiting</place><place>free</place></tokens-count>" +
                   tokens("free") + "</integer-sum><integer-constant>9</integer-constant></integer-le>"),
              "2 free + waiting + 2 <= 9");
}

TEST(Properties, PlacesMayHaveNamesWithAnyCharacters) {
    EXPECT_EQ(text("<integer-le>" + tokens("full &amp; &quot;busy&quot;") + tokens(" \nfree\n") + "</integer-le>"),
              "full & \"busy\" <= free");
    const Net odd = parse_pnml(
        "<pnml><net id='n'><page id='g'><place id='p &lt;1'><name><text>x</text></name></place>"
        "<place id='x'/></page></net></pnml>",
        "odd");
    const std::string formula = "<place-bound><place>p &lt;1</place><place>x</place></place-bound>";
    EXPECT_EQ(parse_properties(file_of(property(formula)), "f", odd).at(0).sum.places,
              (std::vector<std::uint32_t>{0, 1}))
        << "an id comes before a name";
}

TEST(Properties, MayBeBoundsOrOfTheWholeNet) {
    const Property bound = read("<place-bound><place>free</place><place>producing</place></place-bound>");
    EXPECT_EQ(bound.kind, Property::Kind::bound);
    EXPECT_EQ(bound.sum, (Sum{.places = {0, 2}}));
    EXPECT_EQ(read("<one-safe/>").kind, Property::Kind::one_safe);
    EXPECT_EQ(read("<quasi-liveness/>").kind, Property::Kind::quasi_live);
    EXPECT_EQ(read("<liveness/>").kind, Property::Kind::live);
    EXPECT_EQ(read("<stable-marking/>").kind, Property::Kind::stable_marking);
    EXPECT_EQ(text("<k-safe><integer-constant>2</integer-constant></k-safe>"),
              "AG (producing <= 2 & produced <= 2 & free <= 2 & full & \"busy\" <= 2 & waiting <= 2 & consuming <= 2)");
}

TEST(Properties, BadFilesAreRefused) {
    const auto of_file = [](const std::string& file) {
        return message_of([&] { parse_properties(file, "f", net()); });
    };
    EXPECT_EQ(of_file("<property-set>\n<property>"), "f:2: not well-formed XML: Start-end tags mismatch");
    EXPECT_EQ(of_file("\n<pnml/>"), "f:2: expected the element 'property-set', found 'pnml'");
    EXPECT_EQ(of_file(file_of("<net/>")), "f:3: expected an element 'property', found 'net'");
    EXPECT_EQ(of_file(file_of("<property/>")), "f:3: expected an element 'id' with the name of the property");
    EXPECT_EQ(of_file(file_of("<property><id>a</id></property>")),
              "f:3: expected an element 'formula' in the property 'a'");
    EXPECT_EQ(of_file(file_of(property("<true/>") + property("<true/>"))), "f:4: a second property with the id 'x'");
    EXPECT_EQ(of_file(file_of("")), "no error") << "no property at all";
    const std::vector<std::pair<std::string, std::string>> formulas = {
        {"", "f:3: expected 1 element in 'formula', found 0"},
        {"<true/><true/>", "f:3: expected 1 element in 'formula', found 2"},
        {"\n<negation/>", "f:4: expected 1 element in 'negation', found 0"},
        {"<conjunction/>", "f:3: expected formulas in 'conjunction'"},
        {"<implies/>", "f:3: expected a formula, found 'implies'"},
        {"<true><true/></true>", "f:3: expected 0 elements in 'true', found 1"},
        {"<integer-le>" + tokens("free") + "</integer-le>", "f:3: expected 2 elements in 'integer-le', found 1"},
        {"<integer-le>" + tokens("free") + "<true/></integer-le>", "f:3: expected a number of tokens, found 'true'"},
        {"<integer-le>" + tokens("free") + "<integer-constant>x</integer-constant></integer-le>",
         "f:3: expected a whole number of at most 4294967295 as integer-constant, found 'x'"},
        {"<integer-le>" + tokens("free") + "<integer-constant>4294967296</integer-constant></integer-le>",
         "f:3: expected a whole number of at most 4294967295 as integer-constant, found '4294967296'"},
        {"<integer-le>" + tokens("free") +
             "<integer-sum><integer-constant>4294967295</integer-constant>\n"
             "<integer-constant>1</integer-constant></integer-sum></integer-le>",
         "f:4: a sum of more than 4294967295"},
        {"<all-paths><until><reach><true/></reach><before><true/></before></until></all-paths>",
         "f:3: expected the element 'before', found 'reach'"},
        {enabled("produced"), "f:3: the net has no transition 'produced'; expected the id or name of one"},
        {"<place-bound>\n<place>cpu</place></place-bound>",
         "f:4: the net has no place 'cpu'; expected the id or name of one"},
        {"<place-bound><transition>t1</transition></place-bound>",
         "f:3: expected an element 'place', found 'transition'"},
    };
    for (const auto& [formula, expected] : formulas) EXPECT_EQ(refusal_of_formula(formula), expected) << formula;
    Net twins = net();
    twins.transitions[1].name = "get";
    EXPECT_EQ(message_of([&] { parse_properties(file_of(property(enabled("get"))), "f", twins); }),
              "f:3: the net has several transitions 'get'; expected the id of one");
}

TEST(Properties, DepthIsLimited) {
    const auto deep = [](std::size_t levels) {
        std::string open, close;
        for (std::size_t i = 0; i < levels; ++i) {
            open += "<negation>";
            close += "</negation>";
        }
        return open + "<true/>" + close;
    };
    EXPECT_EQ(refusal_of_formula(deep(1'000)), "no error");
    EXPECT_EQ(refusal_of_formula(deep(1'001)), "f:3: a formula with more than 1000 elements within each other");
}

}  // namespace
}  // namespace scrump::petri
