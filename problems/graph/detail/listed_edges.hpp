#pragma once
// The lines of a list of edges: their separators, and the two ends in each line.

#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/table_heading.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace scrump::graph {

/// Whether a character separates words: a blank, a comma or a semicolon.
inline bool separates_words(char c) {
    return is_blank(c) || c == ',' || c == ';';
}

/// Whether a line is a comment: one that begins with # or %.
inline bool is_list_comment(std::string_view line) {
    return line.starts_with('#') || line.starts_with('%');
}

/// The next word of a line, as quoted_field() (quoted.hpp) if it is in quotes. The word and the separator after it are
/// removed from the line.
std::string_view take_listed(std::string_view& line);

/// The whole number that a word represents, if it fits.
inline std::optional<std::uint64_t> whole_number_in(std::string_view word) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size() || word.empty()) return std::nullopt;
    return number;
}

/// Whether a word begins the data of an edge as written by networkx, which may stand after the ends.
bool is_edge_data(std::string_view word);

/// The meaning of a text's lines: an edge each, in columns of a table or not, or a vertex and its neighbours.
struct ListLayout {
    bool neighbours = false;
    std::optional<EdgeColumns> columns{};
};

/// The edges, one after another.
class ListedEdges {
  public:
    ListedEdges(std::string_view text, const std::string& name, const ListLayout& layout)
        : text_(text, name), layout_(layout) {}
    ListedEdges(Text text, const ListLayout& layout) : text_(std::move(text)), layout_(layout) {}

    struct Ends {
        std::string_view a;
        std::string_view b;  // empty: a vertex without an edge
    };

    std::optional<Ends> next();

    [[noreturn]] void fail(const std::string& what) const { text_.fail(what); }

    /// The line of the last returned edge.
    std::string_view whole_line() const { return whole_; }
    std::size_t line_number() const { return text_.line_number(); }

    /// Whether a comment gives the numbers of vertices and edges, as in write_edge_list().
    bool announced() const { return announced_; }

    /// The text after the ends of the first edge that has more; its line is 0 if none has.
    std::string_view skipped() const { return skipped_; }
    std::size_t skipped_line() const { return skipped_line_; }

  private:
    std::string_view take_closed(std::string_view& rest) const;
    void expect_closed(std::string_view word) const;
    Ends take_columns(std::string_view rest) const;
    void take_comment(Line comment);

    Text text_;
    ListLayout layout_;
    std::string_view first_;
    std::string_view rest_;   // the vertex's remaining neighbours
    std::string_view whole_;  // the whole line
    bool announced_ = false;
    std::string_view skipped_;
    std::size_t skipped_line_ = 0;
};

}  // namespace scrump::graph
