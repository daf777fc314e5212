// Formulas about compiled models, and the texts of what shows that they do not hold.

#include <scrump/base/error.hpp>
#include <scrump/liveness.hpp>
#include <scrump/problems/pins/ltl.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::pins {
namespace {

using scrump::test::message_of;

const Model& peterson() {
    static const Model model(std::string(SCRUMP_PINS_MODELS) + "/peterson.so");
    return model;
}

LtlResult<State> check(const std::string& text) {
    const StateFormula asked = parse_ltl(text, peterson());
    return check_ltl(peterson(), asked.formula, asked.propositions, {.workers = 1});
}

TEST(LtlOfPins, IsAboutLabelsAndComparisonsOfSlots) {
    const std::vector<std::pair<std::string, bool>> cases = {
        {R"(G "exclusive")", true},
        {"G exclusive", true},
        {R"(G !("critical 0" && "critical 1"))", true},
        {R"("at 0" = outside && "at 0"=0 && "at 0" == "outside")", true},
        {R"(G ("at 0" = critical <-> "critical 0"))", true},
        {R"(G ("at 0" != critical -> !"critical 0"))", true},
        {R"(G ("at 0" >= 4 <-> "critical 0") & G ("at 0" < 4 | "at 0" > 3))", true},
        {R"(G ("at 0" <= "at 1"))", false},
        {R"(F "at 0" = critical)", false},
        {R"(G "level 0" > -2)", true},
        {R"(X ("at 0" = first | "at 1" = first | "at 2" = first))", true},
    };
    for (const auto& [text, holds] : cases) EXPECT_EQ(check(text).holds, std::optional(holds)) << text;
}

TEST(LtlOfPins, ACounterexampleHasTheTextsOfItsTransitions) {
    const auto found = check(R"(F "at 0" = critical)");
    ASSERT_TRUE(found.counterexample);
    const StepTexts steps = steps_along(peterson(), *found.counterexample);
    EXPECT_EQ(steps.path.size(), found.counterexample->path.size());
    EXPECT_EQ(steps.cycle.size(), found.counterexample->cycle.size());
    ASSERT_FALSE(steps.cycle.empty());
    for (const std::string& each : steps.cycle) EXPECT_TRUE(each.starts_with("process ")) << each;
}

// Each process goes on if it is fair to it: what one waits for, others bring about.
TEST(LtlOfPins, OnlyFairPathsCount) {
    const auto holds = [](const std::string& text, const Fairness& fairness) {
        const StateFormula asked = parse_ltl(text, peterson(), fairness);
        return check_ltl(peterson(), asked.formula, asked.propositions, {.workers = 2}).holds.value();
    };
    const std::vector<std::string> processes = {"process 0", "process 1", "process 2"};
    const std::vector<std::string> groups = {"group 0", "group 1", "group 2"};
    const std::string served = R"(G ("at 0" = first -> F "critical 0"))";
    for (const auto& all : {processes, groups}) {
        EXPECT_FALSE(holds(served, {}));
        EXPECT_TRUE(holds(served, {.weak = all}));
        EXPECT_TRUE(holds(served, {.strong = all}));
        EXPECT_FALSE(holds(served, {.weak = {all[1], all[2]}}));
        EXPECT_FALSE(holds(served, {.strong = {all[1], all[2]}}));
        EXPECT_FALSE(holds(R"(G !"critical 0")", {.weak = all}));
    }
}

// Against the same said of slots: process 0 waits while another one is ahead; no other process changes where it is.
TEST(LtlOfPins, FairnessIsThatOfTheModel) {
    const std::string enabled =
        R"(!("at 0" = waiting & ("level 0" = 1 & "last 1" = 0 & ("seen 1" >= 1 | "seen 2" >= 1) |)"
        R"( "level 0" = 2 & "last 2" = 0 & ("seen 1" >= 2 | "seen 2" >= 2))))";
    std::string taken;
    for (const char* position : {"outside", "first", "second", "waiting", "critical"}) {
        const std::string is = std::string("\"at 0\" = ") + position;
        taken += (taken.empty() ? "" : " | ") + ("(" + is + " & X !(" + is + "))");
    }
    const std::string weak = "G F (!(" + enabled + ") | " + taken + ")";
    const std::string strong = "((G F " + enabled + ") -> G F (" + taken + "))";
    const auto holds = [](const std::string& text, const Fairness& fairness) {
        const StateFormula asked = parse_ltl(text, peterson(), fairness);
        return check_ltl(peterson(), asked.formula, asked.propositions, {.workers = 1}).holds.value();
    };
    unsigned held = 0;
    const std::vector<std::string> asked = {R"(G F "at 0" = outside)", R"(F G "at 0" = waiting)",
                                            R"(G F "critical 1" -> G F "at 0" != waiting)",
                                            R"(G F "critical 1" & G F "critical 2" -> F "critical 0")",
                                            R"((F G "at 1" = outside) & (F G "at 2" = outside) -> G F "critical 0")"};
    for (const std::string& each : asked) {
        EXPECT_EQ(holds(each, {.weak = {"process 0"}}), holds(weak + " -> (" + each + ")", {})) << each;
        EXPECT_EQ(holds(each, {.strong = {"process 0"}}), holds(strong + " -> (" + each + ")", {})) << each;
        held += holds(each, {.strong = {"process 0"}}) ? 1U : 0U;
    }
    EXPECT_GT(held, 0U);
    EXPECT_LT(held, asked.size());
}

TEST(LtlOfPins, WhatIsNotUnderstoodIsSaid) {
    const auto refused = [](const std::string& text) {
        return message_of([&] { static_cast<void>(parse_ltl(text, peterson())); });
    };
    EXPECT_EQ(refused(R"(G "critical 9")"),
              R"(formula 'G "critical 9"': 'critical 9' is not a label of the model's states: these are exclusive, )"
              "critical 0, critical 1, critical 2");
    EXPECT_EQ(refused(R"(G "at 0")"),
              R"(formula 'G "at 0"': 'at 0' is a slot: expected a comparison, such as at 0 = 1)");
    EXPECT_EQ(refused(R"("at 9" = 1)"), R"(formula '"at 9" = 1': 'at 9' is not a slot of the model's states; did you )"
                                        "mean at 0?");
    EXPECT_EQ(refused(R"("at 0" = inside)"),
              R"(formula '"at 0" = inside': 'inside' is neither a number, nor a slot, nor a value of 'at 0')");
    // A value by its text, although the same text is also compared with as a number.
    EXPECT_NE(refused(R"("at 0" = "0" & "at 0" = 0)").find("'0' is neither a number, nor a slot, nor a value"),
              std::string::npos);
    EXPECT_EQ(refused(R"("at 0" < critical)"),
              R"(formula '"at 0" < critical': 'critical' is a value by its text: expected = or !=, found <)");
    EXPECT_NE(refused(R"("at 0" = )").find("column 10: expected a number, the name of a slot, or a value"),
              std::string::npos);
    EXPECT_NE(refused("G (exclusive").find("expected ')'"), std::string::npos);
    EXPECT_NE(refused("\"at").find("expected a name in double quotes"), std::string::npos);
}

}  // namespace
}  // namespace scrump::pins
