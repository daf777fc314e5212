// Formulas are read as they are written, and written as they are read.

#include <scrump/states/liveness/formula.hpp>

#include <scrump/base/error.hpp>

#include "random_formulas.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace scrump::test {
namespace {

TEST(Formula, IsReadByTheBindingOfItsOperators) {
    const LtlFormula p("p"), q("q"), r("r");
    EXPECT_EQ(parse_ltl("p"), p);
    EXPECT_EQ(parse_ltl(" G (p -> F q) "), ltl::always(ltl::implies(p, ltl::eventually(q))));
    EXPECT_EQ(parse_ltl("p U q U r"), ltl::until(p, ltl::until(q, r)));
    EXPECT_EQ(parse_ltl("p && q || r"), (p && q) || r);
    EXPECT_EQ(parse_ltl("p | q & r"), p || (q && r));
    EXPECT_EQ(parse_ltl("!p U X q"), ltl::until(!p, ltl::next(q)));
    EXPECT_EQ(parse_ltl("p -> q -> r"), ltl::implies(p, ltl::implies(q, r)));
    EXPECT_EQ(parse_ltl("p <-> q"), (p && q) || (!p && !q));
    EXPECT_EQ(parse_ltl("p R q"), ltl::release(p, q));
    EXPECT_EQ(parse_ltl("p W q"), ltl::release(q, p || q));
    EXPECT_EQ(parse_ltl("true U false"), ltl::until(LtlFormula(true), LtlFormula(false)));
    EXPECT_EQ(parse_ltl("\"x > 3\" && Gp"), LtlFormula("x > 3") && LtlFormula("Gp"));
    EXPECT_FALSE(parse_ltl("p U q") == parse_ltl("p R q"));
    EXPECT_FALSE(parse_ltl("p U q") == parse_ltl("q U p"));
}

TEST(Formula, IsWrittenAsItIsRead) {
    std::mt19937_64 random(3);
    for (unsigned i = 0; i < few_or(2000); ++i) {
        const LtlFormula formula = random_formula(random, 4, 1 + static_cast<unsigned>(random() % 15));
        ASSERT_EQ(parse_ltl(to_string(formula)), formula) << to_string(formula);
    }
    EXPECT_EQ(to_string(LtlFormula("x > 3")), "\"x > 3\"");
    EXPECT_EQ(to_string(LtlFormula("U")), "\"U\"");
    EXPECT_EQ(to_string(parse_ltl("G (p -> F q)")), "G (!p || F q)");
}

TEST(Formula, HasItsPropositionsOnce) {
    EXPECT_EQ(parse_ltl("b U (a && X b)").names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(parse_ltl("true").names().empty());
}

TEST(Formula, IsRefusedWithThePlace) {
    const auto message_of = [](const std::string& text) -> std::string {
        try {
            static_cast<void>(parse_ltl(text));
        } catch (const UsageError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(message_of("p &&"), "formula 'p &&', column 5: expected a formula, not the end");
    EXPECT_EQ(message_of("(p"), "formula '(p', column 3: expected ')', not the end");
    EXPECT_EQ(message_of("p q"), "formula 'p q', column 3: expected an operator or the end, not 'q'");
    EXPECT_EQ(message_of("p U U"), "formula 'p U U', column 5: expected a formula, not 'U'");
    EXPECT_EQ(message_of("\"p"), "formula '\"p', column 1: expected a name in double quotes");
    EXPECT_EQ(message_of(""), "formula '', column 1: expected a formula, not the end");
    EXPECT_NE(message_of(std::string(5000, '!') + "p").find("expected fewer nested operators"), std::string::npos);
    EXPECT_THROW(LtlFormula(""), UsageError);
}

TEST(Formula, SaysWhatIsFair) {
    const LtlFormula enabled("p0"), taken("p1");
    const Lasso never_taken{{1}, 0}, taken_once{{3, 1}, 1}, sometimes_enabled{{1, 0}, 0}, sometimes_taken{{1, 3}, 0};
    EXPECT_FALSE(holds_on(ltl::weakly_fair(enabled, taken), never_taken));
    EXPECT_FALSE(holds_on(ltl::weakly_fair(enabled, taken), taken_once));
    EXPECT_TRUE(holds_on(ltl::weakly_fair(enabled, taken), sometimes_enabled));
    EXPECT_FALSE(holds_on(ltl::strongly_fair(enabled, taken), sometimes_enabled));
    EXPECT_TRUE(holds_on(ltl::strongly_fair(enabled, taken), sometimes_taken));
    EXPECT_TRUE(holds_on(ltl::weakly_fair(enabled, taken), sometimes_taken));
}

}  // namespace
}  // namespace scrump::test
