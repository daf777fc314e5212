// Automata accept the words on which their formulas hold: by the definitions of the operators, on thousands of random
// words.

#include <scrump/states/liveness/automaton.hpp>

#include <scrump/base/error.hpp>

#include "random_formulas.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {
namespace {

// A letter in the bits of an automaton, which has the propositions of its formula alone.
std::uint64_t in_bits_of(const BuchiAutomaton& automaton, std::uint64_t letter) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < automaton.propositions.size(); ++i)
        if ((letter >> std::stoul(automaton.propositions[i].substr(1)) & 1U) != 0) bits |= std::uint64_t{1} << i;
    return bits;
}

// Whether a run over the word takes edges of all acceptance sets again and again: from some reachable pair of a place
// and a state one comes back to it having seen all of them.
bool accepts(const BuchiAutomaton& automaton, const Lasso& word) {
    if (automaton.states.empty()) return false;
    const std::size_t states = automaton.states.size(), pairs = word.letters.size() * states;
    const auto reach = [&](std::size_t from, std::vector<std::vector<bool>>& seen) {
        // By sets of acceptance: all of them are few in tests.
        std::vector<std::pair<std::size_t, std::uint64_t>> open{{from, 0}};
        while (!open.empty()) {
            const auto [pair, sets] = open.back();
            open.pop_back();
            const std::size_t place = pair / states;
            for (const auto& edge : automaton.states[pair % states].edges) {
                if (!edge.matches(in_bits_of(automaton, word.letters[place]))) continue;
                const std::size_t to = word.after(place) * states + edge.to;
                const std::uint64_t more = sets | edge.accepting;
                if (seen[to][more]) continue;
                seen[to][more] = true;
                open.emplace_back(to, more);
            }
        }
    };
    const std::vector<std::vector<bool>> none(pairs, std::vector<bool>(automaton.all_sets() + 1));
    auto reached = none;
    reach(0, reached);
    reached[0][0] = true;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        if (std::ranges::find(reached[pair], true) == reached[pair].end()) continue;
        auto again = none;
        reach(pair, again);
        if (again[pair][automaton.all_sets()]) return true;
    }
    return false;
}

TEST(Automaton, AcceptsTheWordsOfItsFormula) {
    std::mt19937_64 random(7);
    for (unsigned i = 0; i < few_or(3000); ++i) {
        const LtlFormula formula = random_formula(random, 3, 1 + static_cast<unsigned>(random() % 11));
        const BuchiAutomaton automaton = accepting_automaton(formula);
        const BuchiAutomaton opposite = accepting_automaton(!formula);
        if (automaton.acceptance_sets > 6 || opposite.acceptance_sets > 6) continue;
        for (unsigned j = 0; j < 12; ++j) {
            const Lasso word = random_lasso(random, 3);
            const bool holds = holds_on(formula, word);
            ASSERT_EQ(accepts(automaton, word), holds) << to_string(formula);
            ASSERT_EQ(accepts(opposite, word), !holds) << to_string(formula);
        }
    }
}

struct Size {
    std::size_t states;
    std::size_t edges;
    unsigned sets;
};

Size size_of(const std::string& text) {
    const BuchiAutomaton automaton = accepting_automaton(parse_ltl(text));
    return {automaton.states.size(), automaton.edges(), automaton.acceptance_sets};
}

void expect_size(const std::string& text, Size size) {
    const Size found = size_of(text);
    EXPECT_EQ(found.states, size.states) << text;
    EXPECT_EQ(found.edges, size.edges) << text;
    EXPECT_EQ(found.sets, size.sets) << text;
}

TEST(Automaton, IsAsSmallAsThoseOfTheLiterature) {
    expect_size("G p", {1, 1, 0});
    expect_size("F p", {2, 3, 1});
    expect_size("G F p", {1, 2, 1});
    expect_size("F G p", {2, 3, 1});
    expect_size("p U q", {2, 3, 1});
    expect_size("G (p -> F q)", {2, 5, 1});
    expect_size("G F p && G F q", {1, 4, 2});
    expect_size("X X p", {4, 4, 0});
    expect_size("p && !p", {0, 0, 0});
    expect_size("F p || G !p", {1, 1, 0});
}

TEST(Automaton, KnowsWhereEverythingIsAccepted) {
    const BuchiAutomaton automaton = accepting_automaton(parse_ltl("F p"));
    ASSERT_EQ(automaton.states.size(), 2U);
    EXPECT_FALSE(automaton.states[0].accepts_all);
    EXPECT_TRUE(automaton.states[1].accepts_all);
    EXPECT_FALSE(automaton.components[automaton.states[0].component].is_accepting);
    EXPECT_TRUE(automaton.components[automaton.states[1].component].is_accepting);
}

TEST(Automaton, HasLimits) {
    LtlFormula many(true);
    for (unsigned i = 0; i < 65; ++i) many = many && LtlFormula("p" + std::to_string(i));
    EXPECT_THROW(static_cast<void>(accepting_automaton(many)), Error);
    if (sanitized) return;  // frames are larger, and the stack is not
    LtlFormula far("p");
    for (unsigned i = 0; i < 5000; ++i) far = ltl::next(far);
    EXPECT_THROW(static_cast<void>(accepting_automaton(far)), Error);
}

}  // namespace
}  // namespace scrump::test
