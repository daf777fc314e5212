#include <scrump/problems/petri/formula.hpp>

#include "nets.hpp"
#include "plain_formulas.hpp"
#include "random_nets.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;

Formula with(Kind kind, std::vector<Formula> parts) {
    return {.kind = kind, .parts = std::move(parts)};
}
Formula e(Kind kind, std::vector<Formula> parts) {
    return with(Kind::some_path, {with(kind, std::move(parts))});
}
Formula a(Kind kind, std::vector<Formula> parts) {
    return with(Kind::every_path, {with(kind, std::move(parts))});
}
Formula enabled(std::vector<std::uint32_t> transitions) {
    return {.kind = Kind::enabled, .transitions = std::move(transitions)};
}
// What is said of transitions 0, 1 and 2.
const Formula p = enabled({0});
const Formula q = enabled({1});
const Formula r = enabled({2});

TEST(Formula, AreOfMarkingsOfCtlOrOfLtl) {
    const Formula fg = with(Kind::every_path, {with(Kind::eventually, {with(Kind::always, {p})})});
    EXPECT_TRUE(is_of_marking(with(Kind::all, {p, with(Kind::negation, {q})})));
    EXPECT_FALSE(is_of_marking(with(Kind::all, {p, e(Kind::next, {q})})));
    EXPECT_FALSE(is_of_marking(with(Kind::next, {q})));
    EXPECT_TRUE(is_ltl(fg));
    EXPECT_FALSE(is_ctl(fg));
    EXPECT_TRUE(is_ltl(a(Kind::until, {p, q})));
    EXPECT_TRUE(is_ctl(a(Kind::until, {p, q})));
    EXPECT_TRUE(is_ctl(with(Kind::negation, {e(Kind::always, {a(Kind::next, {p})})})));
    EXPECT_FALSE(is_ltl(e(Kind::always, {a(Kind::next, {p})})));
    EXPECT_FALSE(is_ctl(with(Kind::next, {p})));
    EXPECT_FALSE(is_ltl(with(Kind::next, {p})));
    EXPECT_FALSE(is_ctl(with(Kind::every_path, {p}))) << "a path without X, F, G or U";
}

TEST(Formula, OfAMarkingHoldsInOneOrNot) {
    for (std::uint64_t seed = 0; seed < scrump::test::few_or(100); ++seed) {
        const Net net = test::random_net(seed, 2);
        const test::PlainGraph graph(net);
        const Formula formula = test::RandomFormulas(net, seed).of_marking(3);
        const std::vector<bool> values = graph.values(formula);
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_EQ(holds_in(net, formula, graph.markings()[i]), values[i]) << to_string(net, formula);
    }
    const Net net = test::producer_and_consumer(1);
    EXPECT_EQ(scrump::test::message_of([&] {
                  holds_in(net, e(Kind::next, {p}), {1, 0, 1, 0, 1, 0});
              }),
              "expected a formula of a marking, found one of paths");
}

TEST(Formula, AreWrittenWithFewBrackets) {
    const Net net = test::producer_and_consumer(1);  // produce, put, get, consume; producing, produced, free, full, …
    const auto text = [&](const Formula& formula) { return to_string(net, formula); };
    const Formula few = test::at_most({.constant = 0, .places = {2, 3, 3}}, {.constant = 3});
    EXPECT_EQ(text(few), "free + 2 full <= 3");
    EXPECT_EQ(text(test::at_most({.constant = 1}, {.constant = 2, .places = {0}})), "1 <= producing + 2");
    EXPECT_EQ(text(test::at_most({}, {.constant = -1, .places = {0}})), "0 <= producing - 1");
    EXPECT_EQ(text(a(Kind::always, {few})), "AG (free + 2 full <= 3)");
    EXPECT_EQ(text(a(Kind::always, {e(Kind::eventually, {p})})), "AG EF enabled(produce)");
    EXPECT_EQ(text(e(Kind::until, {with(Kind::any, {p, few}), q})),
              "E ((enabled(produce) | free + 2 full <= 3) U enabled(put))");
    EXPECT_EQ(text(with(Kind::negation, {with(Kind::all, {enabled({0, 1}), with(Kind::negation, {r})})})),
              "!(enabled(produce, put) & !enabled(get))");
    EXPECT_EQ(text(with(Kind::negation, {with(Kind::all, {with(Kind::any, {p, q})})})),
              "!(" + text(with(Kind::any, {p, q})) + ")");
    EXPECT_EQ(text(with(Kind::any, {p, with(Kind::all, {q, {.kind = Kind::deadlock}})})),
              "enabled(produce) | (enabled(put) & deadlock)");
    EXPECT_EQ(text(with(Kind::every_path, {with(Kind::any, {with(Kind::next, {p}), with(Kind::always, {q})})})),
              "A (X enabled(produce) | G enabled(put))");
    EXPECT_EQ(text(a(Kind::always, {with(Kind::eventually, {p})})), "AG F enabled(produce)");
    EXPECT_EQ(text(with(Kind::all, {})), "true");
    EXPECT_EQ(text({.kind = Kind::no}), "false");
}

TEST(Formula, AreSimplified) {
    const std::vector<std::pair<Formula, Formula>> cases = {
        {with(Kind::negation, {with(Kind::negation, {p})}), p},
        {with(Kind::all, {p, {.kind = Kind::yes}, with(Kind::all, {q, p})}), with(Kind::all, {p, q})},
        {with(Kind::any, {p, with(Kind::any, {r, q})}), enabled({0, 1, 2})},
        {with(Kind::any, {p, {.kind = Kind::yes}}), {.kind = Kind::yes}},
        {enabled({}), {.kind = Kind::no}},
        {with(Kind::negation, {test::at_most({.places = {0}}, {.constant = 2})}),
         test::at_most({.constant = 3}, {.places = {0}})},
        {test::at_most({.constant = 2, .places = {0, 1, 1}}, {.constant = 5, .places = {1, 2}}),
         test::at_most({.places = {0, 1}}, {.constant = 3, .places = {2}})},
        {test::at_most({.places = {1}}, {.constant = 2, .places = {1, 2}}), {.kind = Kind::yes}},
        {test::at_most({.constant = 1, .places = {1}}, {.places = {1}}), {.kind = Kind::no}},
        {with(Kind::negation, {e(Kind::eventually, {p})}), a(Kind::always, {with(Kind::negation, {p})})},
        {with(Kind::negation, {a(Kind::next, {p})}), e(Kind::next, {with(Kind::negation, {p})})},
        {e(Kind::eventually, {e(Kind::eventually, {p})}), e(Kind::eventually, {p})},
        {e(Kind::eventually, {with(Kind::any, {p, a(Kind::eventually, {e(Kind::until, {r, q})})})}),
         e(Kind::eventually, {enabled({0, 1})})},
        {a(Kind::always, {with(Kind::all, {p, e(Kind::always, {a(Kind::always, {q})})})}),
         a(Kind::always, {with(Kind::all, {p, q})})},
        {a(Kind::eventually, {e(Kind::eventually, {p})}), e(Kind::eventually, {p})},
        {e(Kind::always, {a(Kind::always, {p})}), a(Kind::always, {p})},
        {a(Kind::until, {p, e(Kind::eventually, {q})}), e(Kind::eventually, {q})},
        {e(Kind::until, {{.kind = Kind::yes}, q}), e(Kind::eventually, {q})},
        {a(Kind::until, {{.kind = Kind::no}, q}), q},
        {a(Kind::next, {{.kind = Kind::no}}), {.kind = Kind::deadlock}},
        {e(Kind::next, {{.kind = Kind::yes}}), with(Kind::negation, {{.kind = Kind::deadlock}})},
        {a(Kind::always, {with(Kind::eventually, {p})}), a(Kind::always, {a(Kind::eventually, {p})})},
        {with(Kind::every_path, {with(Kind::any, {p, with(Kind::always, {q})})}),
         with(Kind::any, {p, a(Kind::always, {q})})},
        {with(Kind::every_path, {with(Kind::any, {p, with(Kind::next, {q})})}),
         with(Kind::every_path, {with(Kind::any, {p, with(Kind::next, {q})})})},
        {with(Kind::every_path, {with(Kind::eventually, {with(Kind::always, {with(Kind::eventually, {p})})})}),
         a(Kind::always, {a(Kind::eventually, {p})})},
    };
    const Net net = test::producer_and_consumer(1);
    for (const auto& [given, expected] : cases) {
        EXPECT_EQ(to_string(net, simplified(given)), to_string(net, expected)) << to_string(net, given);
    }
}

TEST(Formula, SimplifiedAndNegatedOnesOfCtlSayTheSame) {
    for (std::uint64_t seed = 0; seed < scrump::test::few_or(4'000); ++seed) {
        const Net net = seed % 3 == 0 ? test::random_cycles(seed / 10) : test::random_net(seed / 10, 2);
        const test::PlainGraph graph(net);
        const Formula formula = test::RandomFormulas(net, seed).of_ctl(1 + static_cast<unsigned>(seed % 4));
        const Formula simple = simplified(formula);
        EXPECT_TRUE(is_ctl(simple)) << to_string(net, formula);
        const std::vector<bool> values = graph.values(formula);
        EXPECT_EQ(graph.values(simple), values) << to_string(net, formula) << " became " << to_string(net, simple);
        std::vector<bool> opposite = graph.values(negated(formula));
        opposite.flip();
        EXPECT_EQ(opposite, values) << to_string(net, formula);
    }
}

// A token that goes through places one after the other, and round some of them for ever or not: one path.
struct OnePath {
    Net net{};
    std::size_t length = 0;
    std::size_t back_to = 0;  // `length`: the path ends, and stays there

    bool holds(const Formula& formula, std::size_t at) const {
        const auto part = [&](std::size_t which, std::size_t where) { return holds(formula.parts[which], where); };
        // Places from here on, each once.
        std::vector<std::size_t> rest;
        for (std::size_t i = at; std::ranges::find(rest, i) == rest.end() && i < length;) {
            rest.push_back(i);
            i = i + 1 < length ? i + 1 : back_to;
        }
        switch (formula.kind) {
            case Kind::negation:
                return !part(0, at);
            case Kind::all:
                return std::ranges::all_of(formula.parts, [&](const Formula& each) { return holds(each, at); });
            case Kind::any:
                return std::ranges::any_of(formula.parts, [&](const Formula& each) { return holds(each, at); });
            case Kind::next:
                return part(0, at + 1 < length ? at + 1 : std::min(back_to, at));
            case Kind::eventually:
                return std::ranges::any_of(rest, [&](std::size_t i) { return part(0, i); });
            case Kind::always:
                return std::ranges::all_of(rest, [&](std::size_t i) { return part(0, i); });
            case Kind::until: {
                const auto goal = std::ranges::find_if(rest, [&](std::size_t i) { return part(1, i); });
                return goal != rest.end() && std::all_of(rest.begin(), goal, [&](std::size_t i) { return part(0, i); });
            }
            case Kind::some_path:
            case Kind::every_path:
                return part(0, at);
            default:
                break;
        }
        std::vector<Tokens> marking(length);
        marking[at] = 1;
        return holds_in(net, formula, marking);
    }
};

OnePath one_path(std::size_t length, std::size_t back_to) {
    OnePath path{.length = length, .back_to = back_to};
    for (std::uint32_t i = 0; i < length; ++i) {
        path.net.places.push_back({"p" + std::to_string(i), i == 0 ? 1U : 0U});
        const auto to = static_cast<std::uint32_t>(i + 1 < length ? i + 1 : back_to);
        if (to < length) path.net.transitions.push_back({"t" + std::to_string(i), {{i}}, {{to}}});
    }
    return path;
}

TEST(Formula, SimplifiedOnesOfPathsSayTheSame) {
    for (std::uint64_t seed = 0; seed < scrump::test::few_or(4'000); ++seed) {
        const std::size_t length = 2 + seed % 4;
        const OnePath path = one_path(length, seed / 4 % (length + 1));
        const Formula formula = test::RandomFormulas(path.net, seed).of_path(1 + static_cast<unsigned>(seed % 5));
        for (const Kind quantifier : {Kind::some_path, Kind::every_path}) {
            const Formula whole = with(quantifier, {formula});
            // Of CTL, AX holds where a path ends, and X does not.
            const bool ends = path.back_to == length;
            const Formula simple = simplified(whole);
            if (ends && quantifier == Kind::every_path && formula.kind == Kind::next) continue;
            EXPECT_EQ(path.holds(simple, 0), path.holds(whole, 0))
                << to_string(path.net, whole) << " became " << to_string(path.net, simple);
        }
    }
}

}  // namespace
}  // namespace scrump::petri
