#pragma once
// Texts written by people, taken apart line by line: the basis of the readers of files. Messages name the text and the
// line, and quote the text found in place of the expected one.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scrump {

/// Whether `c` separates words within a line. A carriage return does, so that Windows line ends make no difference.
constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// `text` in a form that is safe to show: bytes that are not characters, or that a terminal would obey, as `\x1b`.
/// UTF-8 stays. Every message that the command or a session shows passes through this.
std::string printable(std::string_view text);

/// `text` in quotes for a message: its first few characters, printable.
std::string in_quotes(std::string_view text);

/// One line, taken apart from left to right. Blanks before and after words are skipped.
class Line {
  public:
    Line() = default;
    explicit Line(std::string_view text) : text_(text) { skip_blanks(); }

    bool empty() const { return text_.empty(); }
    char front() const { return text_.front(); }
    std::string_view rest() const { return text_; }

    /// The next run of non-blank characters; empty at the end of the line.
    std::string_view word();

    /// The next word if it is a whole number without a sign that fits; otherwise consumes nothing.
    std::optional<std::uint64_t> number();

    /// The next word if it is a whole number that fits; otherwise consumes nothing.
    std::optional<std::int64_t> integer();

    /// The next word if it is a finite decimal number, e.g. "-3", "0.5" or "1.2e+03"; otherwise consumes nothing.
    std::optional<double> real();

    /// The text found in place of the expected one, for a message: "found '…'" or "found the end of the line".
    std::string found() const;

  private:
    template <class Number>
    std::optional<Number> take();
    std::string_view peek() const;
    void skip_blanks() {
        while (!text_.empty() && is_blank(text_.front())) text_.remove_prefix(1);
    }

    std::string_view text_;
};

/// A text as lines, with its name and their numbers for messages. The text must outlive it and its lines.
class Text {
  public:
    /// `name` stands for the text in messages: the name of its file.
    Text(std::string_view text, std::string name) : left_(text), name_(std::move(name)) {}

    /// The next line, even if empty; nothing at the end.
    std::optional<Line> next_line();

    /// The next line with anything but blanks; nothing at the end.
    std::optional<Line> next_full_line();

    /// The number of the last returned line, from 1.
    std::size_t line_number() const { return line_number_; }

    /// Throws Error "name:line: what" for the last returned line.
    [[noreturn]] void fail(const std::string& what) const;

    /// Fails unless nothing is left of `line`.
    void expect_end(const Line& line) const {
        if (!line.empty()) fail("expected the end of the line, " + line.found());
    }

  private:
    std::string_view left_;
    std::string name_;
    std::size_t line_number_ = 0;
};

}  // namespace scrump
