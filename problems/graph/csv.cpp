#include <scrump/problems/graph/detail/csv.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/plain_text.hpp>
#include <scrump/problems/graph/detail/quoted.hpp>
#include <scrump/problems/graph/detail/table_heading.hpp>
#include <scrump/problems/graph/label_words.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

using Vertex = SparseGraph::Vertex;

/// What a line says: an edge, or of a vertex alone its label.
struct Row {
    std::string_view first;
    std::string_view second;  // empty: a vertex alone
    std::string_view label;
    bool one_way = false;
};

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Takes a field off a line, up to one of `ends`, which is left there.
std::string_view take_csv_field(std::string_view& line, std::string_view ends) {
    line = without_blanks(line);
    if (const std::size_t quoted = quoted_length(line); quoted > 0) {
        const std::string_view field = quoted_field(line, quoted);
        line = without_blanks(line.substr(quoted));
        return field;
    }
    const std::size_t end = std::min(line.find_first_of(ends), line.size());
    const std::string_view field = without_blanks(line.substr(0, end));
    line.remove_prefix(end);
    return field;
}

/// Nothing if a line is not in this format.
std::optional<Row> row_of(std::string_view line) {
    Row row{.first = take_csv_field(line, ",>"), .second = {}, .label = {}};
    if (row.first.empty() || line.empty() || (line.front() != ',' && line.front() != '>')) return std::nullopt;
    row.one_way = line.front() == '>';
    line.remove_prefix(1);
    row.second = take_csv_field(line, ",");
    if (row.second.empty() && row.one_way) return std::nullopt;
    if (is_unclosed(row.first) || is_unclosed(row.second)) return std::nullopt;
    if (line.empty()) return row;
    if (line.front() != ',') return std::nullopt;
    line.remove_prefix(1);
    row.label = take_csv_field(line, ",");
    if (!line.empty() || is_unclosed(row.label)) return std::nullopt;
    return row;
}

/// Whether the first two columns of a heading are the ends.
bool begins_with_ends(std::string_view heading) {
    const std::size_t second = heading.find(',');
    const std::size_t third = second == std::string_view::npos ? second : heading.find(',', second + 1);
    return names_ends(heading.substr(0, third));
}

std::optional<Vertex> small_number(const std::string& word) {
    Vertex number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_one = error == std::errc{} && end == word.data() + word.size() && std::to_string(number) == word;
    return is_one ? std::optional(number) : std::nullopt;
}

class CsvParser {
  public:
    CsvParser(std::string_view text, const Reading& how) : text_(text, how.name), how_(how) {}

    GraphFile parse() {
        const Text all = text_;
        if (const auto first = text_.next_full_line(); first && names_ends(first->rest())) {
            if (!begins_with_ends(first->rest()))
                text_.fail("expected the ends of edges in the first two columns, " + first->found());
        } else {
            text_ = all;
        }
        while (const auto line = text_.next_full_line()) {
            const auto row = row_of(line->rest());
            if (!row)
                text_.fail("expected an edge 'a,b' or 'a>b', or a vertex 'a,,label', each with or without a label, " +
                           line->found());
            take(*row);
        }
        if (how_.edges == EdgeReading::undirected) expect_both_ways();
        order_by_number();
        return graph();
    }

  private:
    using Label = std::optional<std::uint64_t>;

    struct Place {
        Label label{};
        std::size_t line = 0;
    };

    void take(const Row& row) {
        const Vertex a = vertex(row.first);
        if (row.second.empty()) {
            if (row.label.empty()) return;
            const std::uint64_t label = words_.number(written_out(row.label));
            const auto [place, is_new] = vertex_labels_.try_emplace(a, label);
            if (!is_new && place->second != label)
                text_.fail("vertex " + in_quotes(row.first) + " has another label already; expected one");
            return;
        }
        const Vertex b = vertex(row.second);
        const Label label = row.label.empty() ? Label() : words_.number(written_out(row.label));
        edge_labels_ |= label.has_value();
        take(a, b, label);
        if (!row.one_way) take(b, a, label);
    }

    void take(Vertex a, Vertex b, Label label) {
        const auto [place, is_new] = arcs_.try_emplace({a, b}, Place{label, text_.line_number()});
        if (!is_new && place->second.label != label)
            text_.fail("the edge from " + in_quotes(names_[a]) + " to " + in_quotes(names_[b]) +
                       " has another label in line " + std::to_string(place->second.line) + "; expected one");
    }

    Vertex vertex(std::string_view field) {
        std::string name = written_out(field);
        const auto [place, is_new] = vertices_.try_emplace(name, static_cast<Vertex>(names_.size()));
        if (is_new) names_.push_back(std::move(name));
        if (names_.size() > how_.limit) text_.fail(too_many_vertices(names_.size(), how_.limit));
        return place->second;
    }

    void expect_both_ways() const {
        for (const auto& [ends, place] : arcs_) {
            if (arcs_.contains({ends.second, ends.first})) continue;
            throw Error(how_.name + ":" + std::to_string(place.line) + ": an edge goes from " +
                        in_quotes(names_[ends.first]) + " to " + in_quotes(names_[ends.second]) +
                        ", but none goes back; expected an undirected graph");
        }
    }

    /// Vertices whose names are all numbers are put in their order.
    void order_by_number() {
        std::vector<std::uint64_t> numbers;
        for (const std::string& name : names_) {
            const auto number = small_number(name);
            if (!number) return;
            numbers.push_back(*number);
        }
        std::vector<Vertex> order(names_.size());
        std::iota(order.begin(), order.end(), Vertex{0});
        std::ranges::sort(order, {}, [&](Vertex v) { return numbers[v]; });
        places_.resize(names_.size());
        for (std::size_t i = 0; i < order.size(); ++i) places_[order[i]] = static_cast<Vertex>(i);
        std::ranges::sort(numbers);
        numbers_ = std::move(numbers);
    }

    Vertex place(Vertex v) const { return places_.empty() ? v : places_[v]; }

    std::uint64_t or_empty(Label label) { return label ? *label : words_.number({}); }

    GraphFile graph() {
        const bool labelled = edge_labels_ && how_.edges != EdgeReading::undirected;
        std::vector<Arc> arcs;
        for (const auto& [ends, where] : arcs_)
            arcs.push_back({place(ends.first), place(ends.second), labelled ? or_empty(where.label) : 0});
        std::vector<std::uint64_t> labels;
        if (!vertex_labels_.empty()) {
            const bool all = vertex_labels_.size() == names_.size();
            labels.assign(names_.size(), all ? 0 : or_empty({}));
            for (const auto& [vertex, label] : vertex_labels_) labels[place(vertex)] = label;
        }
        GraphFile file = file_of(names_.size(), Arcs(std::move(arcs), labelled));
        file.labels = std::move(labels);
        if (labelled || !file.labels.empty()) file.label_words = words_.words();
        file.names = names();
        return file;
    }

    VertexNames names() {
        if (places_.empty()) return names_.empty() ? VertexNames(1) : VertexNames(std::move(names_));
        if (numbers_.back() - numbers_.front() == numbers_.size() - 1) return VertexNames(numbers_.front());
        return VertexNames(std::move(numbers_));
    }

    Text text_;
    const Reading& how_;
    LabelWords words_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, Vertex> vertices_;
    std::map<std::pair<Vertex, Vertex>, Place> arcs_;
    std::map<Vertex, std::uint64_t> vertex_labels_;
    bool edge_labels_ = false;
    std::vector<Vertex> places_;  // of the vertices in the order of their numbers, if they have numbers
    std::vector<std::uint64_t> numbers_;
};

/// A name or a label as a field.
std::string csv_field(const std::string& text) {
    if (text.find_first_of("\n\r") != std::string::npos)
        throw Error("a name or label is " + in_quotes(text) + ", which cannot stand in CSV");
    const bool plain = !text.empty() && text.find_first_of(",>\"") == std::string::npos && without_blanks(text) == text;
    return plain ? text : in_double_quotes(text);
}

/// Whether all lines are rows, with a heading or without, and `any` of some row.
template <class Any>
bool are_rows(std::string_view text, bool heading, const Any& any) {
    Text lines(text, {});
    bool found = false;
    while (const auto line = lines.next_full_line()) {
        if (std::exchange(heading, false) && names_ends(line->rest())) continue;
        const auto row = row_of(line->rest());
        if (!row || row->first.ends_with('-') || row->first.starts_with('#') || row->first.starts_with('%'))
            return false;
        found = found || any(*row);
    }
    return found;
}

}  // namespace

GraphFile parse_csv(std::string_view text, const Reading& how) {
    expect_lines(text, how.name);
    return CsvParser(text, how).parse();
}

bool looks_like_csv(std::string_view text) {
    const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (!has(">") && !has(",,") && !has(",\n") && !has(",\r") && !text.ends_with(',')) return false;
    return are_rows(text, false, [](const Row& row) { return row.one_way || row.second.empty(); });
}

bool has_words_for_labels(std::string_view text) {
    return are_rows(text, true, [](const Row& row) { return !row.label.empty() && !is_number(row.label); });
}

void write_csv(std::ostream& out, const GraphFile& file) {
    std::vector<std::string> names;
    for (std::size_t v = 0; v < file.graph.size(); ++v) {
        names.push_back(csv_field(file.names.name(v)));
        if (file.names.name(v).empty()) throw Error("a vertex has an empty name, which cannot stand in CSV");
    }
    // Vertices first, so that they are read in their order.
    for (std::size_t v = 0; v < names.size(); ++v) {
        const std::string label = file.labels.empty() ? "" : label_text(file.labels[v], file.label_words);
        out << names[v] << ',' << (label.empty() ? "" : ',' + csv_field(label)) << '\n';
    }
    const auto write = [&](std::size_t a, char way, std::size_t b, const std::string& label) {
        out << names[a] << way << names[b] << (label.empty() ? "" : ',' + csv_field(label)) << '\n';
    };
    for (const Arc& arc : file.arcs.all())
        write(arc.from, '>', arc.to, file.arcs.labelled() ? label_text(arc.label, file.label_words) : "");
    if (!file.arcs.empty()) return;
    for (const Vertex loop : file.loops) write(loop, ',', loop, {});
    for (std::size_t a = 0; a < file.graph.size(); ++a)
        for (const std::size_t b : file.graph.neighbours(a))
            if (a < b) write(a, ',', b, {});
}

}  // namespace scrump::graph
