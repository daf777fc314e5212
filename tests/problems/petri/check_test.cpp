#include <scrump/problems/petri/check.hpp>

#include "nets.hpp"
#include "plain_answers.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;
using Asked = Property::Kind;
using scrump::test::few_or;
using scrump::test::message_of;

TEST(Check, AnswersAreThoseOfAPlainEvaluation) {
    std::map<Method, std::size_t> methods;
    for (std::uint64_t seed = 0; seed < few_or(300); ++seed) {
        SCOPED_TRACE(seed);
        const Net net = test::random_net_of(seed);
        const std::vector<Property> properties = test::random_properties(net, seed);
        CheckOptions options = test::with_workers(1 + seed % 2);
        options.reach.join_places = seed % 5 != 0;
        const Checked found = check(net, properties, options);
        EXPECT_EQ(found.status, Status::complete);
        for (const auto& [method, count] : test::expect_plain_answers(net, properties, found)) methods[method] += count;
    }
    for (const Method method : {Method::structure, Method::walk, Method::diagrams})
        EXPECT_GT(methods[method], few_or(300) / 2) << name(method);
}

TEST(Check, AnswersAreToldWhenTheyAreKnown) {
    const Net net = test::kanban(2);
    const std::vector<Property> properties = test::random_properties(net, 7);
    std::map<std::string, std::size_t> told;
    CheckOptions options = test::with_workers(2);
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

TEST(Check, OfUnboundedNetsSomeThingsAreKnown) {
    Net net;
    net.places = {{"source", 1}, {"sink", 0}};
    net.transitions = {{"grow", {{0}}, {{0}, {1, 65536}}}};
    const Formula large = test::at_most({.constant = 1'000'000}, {.places = {1}});
    std::vector<Property> properties{test::asked(test::quantified(Kind::some_path, Kind::eventually, large)),
                                     test::question("OneSafe"), test::question("ReachabilityDeadlock")};
    properties.push_back({.id = "sink", .kind = Asked::bound, .formula = {}, .sum = {.places = {1}}});
    const Checked found = check(net, properties, test::with_workers(1));
    EXPECT_EQ(found.verdicts[0].holds, true);
    EXPECT_EQ(found.verdicts[0].path->size(), 16U);
    EXPECT_EQ(found.verdicts[1].holds, false);
    EXPECT_EQ(found.verdicts[2].holds, false) << "a transition is always enabled";
    EXPECT_FALSE(found.verdicts[3].is_known());
    EXPECT_NE(found.verdicts[3].why.find("'sink'"), std::string::npos) << found.verdicts[3].why;
    EXPECT_EQ(found.status, Status::stuck);
}

TEST(Check, FormulasOfNeitherCtlNorLtlAreUnknown) {
    const Checked found = check(test::kanban(1), {test::asked(test::of_neither_ctl_nor_ltl())}, test::with_workers(1));
    EXPECT_FALSE(found.verdicts[0].is_known());
    EXPECT_EQ(found.verdicts[0].why, "the formula is neither one of CTL nor one of LTL");
    EXPECT_EQ(found.status, Status::stuck);
}

TEST(Check, SeveralLocalitiesAreRefused) {
    CheckOptions options = test::with_workers(1);
    options.reach.diagrams.tasks.localities = 2;
    EXPECT_EQ(message_of<UsageError>([&] { check(test::kanban(1), {}, options); }),
              "check: nets are checked by one process; expected one locality");
}

}  // namespace
}  // namespace scrump::petri
