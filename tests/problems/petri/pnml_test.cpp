#include <scrump/base/error.hpp>
#include <scrump/problems/petri/pnml.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "nets.hpp"
#include "support/message_of.hpp"

namespace scrump::petri {
namespace {

std::string message(const std::string& text, std::size_t limit = max_parts) {
    return scrump::test::message_of([&] { static_cast<void>(parse_pnml(text, "n", limit)); });
}

// A net of these elements, which begin on line 2.
std::string net_of(const std::string& elements) {
    return "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>\n" + elements +
           "</page></net></pnml>";
}

TEST(Pnml, ANetIsRead) {
    const Net net =
        parse_pnml(net_of("<place id='p'><name><text>free</text></name><initialMarking><text> 3\n</text>"
                          "</initialMarking></place>\n"
                          "<transition id='t'/><place id='q'/>\n"
                          "<arc id='a' source='p' target='t'><inscription><text>2</text></inscription></arc>"
                          "<arc id='b' source='t' target='q'/>\n"),
                   "n");
    EXPECT_EQ(net.places, (std::vector<Place>{{"free", 3}, {"q", 0}}));
    EXPECT_EQ(net.transitions, (std::vector<Transition>{{"t", {{0, 2}}, {{1, 1}}}}));
}

TEST(Pnml, WhatIsWrittenIsReadBack) {
    for (const Net& net : {test::kanban(4), test::producer_and_consumer(7), Net()})
        EXPECT_EQ(parse_pnml(to_pnml(net), "written"), net);
}

TEST(Pnml, ReferencesAcrossPagesStandForWhatTheyReferTo) {
    const Net net =
        parse_pnml(net_of("<place id='p'/><page id='h'><referencePlace id='r' ref='s'/>"
                          "<referencePlace id='s' ref='p'/><transition id='t'/>"
                          "<referenceTransition id='u' ref='t'/><arc id='a' source='r' target='u'/></page>"),
                   "n");
    ASSERT_EQ(net.transitions.size(), 1U);
    EXPECT_EQ(net.transitions[0].takes, std::vector<Arc>{{0}});
}

TEST(Pnml, SeveralArcsBetweenTheSameTwoAddUp) {
    const Net net = parse_pnml(net_of("<place id='p'/><transition id='t'/><arc source='p' target='t'/>"
                                      "<arc source='p' target='t'><inscription><text>4</text></inscription></arc>"),
                               "n");
    EXPECT_EQ(net.transitions[0].takes, (std::vector<Arc>{{0, 5}}));
}

TEST(Pnml, NumbersMayBeAsPipeWritesThem) {
    const auto marking = [](const std::string& label) {
        const std::string place = "<place id='p'><initialMarking>" + label + "</initialMarking>";
        return parse_pnml(net_of(place + "<capacity><value>0</value></capacity></place>"), "n").places.front().tokens;
    };
    EXPECT_EQ(marking("<value>Default,4</value>"), 4U);
    EXPECT_EQ(marking("<value>4</value>"), 4U);
    EXPECT_EQ(marking("<graphics/>\n4\n"), 4U);
    const Net net =
        parse_pnml(net_of("<place id='p'/><transition id='t'/><arc source='p' target='t'>"
                          "<inscription><value>Default,2</value></inscription><type value='normal'/></arc>"),
                   "n");
    EXPECT_EQ(net.transitions[0].takes, (std::vector<Arc>{{0, 2}}));
}

TEST(Pnml, OrdinaryArcsMaySayThatTheyAre) {
    for (const char* const arc :
         {"type='normal'><type/>", "><type value='normal'/>", "><type id='x'><text> Normal\n</text></type>",
          "><arctype><text>normal</text></arctype>", "arctype='ptarc'>"}) {
        const std::string text =
            net_of("<place id='p'/><transition id='t'/><arc source='p' target='t' " + std::string(arc) + "</arc>");
        EXPECT_EQ(parse_pnml(text, "n").transitions[0].takes, std::vector<Arc>{{0}}) << arc;
    }
}

// pm4py: the type of the core model, an element `finalmarkings` behind the page, labels on transitions; for ProM 5
// without a page. ProM: `arctype` in each arc.
TEST(Pnml, NetsOfProcessMiningAreRead) {
    const std::string nodes =
        "<place id='source'><name><text>source</text></name><initialMarking><text>1</text></initialMarking></place>\n"
        "<place id='sink'><name><text>sink</text></name></place>\n"
        "<transition id='t'><name><text>register</text></name><toolspecific tool='ProM' version='6.4' "
        "activity='$invisible$' localNodeID='x'/></transition>\n"
        "<arc id='1' source='source' target='t'><name><text>1</text></name><arctype><text>normal</text></arctype></arc>"
        "<arc id='-2' source='t' target='sink'/>\n";
    const std::string final_marking =
        "<finalmarkings><marking><place idref='sink'><text>1</text></place></marking></finalmarkings>";
    for (const char* const type :
         {"http://www.pnml.org/version-2009/grammar/pnmlcoremodel", "http://www.yasper.org/specs/epnml-1.1"}) {
        const std::string begin =
            std::string("<?xml version='1.0' encoding='utf-8'?>\n<pnml><net id='n' type='") + type;
        for (const std::string& text :
             {begin + "'><page id='n0'>" + nodes + "</page>" + final_marking + "</net></pnml>",
              begin + "'>" + nodes + final_marking + "</net></pnml>"}) {
            const Net net = parse_pnml(text, "n");
            EXPECT_EQ(net.places, (std::vector<Place>{{"source", 1}, {"sink", 0}}));
            EXPECT_EQ(net.transitions, (std::vector<Transition>{{"register", {{0, 1}}, {{1, 1}}}}));
        }
    }
}

TEST(Pnml, PlacesOfTheSameNameHaveTheirIdsBehindIt) {
    const auto place = [](const std::string& id, const std::string& name) {
        return "<place id='" + id + "'><name><text>" + name + "</text></name></place>";
    };
    const Net net = parse_pnml(net_of(place("a", "x") + place("b", "x") + place("c", "y") + place("d", "x (a)")), "n");
    EXPECT_EQ(net.places, (std::vector<Place>{{"x (a) (a)"}, {"x (b)"}, {"y"}, {"x (a)"}}));
}

// What tells a text's encoding are its first bytes, or what it says itself.
TEST(Pnml, TextsAreOfSeveralEncodings) {
    const auto text = [](const std::string& encoding, const std::string& letter, const std::string& after) {
        return "<?xml version='1.0' encoding='" + encoding + "'?>\n<pnml><net id='n'>\n<place id='p'><name><text>" +
               letter + "</text></name>\n</place>\n" + after + "</net></pnml>";
    };
    const auto in_utf16 = [](const std::string& latin1, bool low_first) {
        std::string wide = low_first ? "\xff\xfe" : "\xfe\xff";
        for (const char c : latin1) wide += low_first ? std::string{c, '\0'} : std::string{'\0', c};
        return wide;
    };
    for (const auto& written : std::vector<std::function<std::string(const std::string&)>>{
             [&](const std::string& after) { return text("utf-8", "\xc3\xa4", after); },
             [&](const std::string& after) { return "\xef\xbb\xbf" + text("utf-8", "\xc3\xa4", after); },
             [&](const std::string& after) { return text("ISO-8859-1", "\xe4", after); },
             [&](const std::string& after) { return in_utf16(text("utf-16", "\xe4", after), true); },
             [&](const std::string& after) { return in_utf16(text("utf-16", "\xe4", after), false); }}) {
        EXPECT_EQ(parse_pnml(written(""), "n").places, (std::vector<Place>{{"\xc3\xa4", 0}}));
        EXPECT_EQ(message(written("<place/>")), "n:5: expected an attribute 'id' of the element 'place', found none");
    }
}

TEST(Pnml, BadTextsAreRefused) {
    const std::string two = "<place id='p'/><transition id='t'/>\n";
    const auto weight = [&](const std::string& text) {
        return net_of(two + "<arc source='p' target='t'><inscription><text>" + text + "</text></inscription></arc>");
    };
    const std::string number = "expected a whole number from 0 to 4294967295 as ";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "n:1: not well-formed XML: No document element found"},
        {"<pnml>\n<net id='n'", "n:2: not well-formed XML: Error parsing start element tag"},
        {net_of("<place id='p'>"), "n:2: not well-formed XML: Start-end tags mismatch"},
        {"<html/>", "n:1: expected the element 'pnml', found 'html'"},
        {"<pnml/>", "n:1: expected an element 'net' in 'pnml', found none"},
        {"<pnml>\n<net/>\n<net/></pnml>", "n:3: a second net; expected one in a file"},
        {"<pnml><net type='stochasticnet'/></pnml>",
         "n:1: expected a place/transition net or a symmetric net, found one of type 'stochasticnet'"},
        {"<pnml><net type='" + std::string(200, 'x') + "'/></pnml>",
         "n:1: expected a place/transition net or a symmetric net, found one of type '…" + std::string(100, 'x') + "'"},
        {net_of("<transition id='t' guard='x > 0'/>"),
         "n:2: expected a transition without a guard, found one of 'x > 0'"},
        {net_of("<place/>"), "n:2: expected an attribute 'id' of the element 'place', found none"},
        {net_of("<place id='p'/>\n<transition id='p'/>"), "n:3: a second element with the id 'p'"},
        {net_of(two + "<arc source='p'/>"), "n:3: expected an attribute 'target' of the element 'arc', found none"},
        {net_of(two + "<arc source='p' target='x'/>"), "n:3: nothing in the net has the id 'x'"},
        {net_of(two + "<arc source='p' target='p'/>"),
         "n:3: expected an arc between a place and a transition, found one between two places"},
        {net_of(two + "<arc source='t' target='t'/>"),
         "n:3: expected an arc between a place and a transition, found one between two transitions"},
        {weight("0"), "n:3: expected a weight of at least 1, found '0'"},
        {weight("-2"), "n:3: " + number + "inscription, found '-2'"},
        {weight("4294967296"), "n:3: " + number + "inscription, found '4294967296'"},
        {weight("2 3"), "n:3: " + number + "inscription, found '2 3'"},
        {weight(""), "n:3: " + number + "inscription, found none"},
        {net_of("<place id='p'><initialMarking><text>-1</text></initialMarking></place>"),
         "n:2: " + number + "initialMarking, found '-1'"},
        {net_of("<referencePlace id='a' ref='b'/>\n<referencePlace id='b' ref='a'/><transition id='t'/>\n"
                "<arc source='a' target='t'/>"),
         "n:2: the reference 'a' comes back to itself"},
        {net_of("<referencePlace id='a' ref='t'/><transition id='t'/><arc source='a' target='t'/>"),
         "n:2: expected a reference to a place, but 't' is not one"},
        {net_of("<referencePlace id='a'/><transition id='t'/><arc source='a' target='t'/>"),
         "n:2: expected an attribute 'ref' of the element 'referencePlace', found none"},
        {net_of(two + "<arc source='p' target='t'><type value='inhibitor'/></arc>"),
         "n:3: expected an ordinary arc, found 'inhibitor'"},
        {net_of(two + "<arc source='p' target='t'>\n<type text='test'/></arc>"),
         "n:4: expected an ordinary arc, found 'test'"},
        {net_of(two + "<arc source='p' target='t'><type><text>inhibitor</text></type></arc>"),
         "n:3: expected an ordinary arc, found 'inhibitor'"},
        {net_of(two + "<arc source='p' target='t'><arctype><text>inhibitor</text></arctype></arc>"),
         "n:3: expected an ordinary arc, found 'inhibitor'"},
        {net_of(two + "<arc source='p' target='t' type='inhibitor'/>"),
         "n:3: expected an ordinary arc, found 'inhibitor'"},
        {net_of(two + "<inhibitorArc source='p' target='t'/>"), "n:3: expected an ordinary arc, found 'inhibitorArc'"},
        {net_of("<place id='p' initialMarking='3'/>"),
         "n:2: expected an element 'initialMarking' in 'place', found an attribute 'initialMarking'"},
        {net_of(two + "<arc source='p' target='t' inscription='2'/>"),
         "n:3: expected an element 'inscription' in 'arc', found an attribute 'inscription'"},
        {net_of(two + "<arc source='p' target='t' weight='2'/>"),
         "n:3: expected an element 'inscription' in 'arc', found an attribute 'weight'"},
        {net_of("<place id='p'><capacity><text>2</text></capacity></place>"),
         "n:2: expected a place without a capacity, found one of '2'"},
        {net_of("<place id='p' capacity='2'/>"), "n:2: expected a place without a capacity, found one of '2'"},
        {net_of("<place id='p'><initialMarking><value>Red,1</value></initialMarking></place>"),
         "n:2: " + number + "initialMarking, found 'Red,1'"},
        {net_of("<place id='p'><initialMarking><value>Default,1,Red,2</value></initialMarking></place>"),
         "n:2: " + number + "initialMarking, found 'Default,1,Red,2'"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(message(text), expected) << text;
    EXPECT_EQ(message(net_of(two), 1), "n:2: a net of more than 1 places, transitions and arcs");
    const std::string most = "<inscription><text>4294967295</text></inscription>";
    EXPECT_EQ(message(net_of(two + "<arc source='p' target='t'/>\n<arc source='p' target='t'>" + most + "</arc>")),
              "n:4: the weights of the arcs between these two add up to more than 4294967295");
}

}  // namespace
}  // namespace scrump::petri
