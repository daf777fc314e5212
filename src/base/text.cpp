#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace scrump {

namespace {

constexpr bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Length in bytes of the character with which `text`, which must not be empty, begins; 0 for one that must not be
// shown: broken UTF-8, and the control characters up to U+009F.
std::size_t character_size(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80) return first >= ' ' && first != 0x7F ? 1 : 0;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
    if (!std::ranges::all_of(text.substr(1, size - 1), continues)) return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const bool control = first == 0xC2 && second < 0xA0;
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool no_character = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
    return control || overlong || no_character ? 0 : size;
}

}  // namespace

std::string printable(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string shown;
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        if (size > 0) {
            shown += text.substr(0, size);
        } else {
            const auto byte = static_cast<unsigned char>(text.front());
            shown.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
        }
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return shown;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 32;
    if (text.size() <= longest) return std::string("'").append(printable(text)).append("'");
    std::size_t end = longest;
    while (end > longest - 3 && continues(text[end])) --end;  // no half characters
    return std::string("'").append(printable(text.substr(0, end))).append("…'");
}

std::string_view Line::peek() const {
    return text_.substr(0, static_cast<std::size_t>(std::ranges::find_if(text_, is_blank) - text_.begin()));
}

std::string_view Line::word() {
    const std::string_view word = peek();
    text_.remove_prefix(word.size());
    skip_blanks();
    return word;
}

// Straight from the line: finding the word's end first would be a second pass over it.
template <class Number>
std::optional<Number> Line::take() {
    Number value = 0;
    const char* const last = text_.data() + text_.size();
    const auto [end, error] = std::from_chars(text_.data(), last, value);
    if (error != std::errc{} || (end != last && !is_blank(*end))) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    skip_blanks();
    return value;
}

std::optional<std::uint64_t> Line::number() {
    return take<std::uint64_t>();
}

std::optional<std::int64_t> Line::integer() {
    return take<std::int64_t>();
}

std::optional<double> Line::real() {
    const Line before = *this;
    // from_chars takes no '+'; "+-1" is not a number.
    if (text_.starts_with('+') && !text_.starts_with("+-")) text_.remove_prefix(1);
    const std::optional<double> value = take<double>();
    if (value && std::isfinite(*value)) return value;
    *this = before;
    return std::nullopt;
}

std::string Line::found() const {
    return empty() ? "found the end of the line" : "found " + in_quotes(peek());
}

std::optional<Line> Text::next_line() {
    if (left_.empty()) return std::nullopt;
    const std::size_t end = left_.find('\n');
    const Line line(left_.substr(0, end));
    left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
    ++line_number_;
    return line;
}

std::optional<Line> Text::next_full_line() {
    std::optional<Line> line;
    do line = next_line();
    while (line && line->empty());
    return line;
}

void Text::fail(const std::string& what) const {
    throw Error(name_ + ":" + std::to_string(std::max<std::size_t>(line_number_, 1)) + ": " + what);
}

}  // namespace scrump
