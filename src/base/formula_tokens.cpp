#include <scrump/base/ext/formula_tokens.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <cctype>

namespace scrump {
namespace {

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_space(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

bool TokenKinds::is_of_word(char c) const {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || marks.find(c) != std::string_view::npos;
}

std::string quoted_formula(std::string_view formula) {
    constexpr std::size_t max_shown = 1'000;
    std::string quoted = "formula '";
    quoted += printable(formula.substr(0, max_shown));
    if (formula.size() > max_shown) quoted += "…";
    quoted += "'";
    return quoted;
}

bool FormulaTokens::is_number() const {
    return !at_end() && is_digit(token_.front());
}

void FormulaTokens::advance() {
    while (end_ < formula_.size() && is_space(formula_[end_])) ++end_;
    begin_ = end_;
    token_ = formula_.substr(begin_, token_size());
    end_ = begin_ + token_.size();
}

std::size_t FormulaTokens::token_size() const {
    const std::string_view rest = formula_.substr(begin_);
    if (rest.empty()) return 0;
    if (rest.front() == '"') {
        const std::size_t quote = rest.find('"', 1);
        if (quote == std::string_view::npos || quote == 1) refuse("expected a name in double quotes");
        return quote + 1;
    }
    if (kinds_.is_of_word(rest.front())) {
        const bool is_number = kinds_.numbers_end_at_letters && is_digit(rest.front());
        const auto belongs = [&](char c) { return is_number ? is_digit(c) : kinds_.is_of_word(c); };
        return static_cast<std::size_t>(std::ranges::find_if_not(rest, belongs) - rest.begin());
    }
    const auto sign = std::ranges::find_if(kinds_.long_signs, [&](auto each) { return rest.starts_with(each); });
    return sign == kinds_.long_signs.end() ? 1 : sign->size();
}

bool FormulaTokens::take(std::string_view token) {
    if (token_ != token) return false;
    advance();
    return true;
}

void FormulaTokens::refuse(const std::string& why) const {
    throw UsageError(quoted_formula(formula_) + ", column " + std::to_string(begin_ + 1) + ": " + why);
}

void FormulaTokens::refuse_token(const std::string& expected) const {
    refuse(expected + ", not " + (at_end() ? std::string("the end") : in_quotes(token_)));
}

}  // namespace scrump
