#include <scrump/problems/graph/detail/plain_text.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <cstddef>

namespace scrump::graph {
namespace {

[[noreturn]] void fail_at_byte(std::string_view text, std::size_t place, const std::string& name,
                               const std::string& what) {
    const auto line = std::ranges::count(text.substr(0, place), '\n') + 1;
    throw Error(name + ":" + std::to_string(line) + ": " + what);
}

/// Number of bytes of the first character of a text that is not empty; 0 if it is not UTF-8, or is a control character
/// other than space between words.
std::size_t size_of_character(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80) return (byte >= ' ' && byte != 0x7F) || byte == '\n' || is_blank(text.front()) ? 1 : 0;
    // printable() leaves as it is what may be shown; all else grows. U+0080 to U+009F are control characters.
    const std::size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    const std::string_view character = text.substr(0, size);
    return printable(character) == character ? size : 0;
}

}  // namespace

void expect_lines(std::string_view text, const std::string& name) {
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        fail_at_byte(text, zero, name, "a byte of zero: no list of a graph has one; is it a text?");
    for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at)) {
        // Some programs write two of them before the end of a line.
        at = std::min(text.find_first_not_of('\r', at), text.size());
        if (at < text.size() && text[at] != '\n')
            fail_at_byte(text, at, name, "a carriage return within the line; expected lines that end with a line feed");
    }
}

void expect_text(std::string_view text, const std::string& name) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = size_of_character(text.substr(at));
        if (size == 0)
            fail_at_byte(text, at, name,
                         "no text, which formats that can be guessed are: found " + in_quotes(text.substr(at, 1)) +
                             "; if it is a graph, --format says in which format");
        at += size;
    }
    expect_lines(text, name);
}

}  // namespace scrump::graph
