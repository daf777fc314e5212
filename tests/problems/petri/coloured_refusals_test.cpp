// Coloured nets that are not what they should be, or too large, are refused by line.

#include "coloured_text.hpp"
#include "support/message_of.hpp"

#include <scrump/problems/petri/pnml.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

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

std::string refusal_of(const std::string& text, std::size_t limit = max_parts) {
    return scrump::test::message_of([&] { static_cast<void>(parse_pnml(text, "n", limit)); });
}
std::string without_structure(const std::string& label) {
    return "<place id='P'><type><structure><dot/></structure></type>" + label + "</place>";
}

TEST(ColouredRefusals, BadTermsAreRefused) {
    const std::string letters = user("letters"), p = place("P", letters);
    const auto initial = [&](const std::string& tokens) { return coloured_net(place("P", letters, tokens)); };
    const auto guard = [&](const std::string& condition) { return coloured_net(transition("T", condition)); };
    const std::vector<std::pair<std::string, std::string>> cases = {
        {initial(op("z")), "n:13: no constant has the id 'z'"},
        {initial(var("z")), "n:13: no variable has the id 'z'"},
        {initial(var("x")), "n:13: expected initial tokens without variables"},
        {initial(number(5)), "n:13: expected a term of the sort 'letters', found one of '5..6'"},
        {initial(number(7)), "n:13: expected a number within 5..6, found 7"},
        {initial("<mod/>"), "n:13: expected a term of symmetric nets, found 'mod'"},
        {initial(times(1, op("a")) + op("b")), "n:13: expected one element in 'structure', found 2"},
        {initial(term("numberof", {op("a"), op("b")})),
         "n:13: expected an element 'numberconstant', found 'useroperator'"},
        {initial(term("numberof", {"<numberconstant value='-1'/>", op("b")})),
         "n:13: expected a whole number from 0 to 4294967295 as numberconstant, found '-1'"},
        {initial(term("numberof", {op("b")})), "n:13: expected 2 elements 'subterm' in 'numberof', found 1"},
        {initial("<add/>"), "n:13: expected at least 1 element 'subterm' in 'add', found 0"},
        {initial("<add><all/></add>"), "n:13: expected an element 'subterm', found 'all'"},
        {initial(term("add", {op("a"), number(5)})),
         "n:13: expected a term of the sort 'letters', found one of '5..6'"},
        {initial(term("subtract", {op("a"), op("b")})),
         "n:13: the coloured place 'P': 'subtract' takes more of the colour 'b' than there is"},
        {initial(term("subtract", {op("a"), times(2, op("a"))})),
         "n:13: the coloured place 'P': 'subtract' takes more of the colour 'a' than there is"},
        {initial(times(4294967295, times(2, op("a")))),
         "n:13: the coloured place 'P': a colour that is there more than 4294967295 times"},
        {initial(term("successor", {"<all>" + letters + "</all>"})), "n:13: expected a colour, found a multiset"},
        {coloured_net(place("P", "<dot/>", term("successor", {"<dotconstant/>"}))),
         "n:13: expected a colour of a sort with an order, found one of 'dot'"},
        {initial("<useroperator declaration='a'><subterm/></useroperator>"),
         "n:13: expected a constant, found an operator with parts"},
        {guard(op("a")), "n:13: expected a term of the sort 'bool', found one of 'letters'"},
        {guard("<all><bool/></all>"), "n:13: expected a colour, found a multiset"},
        {guard(term("lessthan", {var("p"), var("p")})),
         "n:13: expected a colour of a sort with an order, found one of '(letters, 5..6)'"},
        {guard(term("equality", {var("x"), var("n")})),
         "n:13: expected a term of the sort 'letters', found one of '5..6'"},
        {guard(term("and", {var("x")})), "n:13: expected a term of the sort 'bool', found one of 'letters'"},
        {guard(term("partitionelementof", {var("n")}, " refpartition='halves'")),
         "n:13: expected a term of the sort 'letters', found one of '5..6'"},
        {guard(term("partitionelementof", {var("x")}, " refpartition='letters'")),
         "n:13: expected a partition, found the sort 'letters'"},
        {coloured_net("<place id='P'/>"), "n:13: expected an element 'type' in 'place', found none"},
        {coloured_net("<place id='P'><type><text>dot</text></type></place>"),
         "n:13: expected an element 'structure' in 'type'"},
        {coloured_net(place("P", "<string/>")), "n:13: expected a sort of symmetric nets, found 'string'"},
        {coloured_net(place("P", user("z"))), "n:13: no sort has the id 'z'"},
        {coloured_net(without_structure("<hlinitialMarking><text>1'dot</text></hlinitialMarking>")),
         "n:13: expected an element 'structure' in 'hlinitialMarking'"},
        {coloured_net(without_structure("<initialMarking><text>1</text></initialMarking>")),
         "n:13: expected an element 'hlinitialMarking', found 'initialMarking'"},
        {coloured_net(p + transition("T") + "<arc source='P' target='T'/>"),
         "n:15: expected an element 'hlinscription' in 'arc', found none"},
        {coloured_net(p + transition("T") + "<arc source='P' target='T'><inscription/></arc>"),
         "n:15: expected an element 'hlinscription', found 'inscription'"},
        {coloured_net(p + transition("T") + arc("P", "T", var("n"))),
         "n:15: expected a term of the sort 'letters', found one of '5..6'"},
        {coloured_net(p + transition("T") + arc("T", "P", term("subtract", {var("x"), var("y")}))),
         "n:14: the coloured transition 'T': 'subtract' takes more of the colour 'b' than there is"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(refusal_of(text), expected) << text;
}

TEST(ColouredRefusals, BadDeclarationsAreRefused) {
    const auto declared = [](const std::string& declarations) {
        return refusal_of("<pnml><net type='symmetricnet'><declaration><structure><declarations>\n" + declarations +
                          "</declarations></structure></declaration></net></pnml>");
    };
    const auto named = [](const std::string& id, const std::string& sort) {
        return "<namedsort id='" + id + "' name='" + id + "'>" + sort + "</namedsort>\n";
    };
    const std::string ab = named("ab",
                                 "<cyclicenumeration><feconstant id='a'/><feconstant id='b'/>"
                                 "</cyclicenumeration>");
    const auto partition = [&](const std::string& classes) {
        return declared(ab + "<partition id='P'>" + user("ab") + classes + "</partition>");
    };
    const auto a_class = [](const std::string& id, const std::string& members) {
        return "<partitionelement id='" + id + "'>" + members + "</partitionelement>";
    };
    EXPECT_EQ(declared("<namedoperator id='f'/>"),
              "n:2: expected a declaration of a sort, a partition or a variable, found 'namedoperator'");
    EXPECT_EQ(declared(ab + ab), "n:3: a second sort with the id 'ab'");
    EXPECT_EQ(declared("<namedsort name='s'><dot/></namedsort>"),
              "n:2: expected an attribute 'id' of the element 'namedsort', found none");
    EXPECT_EQ(declared(named("s", user("t")) + named("t", user("s"))), "n:2: the sort 's' is a part of itself");
    EXPECT_EQ(declared(named("s", "<productsort/>")), "n:2: expected parts in 'productsort', found none");
    EXPECT_EQ(declared(named("s", "<cyclicenumeration/>")),
              "n:2: expected constants in 'cyclicenumeration', found none");
    EXPECT_EQ(declared(named("s", "<finiteenumeration><dot/></finiteenumeration>")),
              "n:2: expected an element 'feconstant', found 'dot'");
    EXPECT_EQ(declared(ab + named("s", "<finiteenumeration><feconstant id='a'/></finiteenumeration>")),
              "n:3: a second constant with the id 'a'");
    EXPECT_EQ(declared(named("s", "<finiteintrange start='2' end='1'/>")),
              "n:2: expected an 'end' that is not before the 'start'");
    EXPECT_EQ(declared(named("s", "<finiteintrange start='x' end='1'/>")),
              "n:2: expected a whole number as start, found 'x'");
    const std::string large = "<finiteintrange start='1' end='1000000000000'/>";
    EXPECT_EQ(declared(named("s", "<productsort>" + large + large + "</productsort>")),
              "n:2: a sort of more than 4611686018427387904 colours");
    EXPECT_EQ(declared("<variabledecl id='x'><dot/></variabledecl>\n<variabledecl id='x'><dot/></variabledecl>"),
              "n:3: a second variable with the id 'x'");
    EXPECT_EQ(partition(a_class("one", op("a"))), "n:3: the partition leaves out colours of the sort 'ab'");
    EXPECT_EQ(partition(a_class("one", op("a") + op("b") + op("a"))),
              "n:3: a colour that is already in an element of the partition");
    EXPECT_EQ(partition(a_class("one", number(5))), "n:3: expected a constant of the sort 'ab'");
    EXPECT_EQ(partition(""), "n:3: expected elements 'partitionelement' in 'partition', found none");
    EXPECT_EQ(declared("<partition id='P'>" + a_class("one", op("a")) + "</partition>"),
              "n:2: expected the sort that the partition divides");
    EXPECT_EQ(partition(a_class("one", op("a") + op("b")) + "<dot/>"),
              "n:3: expected an element 'partitionelement', found 'dot'");
    std::string deep;
    for (int i = 0; i < 2'000; ++i) deep += "<productsort>";
    deep += "<dot/>";
    for (int i = 0; i < 2'000; ++i) deep += "</productsort>";
    EXPECT_EQ(declared(named("s", deep)), "n:2: sorts with more than 1000 parts within each other");
}

TEST(ColouredRefusals, LimitsHold) {
    const std::string letters = user("letters");
    EXPECT_EQ(refusal_of(coloured_net(place("P", letters) + place("Q", letters)), 4),
              "n:14: the coloured place 'Q': unfolded, the net has more than 4 places, transitions and arcs");
    const std::string moves = place("P", letters) + transition("T") + arc("T", "P", var("x"));
    EXPECT_EQ(refusal_of(coloured_net(moves), 9), "no error");
    EXPECT_EQ(refusal_of(coloured_net(moves), 8),
              "n:14: the coloured transition 'T': unfolded, the net has more than 8 places, transitions and arcs");
    const std::string range = "<finiteintrange start='1' end='1000000'/>";
    const std::string wide =
        "<pnml><net type='symmetricnet'><declaration><structure><declarations>"
        "<variabledecl id='x'>" +
        range +
        "</variabledecl></declarations></structure>"
        "</declaration>\n";
    const std::string never = term("lessthan", {var("x"), var("x")});
    EXPECT_EQ(refusal_of(wide + transition("T", never) + "</net></pnml>", 1'000),
              "n:2: the coloured transition 'T': unfolding this net takes more than 100000 steps");
    EXPECT_EQ(
        refusal_of(wide + place("P", "<dot/>") + place("Q", range, "<all>" + range + "</all>") + "</net></pnml>", 9),
        "n:3: the coloured place 'Q': unfolded, the net has more than 9 places, transitions and arcs");
    std::string term_of_many = op("a");
    for (int i = 0; i < 2'000; ++i) term_of_many = "<successor><subterm>" + term_of_many + "</subterm></successor>";
    EXPECT_EQ(refusal_of(coloured_net(place("P", letters, term_of_many))),
              "n:13: a term with more than 1000 elements within each other");
}

}  // namespace
}  // namespace scrump::petri
