// Formulas as text: what is written is read, in the same sense, and what is not a formula is refused with its place.

#include <scrump/problems/petri/formula_text.hpp>

#include "problems/petri/plain_formulas.hpp"
#include "problems/petri/random_nets.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/ltl.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

// Places and transitions whose names are not all words.
const Net few{.places = {{"p", 1}, {"q", 0}, {"G", 0}, {"a-b", 0}},
              .transitions = {{"t", {{0}}, {{1}}}, {"u", {{1}}, {{0}}}, {"t \"u", {{3}}, {{0}}}}};

std::string ctl(const std::string& text) {
    return to_string(few, parse_ctl(text, few));
}
std::string ltl(const std::string& text, const Fairness& fairness = {}) {
    return to_string(few, parse_ltl(text, few, fairness));
}
template <class Parse>
std::string refusal(const Parse& parse) {
    try {
        parse();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}
std::string refusal_of_ltl(const std::string& text) {
    return refusal([&] { ltl(text); });
}

TEST(FormulaTexts, AreReadAsTheyAreWritten) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Net net = test::random_net(seed, 2);
        const test::PlainGraph graph(net);
        if (graph.markings().size() > 300) continue;
        test::RandomFormulas formulas(net, seed);
        for (unsigned i = 0; i < 10; ++i) {
            const Formula formula = formulas.of_ctl(3);
            const std::string text = to_string(net, formula);
            ASSERT_EQ(graph.values(parse_ctl(text, net)), graph.values(formula)) << text;
        }
        for (unsigned i = 0; i < 5; ++i) {
            const bool on_all = i % 2 == 0;
            const Formula formula{.kind = on_all ? Formula::Kind::every_path : Formula::Kind::some_path,
                                  .parts = {formulas.of_path(3)}};
            const std::string text = to_string(net, formula);
            ASSERT_EQ(check_ltl(net, parse_ltl(text, net), {.workers = 1}).holds,
                      check_ltl(net, formula, {.workers = 1}).holds)
                << text;
        }
    }
}

TEST(FormulaTexts, CompareSums) {
    EXPECT_EQ(ctl("p<=q"), "p <= q");
    EXPECT_EQ(ctl("p < 2"), "p + 1 <= 2");
    EXPECT_EQ(ctl("p >= 2q"), "2 q <= p");
    EXPECT_EQ(ctl("p > 2 * q + 1"), "2 q + 2 <= p");
    EXPECT_EQ(ctl("p = 1"), "p <= 1 & 1 <= p");
    EXPECT_EQ(ctl("p == 1"), "p <= 1 & 1 <= p");
    EXPECT_EQ(ctl("p != 1"), "p + 1 <= 1 | 2 <= p");
    EXPECT_EQ(ctl("p - q - 1 <= 2 - p"), "2 p <= q + 3");
    EXPECT_EQ(ctl("\"a-b\" + \"G\" <= 0"), "G + a-b <= 0");
}

TEST(FormulaTexts, BindAsPeopleExpect) {
    EXPECT_EQ(ltl("deadlock | p < 1 & q < 1 -> true -> false"),
              ltl("(!(deadlock || ((p < 1) && (q < 1))) | (!true | false))"));
    EXPECT_EQ(ltl("!deadlock U F deadlock U true"), ltl("(!deadlock) U ((F deadlock) U true)"));
    EXPECT_EQ(ltl("deadlock <-> true"), "A ((deadlock & true) | (!deadlock & !true))");
    EXPECT_EQ(ltl("deadlock R true"), "A !(!deadlock U !true)");
    EXPECT_EQ(ltl("deadlock W true"), ltl("true R (deadlock | true)"));
    EXPECT_EQ(ltl("F enabled(u, t) & deadlock"), "A (F enabled(t, u) & deadlock)");
    EXPECT_EQ(ctl("A[deadlock U EX true]"), "A (deadlock U EX true)");
    EXPECT_EQ(ctl("A (deadlock R true) & EG AF deadlock"), "!E (!deadlock U !true) & EG AF deadlock");
}

TEST(FormulaTexts, OfLtlAreOfAllPaths) {
    EXPECT_EQ(ltl("G F fires(t)"), "AG F fires(t)");
    EXPECT_EQ(ltl("E G F fires(t)"), "EG F fires(t)");
    EXPECT_EQ(ltl("!E (deadlock U true)"), "A !(deadlock U true)");
    // It stays in its only marking, whereas AX of CTL holds there.
    const Net stuck{.places = {{"p", 1}}, .transitions = {}};
    EXPECT_TRUE(is_ctl(parse_ctl("A X p > 1", stuck)));
    EXPECT_FALSE(is_ctl(parse_ltl("X p > 1", stuck)));
}

TEST(FormulaTexts, MayBeOfFairPathsAlone) {
    EXPECT_EQ(ltl("F q > 0", {.weak = {"t"}}), ltl("G F (!enabled(t) | fires(t)) -> F q > 0"));
    EXPECT_EQ(ltl("E F q > 0", {.weak = {"t"}, .strong = {"u"}}),
              ltl("E ((G F (!enabled(t) | fires(t)) & (!G F enabled(u) | G F fires(u))) & F q > 0)"));
    EXPECT_EQ(refusal([] { ltl("true", {.strong = {"v"}}); }),
              "fairness: the net has no transition 'v'; expected the id or name of one");
}

TEST(FormulaTexts, StandForAllColours) {
    Net net = few;
    net.coloured_places = {{"Here", 0, 3}, {"There", 3, 1}};
    net.coloured_transitions = {{"move", 0, 2}, {"stay", 2, 1}};
    EXPECT_EQ(parse_ctl("Here <= 1", net).left.places, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(parse_ltl("fires(move)", net).parts[0].transitions, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(to_string(net, parse_ltl("true", net, {.weak = {"move"}})),
              to_string(net, parse_ltl("G F (!enabled(t, u) | fires(t, u)) -> true", net)));
}

TEST(FormulaTexts, SayWhatIsWrongWhere) {
    EXPECT_EQ(refusal_of_ltl("G r > 0"),
              "formula 'G r > 0', column 3: the net has no place 'r'; expected the id or name of one");
    EXPECT_EQ(refusal_of_ltl("F enabled(p)"),
              "formula 'F enabled(p)', column 11: the net has no transition 'p'; expected the id or name of one");
    EXPECT_EQ(refusal_of_ltl("G p"),
              "formula 'G p', column 4: expected a comparison of tokens, such as > 0, not the end");
    EXPECT_EQ(refusal_of_ltl("G (p > 0"), "formula 'G (p > 0', column 9: expected ')', not the end");
    EXPECT_EQ(refusal_of_ltl("p > 0 )"), "formula 'p > 0 )', column 7: expected an operator or the end, not ')'");
    EXPECT_EQ(refusal_of_ltl("p > "), "formula 'p > ', column 5: expected a formula, not the end");
    EXPECT_EQ(refusal_of_ltl("p > \"q"), "formula 'p > \"q', column 5: expected a name in double quotes");
    EXPECT_EQ(refusal_of_ltl("fires t"), "formula 'fires t', column 7: expected '(' and names of transitions, not 't'");
    EXPECT_EQ(refusal_of_ltl("p > 99999999999999999999"),
              "formula 'p > 99999999999999999999', column 5: expected a number of at most 4294967295, not "
              "'99999999999999999999'");
    EXPECT_EQ(refusal_of_ltl("p > 1001 q"), "formula 'p > 1001 q', column 10: a place counts at most 1000 times");
    EXPECT_EQ(refusal_of_ltl("G E F deadlock"),
              "formula 'G E F deadlock': is not one of LTL: A or E may stand at its beginning alone");
    EXPECT_EQ(refusal([] { ctl("A G F deadlock"); }),
              "formula 'A G F deadlock': is not one of CTL: A or E stands before each X, F, G, U, R and W");
    EXPECT_EQ(refusal([] { ctl("EX fires(t)"); }), "formula 'EX fires(t)': 'fires' is for formulas of LTL alone");
    std::string nested(2'000, '!');
    nested += "true";
    EXPECT_NE(refusal_of_ltl(nested).find("expected fewer nested operators"), std::string::npos);
    std::string doubled = "deadlock";
    for (unsigned i = 0; i < 40; ++i) doubled = "(" + doubled + ") <-> deadlock";
    EXPECT_NE(refusal_of_ltl(doubled).find("the formula is too large"), std::string::npos);
}

}  // namespace
}  // namespace scrump::petri
