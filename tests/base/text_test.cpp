#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <gtest/gtest.h>

#include <string>

#include "support/message_of.hpp"

namespace scrump::detail {
namespace {

TEST(Line, GivesWordsBetweenBlanks) {
    Line line("  one\ttwo  three\r");
    EXPECT_EQ(line.word(), "one");
    EXPECT_EQ(line.front(), 't');
    EXPECT_EQ(line.rest(), "two  three\r");
    EXPECT_EQ(line.word(), "two");
    EXPECT_EQ(line.word(), "three");
    EXPECT_TRUE(line.empty());
    EXPECT_EQ(line.word(), "");
}

TEST(Printable, ShowsWhatATerminalWouldObeyAsNumbers) {
    EXPECT_EQ(printable("\x1b[31mred\x1b[0m\r\n"), "\\x1b[31mred\\x1b[0m\\x0d\\x0a");
    EXPECT_EQ(printable(std::string_view("a\0b\x7f", 4)), "a\\x00b\\x7f");
    EXPECT_EQ(printable("Zürich, 東京, 🗺 ~"), "Zürich, 東京, 🗺 ~");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m"),
              "\\xc2\\x9b31m")
        << "a control character beyond ASCII";
    EXPECT_EQ(printable("caf\xe9"), "caf\\xe9") << "Latin-1";
    EXPECT_EQ(printable("\xc3"), "\\xc3") << "cut off";
    EXPECT_EQ(printable("\xc0\x9b\xe0\x82\x9b\xed\xa0\x80\xf4\x90\x80\x80"),
              "\\xc0\\x9b\\xe0\\x82\\x9b\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80")
        << "no UTF-8";
    EXPECT_EQ(printable(""), "");
}

TEST(Line, TakesOnlyWholeNumbersThatFit) {
    Line line("18446744073709551615 18446744073709551616 -3 4x 5.0");
    EXPECT_EQ(line.number(), 18446744073709551615U);
    EXPECT_EQ(line.number(), std::nullopt);
    EXPECT_EQ(line.word(), "18446744073709551616") << "what is refused stays";
    EXPECT_EQ(line.number(), std::nullopt);
    EXPECT_EQ(line.integer(), -3);
    EXPECT_EQ(line.number(), std::nullopt);
    EXPECT_EQ(line.word(), "4x");
    EXPECT_EQ(line.integer(), std::nullopt);
    EXPECT_EQ(line.real(), 5.0);
    EXPECT_EQ(line.number(), std::nullopt);
}

TEST(Line, TakesFiniteDecimalNumbers) {
    Line line("-3 0.5 1.2e+03 +7 .25");
    for (const double expected : {-3.0, 0.5, 1200.0, 7.0, 0.25}) EXPECT_EQ(line.real(), expected);
    for (const char* refused : {"", "inf", "nan", "1e999", "1.5x", "+-1", "++1", "+", "0x1p3"}) {
        Line other(refused);
        EXPECT_EQ(other.real(), std::nullopt) << refused;
        EXPECT_EQ(other.rest(), refused);
    }
}

TEST(Line, SaysWhatItFound) {
    EXPECT_EQ(Line("x\x01 y").found(), "found 'x\\x01'");
    EXPECT_EQ(Line("  ").found(), "found the end of the line");
    EXPECT_EQ(in_quotes(std::string(31, 'a') + "éé"), "'" + std::string(31, 'a') + "…'") << "no half character";
    EXPECT_EQ(in_quotes(std::string(40, 'a')), "'" + std::string(32, 'a') + "…'");
}

TEST(Text, CountsLines) {
    Text text("one\n\n  \nfour", "file.txt");
    EXPECT_EQ(text.next_line()->rest(), "one");
    EXPECT_TRUE(text.next_line()->empty());
    EXPECT_EQ(text.line_number(), 2U);
    EXPECT_EQ(text.next_full_line()->rest(), "four");
    EXPECT_EQ(text.line_number(), 4U);
    EXPECT_FALSE(text.next_line());
    EXPECT_FALSE(text.next_full_line());
}

TEST(Text, NamesTheLineThatIsWrong) {
    Text text("\nwrong end", "file.txt");
    EXPECT_EQ(test::message_of<Error>([&] { text.fail("nothing yet"); }), "file.txt:1: nothing yet");
    Line line = *text.next_full_line();
    line.word();
    EXPECT_EQ(test::message_of<Error>([&] { text.expect_end(line); }),
              "file.txt:2: expected the end of the line, found 'end'");
}

}  // namespace
}  // namespace scrump::detail
