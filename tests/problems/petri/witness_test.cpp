#include <scrump/problems/petri/detail/witness.hpp>

#include "plain_answers.hpp"
#include "support/sanitized.hpp"

#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/formula_text.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;
using scrump::test::few_or;

TEST(Witness, PathsAndCyclesShowAnswersToFormulasOfCtl) {
    std::size_t cycles = 0, long_paths = 0;
    for (std::uint64_t seed = 0; seed < few_or(150); ++seed) {
        SCOPED_TRACE(seed);
        const Net net = test::random_net_of(seed);
        test::RandomFormulas random(net, seed);
        std::vector<Property> properties;
        for (unsigned i = 0; i < 8; ++i) properties.push_back(test::asked(random.of_ctl(2 + i % 2)));
        for (const Kind quantifier : {Kind::some_path, Kind::every_path})
            for (const Kind temporal : {Kind::always, Kind::eventually})
                properties.push_back(test::asked(test::quantified(quantifier, temporal, random.of_ctl(1))));
        const Checked found = check(net, properties, test::with_workers(1));
        test::expect_plain_answers(net, properties, found);
        for (const Verdict& each : found.verdicts) {
            cycles += each.cycle.empty() ? 0U : 1U;
            long_paths += each.path && each.path->size() > 1 ? 1U : 0U;
        }
    }
    EXPECT_GT(cycles, few_or(150) / 3);
    EXPECT_GT(long_paths, few_or(150) / 5);
}

TEST(Witness, APathGoesOnToWhatIsWithin) {
    // A token goes around b and c, or to the end.
    const Net net{
        .places = {{"a", 1}, {"b", 0}, {"c", 0}, {"end", 0}},
        .transitions = {{"go", {{0}}, {{1}}}, {"turn", {{1}}, {{2}}}, {"back", {{2}}, {{1}}}, {"leave", {{2}}, {{3}}}}};
    const auto verdict_of = [&](const char* text) {
        return check(net, {test::asked(parse_ctl(text, net))}, test::with_workers(1)).verdicts[0];
    };
    using Path = std::vector<std::uint32_t>;
    const Verdict stays = verdict_of("EF (b = 1 & EG end = 0)");
    EXPECT_EQ(stays.path, (Path{0}));
    EXPECT_EQ(stays.cycle, (Path{1, 2}));
    const Verdict ends = verdict_of("AX AF a = 1");
    EXPECT_EQ(ends.holds, false);
    EXPECT_EQ(ends.path, (Path{0, 1, 3}));
    EXPECT_TRUE(ends.cycle.empty());
    const Verdict strays = verdict_of("A ((a = 1 | b = 1) U end = 1)");
    EXPECT_EQ(strays.holds, false);
    EXPECT_EQ(strays.path, (Path{0, 1}));
    EXPECT_FALSE(verdict_of("EG a + b + c <= 1 & EX EX c = 1").path) << "one path does not show both";
}

}  // namespace
}  // namespace scrump::petri
