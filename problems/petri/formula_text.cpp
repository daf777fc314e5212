#include <scrump/problems/petri/formula_text.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/node_names.hpp>

#include <algorithm>
#include <array>
#include <cctype>
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

// What works on formulas goes into their depth; <-> has both sides twice.
constexpr std::size_t max_nested = 1'000;
constexpr std::size_t max_size = 100'000;
constexpr std::int64_t max_constant = std::numeric_limits<Tokens>::max();
constexpr std::int64_t max_weight = 1'000;

constexpr std::array<std::string_view, 17> reserved_words = {
    "A", "E", "X", "F", "G", "U", "R", "W", "AX", "AF", "AG", "EX", "EF", "EG", "deadlock", "enabled", "fires"};
constexpr std::array<std::string_view, 7> comparisons = {"<=", "<", ">=", ">", "=", "==", "!="};
// Longer ones first.
constexpr std::array<std::string_view, 8> long_signs = {"<->", "->", "&&", "||", "<=", ">=", "==", "!="};

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}
bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
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
        : text_(text), places_(NodeNames::of_places(net)), transitions_(NodeNames::of_transitions(net)) {
        advance();
    }

    Formula read() {
        Formula formula = equivalence();
        if (!token_.empty()) fail("expected an operator or the end");
        return formula;
    }

  private:
    // --- Words and signs

    [[noreturn]] void fail_at(std::size_t begin, const std::string& what) const {
        throw UsageError("formula " + in_quotes(text_) + ", column " + std::to_string(begin + 1) + ": " + what);
    }
    [[noreturn]] void fail(const std::string& what) const {
        fail_at(begin_, what + ", not " + (token_.empty() ? std::string("the end") : in_quotes(token_)));
    }
    void advance() {
        while (end_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[end_])) != 0) ++end_;
        begin_ = end_;
        const std::string_view rest = text_.substr(begin_);
        std::size_t size = rest.empty() ? 0 : 1;
        for (const std::string_view sign : long_signs)
            if (size == 1 && rest.starts_with(sign)) size = sign.size();
        if (!rest.empty() && is_word(rest.front())) {
            // A number ends where a name begins: "2p" is "2 p".
            const auto belongs = is_digit(rest.front()) ? is_digit : is_word;
            size = static_cast<std::size_t>(std::ranges::find_if_not(rest, belongs) - rest.begin());
        }
        if (rest.starts_with('"')) {
            const std::size_t quote = rest.find('"', 1);
            if (quote == std::string_view::npos || quote == 1) fail_at(begin_, "expected a name in double quotes");
            size = quote + 1;
        }
        token_ = rest.substr(0, size);
        end_ = begin_ + size;
    }
    bool take(std::string_view token) {
        if (token_ != token) return false;
        advance();
        return true;
    }
    bool is_name() const {
        if (token_.starts_with('"')) return true;
        return !token_.empty() && is_word(token_.front()) && !is_digit(token_.front()) && !is_reserved(token_);
    }

    // --- Formulas, from the loosest operator to the tightest

    Formula equivalence() {
        Formula left = implication();
        while (take("<->")) {
            const Formula right = implication();
            if (size_of(left) + size_of(right) > max_size) fail_at(begin_, "the formula is too large");
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
    template <class Read>
    Formula nested(const Read& read) {
        if (++depth_ > max_nested) fail_at(begin_, "expected fewer nested operators");
        Formula formula = read();
        --depth_;
        return formula;
    }

    Formula unary() {
        const auto next = [&] { return nested([&] { return unary(); }); };
        if (take("!")) return negation(next());
        if (const auto kind = temporal_kind(token_)) {
            advance();
            return with(*kind, next());
        }
        if (token_ == "A" || token_ == "E") {
            const bool every = take("A") || !take("E");
            return quantified(every, next());
        }
        if (token_.size() == 2 && is_reserved(token_)) {
            const bool every = token_.front() == 'A';
            const Kind kind = *temporal_kind(token_.substr(1));
            advance();
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
            if (!take(closing)) fail(std::string("expected '") + closing + "'");
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

    static std::string_view unquoted(std::string_view token) {
        return token.starts_with('"') ? token.substr(1, token.size() - 2) : token;
    }
    NodeNames::Range name_of(const NodeNames& names, const char* kind) {
        const std::string name(unquoted(token_));
        const auto range = names.find(name);
        if (!range) fail_at(begin_, names.complaint(kind, name) + did_you_mean(name, names.all()));
        advance();
        return *range;
    }
    std::vector<std::uint32_t> names_in_brackets() {
        std::vector<std::uint32_t> numbers;
        if (!take("(")) fail("expected '(' and names of transitions");
        do {
            if (!is_name()) fail("expected the name of a transition");
            const NodeNames::Range range = name_of(transitions_, "transition");
            for (std::uint32_t i = 0; i < range.count; ++i) numbers.push_back(range.first + i);
        } while (take(","));
        if (!take(")")) fail("expected ',' or ')'");
        std::ranges::sort(numbers);
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        return numbers;
    }

    Formula comparison() {
        Sides sides;
        read_sum(sides.left, sides.right);
        const auto found = std::ranges::find(comparisons, token_);
        if (found == comparisons.end()) fail("expected a comparison of tokens, such as > 0");
        const std::string_view sign = *found;
        advance();
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
        while (token_ == "+" || token_ == "-") read_term(take("+") || !take("-") ? own : other);
    }
    void read_term(Sum& sum) {
        std::optional<std::int64_t> number;
        if (!token_.empty() && is_digit(token_.front())) number = read_number();
        if (number && !take("*") && !is_name()) {
            sum.constant += *number;
            if (sum.constant > max_constant) fail_at(begin_, "a sum of more than " + std::to_string(max_constant));
            return;
        }
        if (!is_name()) fail(number ? "expected the name of a place" : "expected a formula");
        if (number && *number > max_weight)
            fail_at(begin_, "a place counts at most " + std::to_string(max_weight) + " times");
        const NodeNames::Range range = name_of(places_, "place");
        for (std::int64_t times = number.value_or(1); times > 0; --times)
            for (std::uint32_t i = 0; i < range.count; ++i) sum.places.push_back(range.first + i);
    }
    std::int64_t read_number() {
        std::int64_t number = 0;
        const char* const end = token_.data() + token_.size();
        if (std::from_chars(token_.data(), end, number).ec != std::errc() || number > max_constant)
            fail("expected a number of at most " + std::to_string(max_constant));
        advance();
        return number;
    }

    std::string_view text_;
    NodeNames places_;
    NodeNames transitions_;
    std::string_view token_{};
    std::size_t begin_ = 0;  // of the token
    std::size_t end_ = 0;
    std::size_t depth_ = 0;
};

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
    throw UsageError("formula " + in_quotes(text) + ": " + why);
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
