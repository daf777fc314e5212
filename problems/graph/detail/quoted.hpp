#pragma once
// Fields in double quotes, as in RFC 4180: within them, a quote is written twice.

#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::graph {

/// Length of the quoted field with which `text` begins, including its quotes; 0 if it begins with none that ends.
inline std::size_t quoted_length(std::string_view text) {
    if (!text.starts_with('"')) return 0;
    std::size_t end = text.find('"', 1);
    while (end != std::string_view::npos && end + 1 < text.size() && text[end + 1] == '"')
        end = text.find('"', end + 2);
    return end == std::string_view::npos ? 0 : end + 1;
}

/// The field of `length` = quoted_length() characters with which a line begins: the text between its quotes or, if that
/// contains a quote, the whole field, for written_out().
inline std::string_view quoted_field(std::string_view line, std::size_t length) {
    const std::string_view inner = line.substr(1, length - 2);
    return inner.find('"') == std::string_view::npos ? inner : line.substr(0, length);
}

/// Whether a field begins with a quote that does not end in its line.
inline bool is_unclosed(std::string_view field) {
    return field.starts_with('"') && quoted_length(field) != field.size();
}

/// The meaning of a field, which may be the result of quoted_field().
inline std::string written_out(std::string_view field) {
    if (!field.starts_with('"') || is_unclosed(field)) return std::string(field);
    std::string text;
    for (std::size_t i = 1; i + 1 < field.size(); ++i) {
        text += field[i];
        if (field[i] == '"') ++i;
    }
    return text;
}

/// The text as a quoted field.
inline std::string in_double_quotes(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

}  // namespace scrump::graph
