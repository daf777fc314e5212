// Formulas are read token by token, each of which ends where its language says.

#include <scrump/base/ext/formula_tokens.hpp>

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {
namespace {

constexpr std::array<std::string_view, 3> long_signs_of_test = {"<->", "->", "<="};
constexpr TokenKinds plain{.marks = "_", .long_signs = long_signs_of_test};
constexpr TokenKinds with_numbers{.marks = "_.", .long_signs = long_signs_of_test, .numbers_end_at_letters = true};

std::vector<std::string> tokens_of(std::string_view text, const TokenKinds& kinds) {
    std::vector<std::string> all;
    for (FormulaTokens tokens(text, kinds); !tokens.at_end(); tokens.advance()) all.emplace_back(tokens.token());
    return all;
}

using Tokens = std::vector<std::string>;

TEST(FormulaTokens, EndWhereTheirLanguageSays) {
    EXPECT_EQ(tokens_of(" a_1<->b->\"c d\"<e ", plain), (Tokens{"a_1", "<->", "b", "->", "\"c d\"", "<", "e"}));
    EXPECT_EQ(tokens_of("2p.q<=3", plain), (Tokens{"2p", ".", "q", "<=", "3"}));
    EXPECT_EQ(tokens_of("2p.q<=3", with_numbers), (Tokens{"2", "p.q", "<=", "3"}));
    EXPECT_EQ(tokens_of("", plain), Tokens{});
}

TEST(FormulaTokens, AreNamesWithOrWithoutQuotes) {
    FormulaTokens tokens("p \"q r\" 7 +", plain);
    EXPECT_TRUE(tokens.is_word());
    EXPECT_EQ(tokens.name(), "p");
    EXPECT_FALSE(tokens.take("q"));
    EXPECT_TRUE(tokens.take("p"));
    EXPECT_TRUE(tokens.is_quoted());
    EXPECT_FALSE(tokens.is_word());
    EXPECT_EQ(tokens.name(), "q r");
    tokens.advance();
    EXPECT_TRUE(tokens.is_number());
    tokens.advance();
    EXPECT_FALSE(tokens.is_number() || tokens.is_word() || tokens.is_quoted());
}

TEST(FormulaTokens, RefuseWithTheirColumn) {
    const auto refusal = [](const auto& act) -> std::string {
        try {
            act();
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    FormulaTokens tokens("p q", plain);
    tokens.advance();
    EXPECT_EQ(refusal([&] { tokens.refuse("too long"); }), "formula 'p q', column 3: too long");
    EXPECT_EQ(refusal([&] { tokens.refuse_token("expected r"); }), "formula 'p q', column 3: expected r, not 'q'");
    tokens.advance();
    EXPECT_EQ(refusal([&] { tokens.refuse_token("expected r"); }), "formula 'p q', column 4: expected r, not the end");
    EXPECT_EQ(refusal([] { FormulaTokens("\"\"", plain); }),
              "formula '\"\"', column 1: expected a name in double quotes");
    const std::string shown = quoted_formula(std::string(1'001, 'p'));
    EXPECT_EQ(shown, "formula '" + std::string(1'000, 'p') + "…'");
}

TEST(FormulaTokens, CountWhatIsNested) {
    FormulaTokens tokens("p", plain);
    const auto nest = [&](const auto& self, unsigned depth) -> unsigned {
        return depth == 0 ? 0 : 1 + tokens.nested([&] { return self(self, depth - 1); });
    };
    EXPECT_EQ(nest(nest, 1'000), 1'000U);
    EXPECT_EQ(nest(nest, 1'000), 1'000U);  // what has ended does not count
    EXPECT_THROW(nest(nest, 1'001), UsageError);
}

}  // namespace
}  // namespace scrump
