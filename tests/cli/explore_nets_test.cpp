// scrump explore: Petri nets.

#include "cli/command.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;

// Three philosophers, each with two forks taken at once, as a coloured net.
TEST(ExploreCommand, ColouredNetsAreUnfolded) {
    const auto arc = [](const std::string& from, const std::string& to, const std::string& tokens) {
        return "<arc source='" + from + "' target='" + to + "'><hlinscription><structure>" + tokens +
               "</structure></hlinscription></arc>";
    };
    const std::string sort = "<usersort declaration='s'/>", x = "<variable refvariable='x'/>";
    const auto place = [&](const std::string& id, const std::string& tokens) {
        return "<place id='" + id + "'><type><structure>" + sort + "</structure></type><hlinitialMarking><structure>" +
               tokens + "</structure></hlinitialMarking></place>";
    };
    const std::string forks =
        "<add><subterm>" + x + "</subterm><subterm><successor><subterm>" + x + "</subterm></successor></subterm></add>";
    const std::string text =
        "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'><declaration><structure>"
        "<declarations><namedsort id='s' name='S'><cyclicenumeration><feconstant id='c0' name='0'/>"
        "<feconstant id='c1' name='1'/><feconstant id='c2' name='2'/></cyclicenumeration></namedsort>"
        "<variabledecl id='x' name='x'>" +
        sort + "</variabledecl></declarations></structure></declaration>" + place("Fork", "<all>" + sort + "</all>") +
        place("Eat", "<empty>" + sort + "</empty>") + "<transition id='Take'/><transition id='Leave'/>" +
        arc("Fork", "Take", forks) + arc("Take", "Eat", x) + arc("Eat", "Leave", x) + arc("Leave", "Fork", forks) +
        "</net></pnml>";
    const auto json = run({"explore", "-", "--json"}, text).json();
    EXPECT_EQ(json["states"], 4);
    EXPECT_EQ(json["instance"]["places"], 6);
    EXPECT_EQ(json["instance"]["transitions"], 6);
    EXPECT_EQ(json["bounds"],
              (nlohmann::json{{"Fork_0", 1}, {"Fork_1", 1}, {"Fork_2", 1}, {"Eat_0", 1}, {"Eat_1", 1}, {"Eat_2", 1}}));
    const auto reached = run({"reach", "-", "--json"}, text).json();
    EXPECT_EQ(reached["states"], "4");
    EXPECT_EQ(reached["transitions"], "6");
    EXPECT_EQ(reached["max_tokens"], 1);
    EXPECT_EQ(reached["coloured_bounds"], (nlohmann::json{{"Fork", 3}, {"Eat", 1}}));
    EXPECT_EQ(reached["one_safe"], false);
    EXPECT_EQ(reached["quasi_live"], true);
    const std::string out = run({"reach", "-"}, text).out;
    EXPECT_NE(out.find("at most 1 of a colour in a place, 3 in a place, 3 in a marking"), std::string::npos) << out;
    EXPECT_NE(out.find("0 of 2 places never change"), std::string::npos) << out;
    const Completed wrong =
        run({"explore", "pnml", "-"}, "<pnml><net type='symmetricnet'>\n<place id='p'/></net></pnml>");
    EXPECT_EQ(wrong.err, "scrump: standard input:2: expected an element 'type' in 'place', found none\n");
}

// Coloured nets of the Model Checking Contest, and what its oracle says of them.
TEST(ExploreCommand, ColouredNetsOfTheModelCheckingContestHaveTheMarkingsOfItsOracle) {
    SCRUMP_NEEDS_LARGE_DATA("mcc/answers.tsv");
    for (const auto& [model, states, transitions] :
         {std::tuple{"Philosophers-COL-000010", 59'049, 459'270}, std::tuple{"TokenRing-COL-010", 58'905, 294'050},
          std::tuple{"Peterson-COL-2", 20'754, 62'262}}) {
        const auto json = run({"explore", test::data(std::string("mcc/") + model + "/model.pnml.xz"), "--json"}).json();
        EXPECT_EQ(json["states"], states) << model;
        EXPECT_EQ(json["transitions"], transitions) << model;
    }
}

TEST(ExploreCommand, PlacesOfTheSameNameHaveABoundEach) {
    const test::Folder folder;
    replace_file(folder / "net.pnml",
                 "<pnml><net id='n'><page id='g'>"
                 "<place id='a'><name><text>x</text></name><initialMarking><text>3</text></initialMarking></place>"
                 "<place id='b'><name><text>x</text></name></place><place id='c'/></page></net></pnml>");
    const auto json = run({"explore", "pnml", folder / "net.pnml", "--json"}).json();
    EXPECT_EQ(json["bounds"], (nlohmann::json{{"x (a)", 3}, {"x (b)", 0}, {"c", 0}}));
}

// Places of which a transition makes the markings too long: 3,300 bytes, and 830 more.
TEST(ExploreCommand, WhatIsTooLongToBeKeptWholeIsSaidWithTheWayOut) {
    const test::Folder folder;
    const auto net_of = [](unsigned places, unsigned marked) {
        std::string text = "<pnml><net id='n'><page id='g'><transition id='t'/>";
        for (unsigned i = 0; i < places; ++i) text += "<place id='p" + std::to_string(i) + "'/>";
        text +=
            "<place id='once'><initialMarking><text>1</text></initialMarking></place><arc source='once' target='t'/>";
        for (unsigned i = 0; i < marked; ++i)
            text +=
                "<arc source='t' target='p" + std::to_string(i) + "'><inscription><text>128</text></inscription></arc>";
        return text + "</page></net></pnml>";
    };
    for (const auto& [places, marked, bytes] : {std::array{4095U, 0U, 4096U}, {3300U, 830U, 4131U}}) {
        const std::string file = folder / "net.pnml";
        replace_file(file, net_of(places, marked));
        const Completed whole = run({"explore", "pnml", file});
        EXPECT_EQ(whole.status, 2);
        EXPECT_EQ(whole.err,
                  "scrump: explore pnml: a net of " + std::to_string(places + 1) +
                      " places, of which a marking takes " + std::to_string(bytes) +
                      " bytes (one a place, and more for places of 128 tokens and more); at most 4095 can be kept: "
                      "--storage hash-compaction takes any\n");
        const auto hashed = run({"explore", "pnml", file, "--storage", "hash-compaction", "--json"}).json();
        EXPECT_EQ(hashed["states"], 2);
    }
    replace_file(folder / "net.pnml", net_of(4094, 0));
    EXPECT_EQ(run({"explore", "pnml", folder / "net.pnml", "--json"}).json()["states"], 2);
}

}  // namespace
}  // namespace scrump::detail
