#include <scrump/problems/graph/detail/table_heading.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/graph/detail/quoted.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

using Fields = std::vector<std::string_view>;
using Pair = std::pair<std::string_view, std::string_view>;

// In small letters, and of letters and digits alone: Node_1 is node1.
constexpr std::array<Pair, 10> ends = {{{"source", "target"},
                                        {"sourceid", "targetid"},
                                        {"from", "to"},
                                        {"fromid", "toid"},
                                        {"fromnode", "tonode"},
                                        {"fromnodeid", "tonodeid"},
                                        {"src", "dst"},
                                        {"node1", "node2"},
                                        {"vertex1", "vertex2"},
                                        {"nodea", "nodeb"}}};

// These may be vertices as well: they are taken for names of columns only above numbers.
constexpr std::array<Pair, 4> ends_above_numbers = {{{"u", "v"}, {"v1", "v2"}, {"i", "j"}, {"a", "b"}}};

bool is_separator(char c, char separator) {
    return separator == ' ' ? is_blank(c) : c == separator;
}

Fields fields_of(std::string_view line, char separator) {
    Fields fields;
    while (!line.empty()) fields.push_back(take_field(line, separator));
    if (!fields.empty() && fields.back().empty()) fields.pop_back();
    return fields;
}

char separator_of(std::string_view line) {
    for (const char separator : {',', ';', '\t'})
        if (line.find(separator) != std::string_view::npos) return separator;
    return ' ';
}

std::string simplified(std::string_view field) {
    std::string simple;
    for (const char c : field) {
        const char small = files::small_letter(c);
        if ((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9')) simple += small;
    }
    return simple;
}

std::optional<std::size_t> place_of(std::string_view wanted, std::span<const std::string> names) {
    const auto found = std::ranges::find(names, wanted);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

using Places = std::pair<std::size_t, std::size_t>;

std::optional<Places> find_ends(std::span<const std::string> names, std::span<const Pair> known) {
    for (const auto& [source, target] : known) {
        const auto from = place_of(source, names);
        const auto to = place_of(target, names);
        if (from && to) return Places{*from, *to};
    }
    return std::nullopt;
}

std::vector<std::string> simplified_all(const Fields& fields) {
    std::vector<std::string> names;
    std::ranges::transform(fields, std::back_inserter(names), simplified);
    return names;
}

/// Numbers below both of the first two, which are none, or below another column, where the heading has none at all.
bool words_above_numbers(const Fields& heading, const Fields& row) {
    if (heading.size() < 2 || row.size() < 2 || is_number(heading[0]) || is_number(heading[1])) return false;
    if (is_number(row[0]) && is_number(row[1])) return true;
    if (heading.size() != row.size() || std::ranges::any_of(heading, is_number)) return false;
    return std::any_of(row.begin() + 2, row.end(), is_number);
}

}  // namespace

std::string_view take_field(std::string_view& line, char separator) {
    const auto is_end = [separator](char c) { return is_separator(c, separator); };
    const auto is_padding = [&](char c) { return is_blank(c) && !is_end(c); };
    while (!line.empty() && is_padding(line.front())) line.remove_prefix(1);
    std::string_view field;
    const std::size_t quoted = quoted_length(line);
    if (quoted > 0) {
        field = quoted_field(line, quoted);
        line.remove_prefix(quoted);
    }
    const auto end = static_cast<std::size_t>(std::ranges::find_if(line, is_end) - line.begin());
    if (quoted == 0) field = line.substr(0, end);
    while (!field.empty() && is_padding(field.back())) field.remove_suffix(1);
    line.remove_prefix(std::min(end + 1, line.size()));
    while (separator == ' ' && !line.empty() && is_blank(line.front())) line.remove_prefix(1);
    return field;
}

bool gives_counts(Line comment) {
    return comment.number() && comment.word().starts_with("vert") && comment.number() &&
           comment.word().starts_with("edge");
}

bool is_number(std::string_view field) {
    Line line(field);
    return line.real() && line.empty();
}

bool names_ends(std::string_view line) {
    return find_ends(simplified_all(fields_of(line, separator_of(line))), ends).has_value();
}

namespace {

using Comment = std::optional<std::string_view>;

/// Takes the first line that is not a comment off, and returns it with the last comment before it.
std::pair<std::optional<Line>, Comment> take_first(Text& lines) {
    Comment comment;
    auto line = lines.next_full_line();
    for (; line && (line->front() == '#' || line->front() == '%'); line = lines.next_full_line())
        comment = Line(line->rest().substr(1)).rest();
    return {line, comment};
}

EdgeColumns columns_of(const Fields& heading, char separator, const Places& places, std::size_t shift,
                       std::size_t line) {
    EdgeColumns columns{separator, places.first + shift, places.second + shift, line, {}};
    for (std::size_t i = 0; i < heading.size(); ++i)
        if (i != places.first && i != places.second) columns.others.push_back(heading[i]);
    return columns;
}

/// Above a row that begins with numbers, as it does in lists with such comments.
std::optional<EdgeColumns> columns_in_comment(Comment comment, std::string_view row) {
    if (!comment) return std::nullopt;
    const char separator = separator_of(row);
    const Fields fields = fields_of(row, separator);
    const Fields heading = fields_of(*comment, separator_of(*comment));
    const auto found = find_ends(simplified_all(heading), ends);
    if (!found || heading.size() != fields.size() || !is_number(fields[found->first]) ||
        !is_number(fields[found->second]))
        return std::nullopt;
    return columns_of(heading, separator, *found, 0, 0);
}

}  // namespace

std::optional<EdgeColumns> edge_columns(std::string_view text, const std::string& name) {
    Text lines(text, name);
    const auto [first, comment] = take_first(lines);
    if (!first || (comment && gives_counts(Line(*comment)))) return std::nullopt;
    if (const auto columns = columns_in_comment(comment, first->rest())) return columns;
    const std::size_t line = lines.line_number();
    const char separator = separator_of(first->rest());
    const Fields heading = fields_of(first->rest(), separator);
    const std::vector<std::string> names = simplified_all(heading);
    const Text at_heading = lines;
    const auto second = lines.next_full_line();
    const Fields row = second ? fields_of(second->rest(), separator) : Fields();
    // R names no column for the names of its rows; and a heading loses blanks that it begins with.
    const std::size_t shift = row.size() == heading.size() + 1 ? 1 : 0;
    if (const auto found = find_ends(names, ends)) return columns_of(heading, separator, *found, shift, line);
    if (separator != ' ' && place_of("id", names) && place_of("label", names))
        at_heading.fail("a table of vertices; expected one of edges");
    if (!words_above_numbers(heading, row)) return std::nullopt;
    const auto weak = find_ends(names, ends_above_numbers);
    if (weak && weak->second + shift < row.size() && is_number(row[weak->first + shift]) &&
        is_number(row[weak->second + shift]))
        return columns_of(heading, separator, *weak, shift, line);
    if (heading.size() == 2 && row.size() == 2) return columns_of(heading, separator, {0, 1}, 0, line);
    at_heading.fail(
        "the heading does not say which columns are the ends of edges; expected two called source and "
        "target, or from and to");
}

}  // namespace scrump::graph
