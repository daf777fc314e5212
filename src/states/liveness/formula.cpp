#include <scrump/states/liveness/formula.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/ext/formula_tokens.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace scrump {
namespace {

using LtlKind = LtlFormula::Kind;

constexpr std::array<std::string_view, 4> ltl_signs = {"<->", "->", "&&", "||"};
constexpr TokenKinds ltl_tokens{.marks = "_", .long_signs = ltl_signs};

bool is_reserved(std::string_view word) {
    static constexpr std::string_view words[] = {"X", "G", "F", "U", "R", "W", "true", "false"};
    return std::ranges::find(words, word) != std::end(words);
}

// Recursive descent, one function for each level of binding.
class Parser {
  public:
    explicit Parser(std::string_view text) : tokens_(text, ltl_tokens) {}

    LtlFormula all() {
        LtlFormula formula = equivalence();
        if (!tokens_.at_end()) tokens_.refuse_token("expected an operator or the end");
        return formula;
    }

  private:
    bool take(std::string_view token) { return tokens_.take(token); }

    LtlFormula equivalence() {
        LtlFormula left = implication();
        while (take("<->")) {
            const LtlFormula right = implication();
            left = (left && right) || (!left && !right);
        }
        return left;
    }
    LtlFormula implication() {
        LtlFormula left = disjunction();
        if (!take("->")) return left;
        return ltl::implies(std::move(left), implication());
    }
    LtlFormula disjunction() {
        LtlFormula left = conjunction();
        while (take("||") || take("|")) left = left || conjunction();
        return left;
    }
    LtlFormula conjunction() {
        LtlFormula left = temporal();
        while (take("&&") || take("&")) left = left && temporal();
        return left;
    }
    LtlFormula temporal() {
        LtlFormula left = unary();
        if (take("U")) return ltl::until(std::move(left), temporal());
        if (take("R")) return ltl::release(std::move(left), temporal());
        if (!take("W")) return left;
        LtlFormula right = temporal();
        return ltl::release(right, left || right);
    }
    LtlFormula unary() {
        return tokens_.nested([&] { return operand(); });
    }
    LtlFormula operand() {
        if (take("!")) return !unary();
        if (take("X")) return ltl::next(unary());
        if (take("G")) return ltl::always(unary());
        if (take("F")) return ltl::eventually(unary());
        if (take("(")) {
            LtlFormula formula = equivalence();
            if (!take(")")) tokens_.refuse_token("expected ')'");
            return formula;
        }
        if (take("true")) return LtlFormula(true);
        if (take("false")) return LtlFormula(false);
        if (!tokens_.is_quoted() && (!tokens_.is_word() || is_reserved(tokens_.token())))
            tokens_.refuse_token("expected a formula");
        std::string name(tokens_.name());
        tokens_.advance();
        return LtlFormula(std::move(name));
    }

    FormulaTokens tokens_;
};

bool is_eventually(const LtlFormula& formula) {
    return formula.kind() == LtlKind::until && formula.left().kind() == LtlKind::yes;
}
bool is_always(const LtlFormula& formula) {
    return formula.kind() == LtlKind::release && formula.left().kind() == LtlKind::no;
}

std::string concatenated(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

std::string in_brackets(const LtlFormula& formula) {
    const bool is_binary = formula.kind() == LtlKind::conjunction || formula.kind() == LtlKind::disjunction ||
                           formula.kind() == LtlKind::until || formula.kind() == LtlKind::release;
    return is_binary && !is_eventually(formula) && !is_always(formula) ? concatenated({"(", to_string(formula), ")"})
                                                                       : to_string(formula);
}

std::string name_as_read(const std::string& name) {
    const auto is_of_word = [](char c) { return ltl_tokens.is_of_word(c); };
    return std::ranges::all_of(name, is_of_word) && !is_reserved(name) ? name : '"' + name + '"';
}

}  // namespace

LtlFormula::LtlFormula(std::string proposition) {
    if (proposition.empty() || proposition.find('"') != std::string::npos)
        throw UsageError("a proposition needs a name without double quotes");
    node_ = std::make_shared<const Node>(Node{.kind = LtlKind::proposition, .name = std::move(proposition)});
}

LtlFormula LtlFormula::of(LtlKind kind, std::vector<LtlFormula> parts) {
    std::size_t size = 1;
    for (const LtlFormula& part : parts) size += part.size();
    return LtlFormula(Node{.kind = kind, .name = {}, .parts = std::move(parts), .size = size});
}

std::vector<std::string> LtlFormula::names() const {
    std::set<std::string> names;
    const std::function<void(const LtlFormula&)> collect = [&](const LtlFormula& formula) {
        if (formula.kind() == LtlKind::proposition) names.insert(formula.name());
        for (const LtlFormula& part : formula.node_->parts) collect(part);
    };
    collect(*this);
    return {names.begin(), names.end()};
}

bool LtlFormula::operator==(const LtlFormula& other) const {
    return node_ == other.node_ || (kind() == other.kind() && size() == other.size() && name() == other.name() &&
                                    node_->parts == other.node_->parts);
}

LtlFormula operator!(LtlFormula formula) {
    return LtlFormula::of(LtlKind::negation, {std::move(formula)});
}
LtlFormula operator&&(LtlFormula left, LtlFormula right) {
    return LtlFormula::of(LtlKind::conjunction, {std::move(left), std::move(right)});
}
LtlFormula operator||(LtlFormula left, LtlFormula right) {
    return LtlFormula::of(LtlKind::disjunction, {std::move(left), std::move(right)});
}

namespace ltl {

LtlFormula next(LtlFormula formula) {
    return LtlFormula::of(LtlKind::next, {std::move(formula)});
}
LtlFormula always(LtlFormula formula) {
    return release(LtlFormula(false), std::move(formula));
}
LtlFormula eventually(LtlFormula formula) {
    return until(LtlFormula(true), std::move(formula));
}
LtlFormula until(LtlFormula first, LtlFormula last) {
    return LtlFormula::of(LtlKind::until, {std::move(first), std::move(last)});
}
LtlFormula release(LtlFormula released, LtlFormula kept) {
    return LtlFormula::of(LtlKind::release, {std::move(released), std::move(kept)});
}
LtlFormula implies(LtlFormula condition, LtlFormula then) {
    return !std::move(condition) || std::move(then);
}
LtlFormula weakly_fair(LtlFormula enabled, LtlFormula taken) {
    return always(eventually(!std::move(enabled) || std::move(taken)));
}
LtlFormula strongly_fair(LtlFormula enabled, LtlFormula taken) {
    return implies(always(eventually(std::move(enabled))), always(eventually(std::move(taken))));
}

}  // namespace ltl

LtlFormula parse_ltl(std::string_view text) {
    return Parser(text).all();
}

std::string to_string(const LtlFormula& formula) {
    switch (formula.kind()) {
        case LtlKind::yes:
            return "true";
        case LtlKind::no:
            return "false";
        case LtlKind::proposition:
            return name_as_read(formula.name());
        case LtlKind::negation:
            return concatenated({"!", in_brackets(formula.left())});
        case LtlKind::conjunction:
            return concatenated({in_brackets(formula.left()), " && ", in_brackets(formula.right())});
        case LtlKind::disjunction:
            return concatenated({in_brackets(formula.left()), " || ", in_brackets(formula.right())});
        case LtlKind::next:
            return concatenated({"X ", in_brackets(formula.left())});
        case LtlKind::until:
            if (is_eventually(formula)) return concatenated({"F ", in_brackets(formula.right())});
            break;
        case LtlKind::release:
            if (is_always(formula)) return concatenated({"G ", in_brackets(formula.right())});
            break;
    }
    const char* const operation = formula.kind() == LtlKind::until ? " U " : " R ";
    return concatenated({in_brackets(formula.left()), operation, in_brackets(formula.right())});
}

}  // namespace scrump
