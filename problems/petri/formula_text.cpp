#include <scrump/problems/petri/formula_text.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/ext/formula_tokens.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/node_names.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;

// <-> has both sides twice.
constexpr std::size_t max_size = 100'000;
constexpr std::int64_t max_constant = std::numeric_limits<Tokens>::max();
constexpr std::int64_t max_weight = 1'000;

constexpr std::array<std::string_view, 17> reserved_words = {
    "A", "E", "X", "F", "G", "U", "R", "W", "AX", "AF", "AG", "EX", "EF", "EG", "deadlock", "enabled", "fires"};
constexpr std::array<std::string_view, 7> comparisons = {"<=", "<", ">=", ">", "=", "==", "!="};
// Longer ones first.
constexpr std::array<std::string_view, 8> long_signs = {"<->", "->", "&&", "||", "<=", ">=", "==", "!="};
constexpr TokenKinds net_tokens{.marks = "_.", .long_signs = long_signs, .numbers_end_at_letters = true};

bool is_reserved(std::string_view word) {
    return word == "true" || word == "false" || std::ranges::find(reserved_words, word) != reserved_words.end();
}

Formula negation(Formula formula) {
    return with(Kind::negation, std::move(formula));
}
// first R second.
Formula release(Formula first, Formula second) {
    return negation(with(Kind::until, negation(std::move(first)), negation(std::move(second))));
}
std::size_t size_of(const Formula& formula) {
    std::size_t size = 1;
    for (const Formula& part : formula.parts) size += size_of(part);
    return size;
}
bool has_quantifier(const Formula& formula) {
    return formula.kind == Kind::some_path || formula.kind == Kind::every_path ||
           std::ranges::any_of(formula.parts, has_quantifier);
}

// Both sides of a comparison: what is subtracted on one side is added on the other.
struct Sides {
    Sum left{}, right{};
};

class FormulaReader {
  public:
    FormulaReader(std::string_view text, const Net& net)
        : tokens_(text, net_tokens), places_(NodeNames::of_places(net)), transitions_(NodeNames::of_transitions(net)) {}

    Formula read() {
        Formula formula = equivalence();
        if (!tokens_.at_end()) tokens_.refuse_token("expected an operator or the end");
        return formula;
    }

  private:
    bool take(std::string_view token) { return tokens_.take(token); }
    bool is_name() const {
        if (tokens_.is_quoted()) return true;
        return tokens_.is_word() && !tokens_.is_number() && !is_reserved(tokens_.token());
    }
    template <class Read>
    Formula nested(const Read& read) {
        return tokens_.nested(read);
    }

    // --- Formulas, from the loosest operator to the tightest

    Formula equivalence() {
        Formula left = implication();
        while (take("<->")) {
            const Formula right = implication();
            if (size_of(left) + size_of(right) > max_size) tokens_.refuse("the formula is too large");
            Formula neither = with(Kind::all, negation(left), negation(right));
            left = with(Kind::any, with(Kind::all, std::move(left), right), std::move(neither));
        }
        return left;
    }
    Formula implication() {
        Formula left = disjunction();
        if (!take("->")) return left;
        return with(Kind::any, negation(std::move(left)), nested([&] { return implication(); }));
    }
    Formula disjunction() {
        std::vector<Formula> parts{conjunction()};
        while (take("||") || take("|")) parts.push_back(conjunction());
        return joined(Kind::any, std::move(parts));
    }
    Formula conjunction() {
        std::vector<Formula> parts{temporal()};
        while (take("&&") || take("&")) parts.push_back(temporal());
        return joined(Kind::all, std::move(parts));
    }
    static Formula joined(Kind kind, std::vector<Formula> parts) {
        if (parts.size() == 1) return std::move(parts.front());
        Formula all{.kind = kind};
        all.parts = std::move(parts);
        return all;
    }
    Formula temporal() {
        Formula left = nested([&] { return unary(); });
        for (const char op : {'U', 'R', 'W'}) {
            if (!take(std::string_view(&op, 1))) continue;
            Formula right = nested([&] { return temporal(); });
            if (op == 'U') return with(Kind::until, std::move(left), std::move(right));
            if (op == 'R') return release(std::move(left), std::move(right));
            Formula one = with(Kind::any, std::move(left), right);
            return release(std::move(right), std::move(one));
        }
        return left;
    }

    Formula unary() {
        const auto next = [&] { return nested([&] { return unary(); }); };
        if (take("!")) return negation(next());
        if (const auto kind = temporal_kind(tokens_.token())) {
            tokens_.advance();
            return with(*kind, next());
        }
        if (tokens_.token() == "A" || tokens_.token() == "E") {
            const bool every = take("A") || !take("E");
            return quantified(every, next());
        }
        if (tokens_.token().size() == 2 && is_reserved(tokens_.token())) {
            const bool every = tokens_.token().front() == 'A';
            const Kind kind = *temporal_kind(tokens_.token().substr(1));
            tokens_.advance();
            return quantified(every, with(kind, next()));
        }
        return atom();
    }
    static std::optional<Kind> temporal_kind(std::string_view word) {
        if (word == "X") return Kind::next;
        if (word == "F") return Kind::eventually;
        if (word == "G") return Kind::always;
        return std::nullopt;
    }
    // A !(p U q) is !E (p U q), which is one of CTL.
    static Formula quantified(bool every, Formula path) {
        if (path.kind == Kind::negation && path.parts.front().kind == Kind::until) {
            Formula until = std::move(path.parts.front());
            return negation(quantified(!every, std::move(until)));
        }
        return with(every ? Kind::every_path : Kind::some_path, std::move(path));
    }
    Formula atom() {
        for (const auto& [opening, closing] : {std::pair{"(", ")"}, std::pair{"[", "]"}}) {
            if (!take(opening)) continue;
            Formula formula = nested([&] { return equivalence(); });
            if (!take(closing)) tokens_.refuse_token(std::string("expected '") + closing + "'");
            return formula;
        }
        if (take("true")) return constant(true);
        if (take("false")) return constant(false);
        if (take("deadlock")) return {.kind = Kind::deadlock};
        for (const auto& [word, kind] : {std::pair{"enabled", Kind::enabled}, std::pair{"fires", Kind::fires}}) {
            if (!take(word)) continue;
            Formula formula{.kind = kind};
            formula.transitions = names_in_brackets();
            return formula;
        }
        return comparison();
    }

    // --- Transitions and sums of places

    NodeNames::Range name_of(const NodeNames& names, const char* kind) {
        const std::string name(tokens_.name());
        const auto range = names.find(name);
        if (!range) tokens_.refuse(names.complaint(kind, name) + did_you_mean(name, names.all()));
        tokens_.advance();
        return *range;
    }
    std::vector<std::uint32_t> names_in_brackets() {
        std::vector<std::uint32_t> numbers;
        if (!take("(")) tokens_.refuse_token("expected '(' and names of transitions");
        do {
            if (!is_name()) tokens_.refuse_token("expected the name of a transition");
            const NodeNames::Range range = name_of(transitions_, "transition");
            for (std::uint32_t i = 0; i < range.count; ++i) numbers.push_back(range.first + i);
        } while (take(","));
        if (!take(")")) tokens_.refuse_token("expected ',' or ')'");
        std::ranges::sort(numbers);
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        return numbers;
    }

    Formula comparison() {
        Sides sides;
        read_sum(sides.left, sides.right);
        const auto found = std::ranges::find(comparisons, tokens_.token());
        if (found == comparisons.end()) tokens_.refuse_token("expected a comparison of tokens, such as > 0");
        const std::string_view sign = *found;
        tokens_.advance();
        read_sum(sides.right, sides.left);
        for (Sum* const each : {&sides.left, &sides.right}) std::ranges::sort(each->places);
        const auto less = [](Sum fewer, Sum more) {
            ++fewer.constant;
            return at_most(std::move(fewer), std::move(more));
        };
        const auto& [left, right] = sides;
        if (sign == "<=") return at_most(left, right);
        if (sign == ">=") return at_most(right, left);
        if (sign == "<") return less(left, right);
        if (sign == ">") return less(right, left);
        if (sign == "!=") return with(Kind::any, less(left, right), less(right, left));
        return with(Kind::all, at_most(left, right), at_most(right, left));
    }
    // A term after another one: what is subtracted goes to `other`.
    void read_sum(Sum& own, Sum& other) {
        read_term(take("-") ? other : own);
        while (tokens_.token() == "+" || tokens_.token() == "-") read_term(take("+") || !take("-") ? own : other);
    }
    void read_term(Sum& sum) {
        std::optional<std::int64_t> number;
        if (tokens_.is_number()) number = read_number();
        if (number && !take("*") && !is_name()) {
            sum.constant += *number;
            if (sum.constant > max_constant) tokens_.refuse("a sum of more than " + std::to_string(max_constant));
            return;
        }
        if (!is_name()) tokens_.refuse_token(number ? "expected the name of a place" : "expected a formula");
        if (number && *number > max_weight)
            tokens_.refuse("a place counts at most " + std::to_string(max_weight) + " times");
        const NodeNames::Range range = name_of(places_, "place");
        for (std::int64_t times = number.value_or(1); times > 0; --times)
            for (std::uint32_t i = 0; i < range.count; ++i) sum.places.push_back(range.first + i);
    }
    std::int64_t read_number() {
        std::int64_t number = 0;
        const std::string_view digits = tokens_.token();
        if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc() ||
            number > max_constant)
            tokens_.refuse_token("expected a number of at most " + std::to_string(max_constant));
        tokens_.advance();
        return number;
    }

    FormulaTokens tokens_;
    NodeNames places_;
    NodeNames transitions_;
};

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
    throw UsageError(quoted_formula(text) + ": " + why);
}

// The transitions that one name stands for.
std::vector<std::uint32_t> transitions_named(const NodeNames& names, const std::string& name) {
    const auto range = names.find(name);
    if (!range) throw UsageError("fairness: " + names.complaint("transition", name) + did_you_mean(name, names.all()));
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < range->count; ++i) numbers.push_back(range->first + i);
    return numbers;
}

// What holds on all fair paths, and on these alone.
Formula fair_paths(const Net& net, const Fairness& fairness) {
    const NodeNames names = NodeNames::of_transitions(net);
    const auto again = [](Formula formula) { return with(Kind::always, with(Kind::eventually, std::move(formula))); };
    const auto add = [&](Formula& all, const std::string& name, bool is_strong) {
        Formula enabled{.kind = Kind::enabled}, fires{.kind = Kind::fires};
        enabled.transitions = fires.transitions = transitions_named(names, name);
        Formula not_enabled = negation(is_strong ? again(std::move(enabled)) : std::move(enabled));
        Formula taken = with(Kind::any, std::move(not_enabled), is_strong ? again(std::move(fires)) : std::move(fires));
        all.parts.push_back(is_strong ? std::move(taken) : again(std::move(taken)));
    };
    Formula all{.kind = Kind::all};
    for (const std::string& each : fairness.weak) add(all, each, false);
    for (const std::string& each : fairness.strong) add(all, each, true);
    return all;
}

}  // namespace

Formula parse_ltl(std::string_view text, const Net& net, const Fairness& fairness) {
    Formula formula = FormulaReader(text, net).read();
    if (!has_quantifier(formula)) formula = with(Kind::every_path, std::move(formula));
    if (formula.kind == Kind::negation) {  // !E (p U q), which was read as A (p R q)
        Formula opposite = std::move(formula.parts.front());
        const bool every = opposite.kind == Kind::some_path;
        if (every || opposite.kind == Kind::every_path) {
            Formula path = negation(std::move(opposite.parts.front()));
            formula = with(every ? Kind::every_path : Kind::some_path, std::move(path));
        }
    }
    if (!is_ltl(formula)) refuse(text, "is not one of LTL: A or E may stand at its beginning alone");
    Formula& path = formula.parts.front();
    // One part alone is not merged with A or E: these and X are read as CTL, of which a path ends in a deadlock.
    if (path.kind == Kind::next) path = with(Kind::all, std::move(path));
    if (fairness.empty()) return formula;
    Formula fair = fair_paths(net, fairness);
    path = formula.kind == Kind::every_path ? with(Kind::any, negation(std::move(fair)), std::move(path))
                                            : with(Kind::all, std::move(fair), std::move(path));
    return formula;
}

Formula parse_ctl(std::string_view text, const Net& net) {
    Formula formula = FormulaReader(text, net).read();
    if (is_about_steps(formula)) refuse(text, "'fires' is for formulas of LTL alone");
    if (!is_ctl(formula)) refuse(text, "is not one of CTL: A or E stands before each X, F, G, U, R and W");
    return formula;
}

}  // namespace scrump::petri
