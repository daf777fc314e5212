// Questions about nets: those that have names, those in files, and which of them are kept.

#include <scrump/problems/petri/questions.hpp>

#include "problems/petri/nets.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/pnml.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scrump::petri {
namespace {

const Net buffer = test::producer_and_consumer(2);

// Bounds of the place "full", each in a property with one of the ids.
PropertiesText bounds(const std::vector<std::string>& ids, const std::string& name) {
    std::string text = "<?xml version=\"1.0\"?>\n<property-set xmlns=\"http://mcc.lip6.fr/\">\n";
    for (const std::string& id : ids)
        text += "<property><id>" + id +
                "</id><description>d</description><formula><place-bound><place>full</place></place-bound></formula>"
                "</property>\n";
    return {text + "</property-set>\n", name};
}

std::vector<std::string> ids_of(const Questions& questions) {
    std::vector<std::string> ids;
    for (const Property& each : properties_of(buffer, questions)) ids.push_back(each.id);
    return ids;
}

std::string refusal(const Questions& questions) {
    try {
        properties_of(buffer, questions);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

using Ids = std::vector<std::string>;

TEST(NetQuestions, HaveTwoNamesEach) {
    for (const NamedQuestion& each : named_questions()) {
        for (const std::string_view name : {each.name, each.contest_name}) {
            const auto found = properties_of(buffer, {.names = {std::string(name)}});
            ASSERT_EQ(found.size(), 1U);
            EXPECT_EQ(found[0].id, name);
            EXPECT_EQ(found[0].kind, each.kind);
            EXPECT_EQ(describe(buffer, found[0]), each.claim);
        }
        EXPECT_NE(named_questions_help().find(each.contest_name), std::string::npos);
    }
}

TEST(NetQuestions, AreAllThatHaveNamesIfNothingIsAsked) {
    EXPECT_EQ(ids_of({}), (Ids{"deadlock", "one-safe", "quasi-live", "live", "stable-marking"}));
}

TEST(NetQuestions, OfFilesComeFirst) {
    const Questions questions{.properties = {bounds({"n-UpperBounds-00", "n-UpperBounds-01"}, "a"), bounds({"z"}, "b")},
                              .names = {"OneSafe"}};
    EXPECT_EQ(ids_of(questions), (Ids{"n-UpperBounds-00", "n-UpperBounds-01", "z", "OneSafe"}));
    EXPECT_EQ(describe(buffer, properties_of(buffer, questions)[2]), "max(full)");
}

TEST(NetQuestions, AreKeptByTheirIdsOrTheEndsOfThem) {
    Questions questions{.properties = {bounds({"n-A-00", "n-A-01", "01", "n-B-01", "n-A-11"}, "a")}};
    questions.only = {"n-B-01", "00"};
    EXPECT_EQ(ids_of(questions), (Ids{"n-A-00", "n-B-01"}));
    questions.only = {"01"};  // itself, not the end of others
    EXPECT_EQ(ids_of(questions), (Ids{"01"}));
    questions.only = {"A-01", "n-A-01"};
    EXPECT_EQ(ids_of(questions), (Ids{"n-A-01"}));
    questions.only = {"1"};
    EXPECT_EQ(refusal(questions), "no property has the id '1'; the first one has 'n-A-00'");
    EXPECT_EQ(ids_of({.only = {"live"}}), (Ids{"live"}));
}

TEST(NetQuestions, ThatDoNotExistAreRefusedWithThoseThatDo) {
    EXPECT_EQ(
        refusal({.names = {"deadlok"}}),
        "unknown question 'deadlok'; there are deadlock, one-safe, quasi-live, live, stable-marking; did you mean "
        "deadlock?");
    EXPECT_EQ(refusal({.names = {"UpperBounds"}}), "'UpperBounds' stands for formulas in a file: give that file");
    EXPECT_EQ(refusal({.names = {"StateSpace"}}), "'StateSpace' is not a question: scrump reach counts the markings");
}

TEST(NetQuestions, OfOneIdAreRefused) {
    EXPECT_EQ(refusal({.properties = {bounds({"a"}, "one"), bounds({"a"}, "two")}}),
              "several properties have the id 'a'");
    EXPECT_EQ(refusal({.names = {"live", "live"}}), "several properties have the id 'live'");
}

TEST(NetQuestions, SayWhichFileIsInTheWrongPlace) {
    const auto error = [](const auto& read) -> std::string {
        try {
            read();
        } catch (const Error& thrown) {
            return thrown.what();
        }
        return "";
    };
    EXPECT_EQ(error([] {
                  properties_of(buffer, {.properties = {{to_pnml(buffer), "net.pnml"}}});
              }),
              "net.pnml: is a net (PNML); expected properties (XML)");
    EXPECT_EQ(error([] { parse_net(bounds({"a"}, "").text, "a.xml"); }),
              "a.xml: has properties (XML); expected a net (PNML)");
    EXPECT_EQ(error([] { properties_of(buffer, {.properties = {bounds({}, "empty.xml")}}); }),
              "empty.xml: has no properties");
    EXPECT_EQ(parse_net(to_pnml(buffer), "net.pnml"), buffer);
}

}  // namespace
}  // namespace scrump::petri
