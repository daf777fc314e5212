#include <scrump/problems/graph/table_heading.hpp>

#include <scrump/base/text.hpp>

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
        if (c >= 'A' && c <= 'Z') {
            simple += static_cast<char>(c - 'A' + 'a');
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            simple += c;
        }
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

bool is_number(std::string_view field) {
    Line line(field);
    return line.real() && line.empty();
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
    const std::size_t quote = line.starts_with('"') ? line.find('"', 1) : std::string_view::npos;
    if (quote != std::string_view::npos) {
        field = line.substr(1, quote - 1);
        line.remove_prefix(quote + 1);
    }
    const auto end = static_cast<std::size_t>(std::ranges::find_if(line, is_end) - line.begin());
    if (quote == std::string_view::npos) field = line.substr(0, end);
    while (!field.empty() && is_padding(field.back())) field.remove_suffix(1);
    line.remove_prefix(std::min(end + 1, line.size()));
    while (separator == ' ' && !line.empty() && is_blank(line.front())) line.remove_prefix(1);
    return field;
}

bool names_ends(std::string_view line) {
    return find_ends(simplified_all(fields_of(line, separator_of(line))), ends).has_value();
}

std::optional<EdgeColumns> edge_columns(std::string_view text, const std::string& name) {
    Text lines(text, name);
    const auto first = lines.next_full_line();
    if (!first || lines.line_number() != 1 || first->front() == '#' || first->front() == '%') return std::nullopt;
    const char separator = separator_of(first->rest());
    const Fields heading = fields_of(first->rest(), separator);
    const std::vector<std::string> names = simplified_all(heading);
    const Text at_heading = lines;
    const auto second = lines.next_full_line();
    const Fields row = second ? fields_of(second->rest(), separator) : Fields();
    // R names no column for the names of its rows; and a heading loses blanks that it begins with.
    const std::size_t shift = row.size() == heading.size() + 1 ? 1 : 0;
    if (const auto found = find_ends(names, ends))
        return EdgeColumns{separator, found->first + shift, found->second + shift};
    if (separator != ' ' && place_of("id", names) && place_of("label", names))
        at_heading.fail("a table of vertices; expected one of edges");
    if (!words_above_numbers(heading, row)) return std::nullopt;
    const auto weak = find_ends(names, ends_above_numbers);
    if (weak && weak->second + shift < row.size() && is_number(row[weak->first + shift]) &&
        is_number(row[weak->second + shift]))
        return EdgeColumns{separator, weak->first + shift, weak->second + shift};
    if (heading.size() == 2 && row.size() == 2) return EdgeColumns{separator, 0, 1};
    at_heading.fail(
        "the heading does not say which columns are the ends of edges; expected two called source and "
        "target, or from and to");
}

}  // namespace scrump::graph
