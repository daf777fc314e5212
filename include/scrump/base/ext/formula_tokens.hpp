#pragma once
// Words and signs of formulas, with the places at which formulas are refused.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace scrump {

/// What a language of formulas takes for one token.
struct TokenKinds {
    std::string_view marks{};                        ///< characters of words, besides letters and digits
    std::span<const std::string_view> long_signs{};  ///< signs of several characters, longer ones first
    bool numbers_end_at_letters = false;             ///< "2p" is "2 p"

    bool is_of_word(char c) const;
};

/// `formula` for a message, "formula '…'": as a place in it is named by its column, up to 1,000 characters.
std::string quoted_formula(std::string_view formula);

/// Reads a formula token by token. A token is a word, a name in double quotes, or a sign. Throws UsageError with the
/// column where a name does not end.
class FormulaTokens {
  public:
    FormulaTokens(std::string_view formula, const TokenKinds& kinds) : formula_(formula), kinds_(kinds) { advance(); }

    /// The current token; empty at the end.
    std::string_view token() const { return token_; }
    bool at_end() const { return token_.empty(); }
    bool is_quoted() const { return token_.starts_with('"'); }
    bool is_word() const { return !at_end() && kinds_.is_of_word(token_.front()); }
    bool is_number() const;
    /// The current token without its quotes.
    std::string_view name() const { return is_quoted() ? token_.substr(1, token_.size() - 2) : token_; }

    void advance();
    /// Advances if `token` is the current one.
    bool take(std::string_view token);

    /// Reads a part within a part, and refuses a formula with too many of them.
    template <class Read>
    auto nested(const Read& read) {
        if (++depth_ > max_depth) refuse("expected fewer nested operators");
        auto part = read();
        --depth_;
        return part;
    }

    /// Throws UsageError with the column of the current token.
    [[noreturn]] void refuse(const std::string& why) const;
    /// The same, and names the token, which is not what was expected.
    [[noreturn]] void refuse_token(const std::string& expected) const;

  private:
    // What works on formulas goes into their depth.
    static constexpr std::size_t max_depth = 1'000;

    std::size_t token_size() const;

    std::string_view formula_;
    TokenKinds kinds_;
    std::string_view token_{};
    std::size_t begin_ = 0;  // of the token
    std::size_t end_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace scrump
