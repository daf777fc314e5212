#pragma once
// Formulas and infinite words at random, and whether a formula holds on a word, by the definition of its operators.

#include <scrump/states/liveness/formula.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace scrump::test {

/// The word that has these letters, and then those from `loop` on again and again. A letter has the propositions that
/// hold, as bits; they are called p0, p1, ….
struct Lasso {
    std::vector<std::uint64_t> letters{};
    std::size_t loop = 0;

    std::size_t after(std::size_t place) const { return place + 1 < letters.size() ? place + 1 : loop; }
};

inline Lasso random_lasso(std::mt19937_64& random, unsigned propositions) {
    Lasso word;
    word.letters.resize(1 + random() % 7);
    for (std::uint64_t& letter : word.letters) letter = random() % (std::uint64_t{1} << propositions);
    word.loop = random() % word.letters.size();
    return word;
}

/// A formula of about that many operators and propositions.
inline LtlFormula random_formula(std::mt19937_64& random, unsigned propositions, unsigned size) {
    if (size <= 1)
        return random() % 12 == 0 ? LtlFormula(random() % 2 == 0)
                                  : LtlFormula("p" + std::to_string(random() % propositions));
    const auto part = [&](unsigned of) { return random_formula(random, propositions, of); };
    const unsigned first = size == 2 ? 1 : 1 + static_cast<unsigned>(random() % (size - 2));
    const unsigned rest = size - 1 > first ? size - 1 - first : 1;
    switch (size == 2 ? random() % 4 : random() % 9) {
        case 0:
            return !part(size - 1);
        case 1:
            return ltl::next(part(size - 1));
        case 2:
            return ltl::always(part(size - 1));
        case 3:
            return ltl::eventually(part(size - 1));
        case 4:
            return part(first) && part(rest);
        case 5:
            return part(first) || part(rest);
        case 6:
            return ltl::until(part(first), part(rest));
        case 7:
            return ltl::release(part(first), part(rest));
        default:
            return ltl::implies(part(first), part(rest));
    }
}

/// For each place of the word, whether the formula holds from there on.
inline std::vector<bool> places_where(const LtlFormula& formula, const Lasso& word) {
    const std::size_t places = word.letters.size();
    using Kind = LtlFormula::Kind;
    std::vector<bool> holds(places);
    std::vector<bool> left, right;
    switch (formula.kind()) {
        case Kind::yes:
        case Kind::no:
            return std::vector<bool>(places, formula.kind() == Kind::yes);
        case Kind::proposition:
            for (std::size_t i = 0; i < places; ++i)
                holds[i] = (word.letters[i] >> std::stoul(formula.name().substr(1)) & 1U) != 0;
            return holds;
        case Kind::negation:
        case Kind::next:
            left = places_where(formula.left(), word);
            for (std::size_t i = 0; i < places; ++i)
                holds[i] = formula.kind() == Kind::next ? left[word.after(i)] : !left[i];
            return holds;
        default:
            left = places_where(formula.left(), word);
            right = places_where(formula.right(), word);
    }
    for (std::size_t i = 0; i < places; ++i) {
        if (formula.kind() == Kind::conjunction) holds[i] = left[i] && right[i];
        if (formula.kind() == Kind::disjunction) holds[i] = left[i] || right[i];
        if (formula.kind() != Kind::until && formula.kind() != Kind::release) continue;
        // After twice as many steps as there are places, all have been seen.
        const bool is_until = formula.kind() == Kind::until;
        holds[i] = !is_until;
        for (std::size_t step = 0, at = i; step < 2 * places; ++step, at = word.after(at)) {
            if (is_until ? right[at] : !right[at]) {
                holds[i] = is_until;
                break;
            }
            if (is_until ? !left[at] : left[at]) {
                holds[i] = !is_until;
                break;
            }
        }
    }
    return holds;
}

inline bool holds_on(const LtlFormula& formula, const Lasso& word) {
    return places_where(formula, word)[0];
}

}  // namespace scrump::test
