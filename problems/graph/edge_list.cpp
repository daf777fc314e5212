#include <scrump/problems/graph/edge_list.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/digits.hpp>
#include <scrump/problems/graph/line_writer.hpp>
#include <scrump/problems/graph/table_heading.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

using Vertex = SparseGraph::Vertex;
using Edge = SparseGraph::Edge;

bool separates(char c) {
    return is_blank(c) || c == ',' || c == ';';
}

/// The next word of a line, which is taken off with what separates it from the next one.
std::string_view take_listed(std::string_view& line) {
    std::size_t end = 0;
    std::string_view word;
    if (line.starts_with('"') && line.find('"', 1) != std::string_view::npos) {
        end = line.find('"', 1) + 1;
        word = line.substr(1, end - 2);
    } else {
        end = static_cast<std::size_t>(std::ranges::find_if(line, separates) - line.begin());
        word = line.substr(0, end);
    }
    while (end < line.size() && separates(line[end])) ++end;
    line.remove_prefix(end);
    return word;
}

std::optional<std::uint64_t> whole_number_in(std::string_view word) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size() || word.empty()) return std::nullopt;
    return number;
}

/// What networkx knows of an edge, which stands where a vertex does in lists of its own, of several lines each.
bool is_edge_data(std::string_view word) {
    return word == "{}" || word.starts_with("{'");
}

/// What the lines of a text mean: an edge each, in columns of a table or not, or a vertex and its neighbours.
struct Layout {
    bool neighbours = false;
    std::optional<EdgeColumns> columns{};
};

/// The edges, one after another.
class ListedEdges {
  public:
    ListedEdges(std::string_view text, const std::string& name, const Layout& layout)
        : text_(text, name), layout_(layout) {}

    struct Ends {
        std::string_view a;
        std::string_view b;  // empty: a vertex without an edge
    };

    std::optional<Ends> next() {
        if (!rest_.empty()) return Ends{first_, take_listed(rest_)};
        while (const std::optional<Line> line = text_.next_full_line()) {
            if (layout_.columns && text_.line_number() == 1) continue;
            std::string_view rest = line->rest();
            if (rest.starts_with('#') || rest.starts_with('%')) {
                expect_one_kind_of_vertex(Line(rest.substr(1)));
                continue;
            }
            const Ends ends = layout_.columns ? take_columns(rest) : Ends{take_listed(rest), take_listed(rest)};
            if (ends.a.empty()) text_.fail("expected a vertex, " + line->found());
            if (is_edge_data(ends.b)) text_.fail("expected a vertex, found " + in_quotes(ends.b));
            if (layout_.neighbours) {
                first_ = ends.a;
                rest_ = rest;
            }
            return ends;
        }
        return std::nullopt;
    }

    [[noreturn]] void fail(const std::string& what) const { text_.fail(what); }

  private:
    Ends take_columns(std::string_view rest) const {
        Ends ends;
        for (std::size_t column = 0; column <= std::max(layout_.columns->source, layout_.columns->target); ++column) {
            const std::string_view field = take_field(rest, layout_.columns->separator);
            if (column == layout_.columns->source) ends.a = field;
            if (column == layout_.columns->target) ends.b = field;
        }
        return ends;
    }

    // KONECT's heading: "% bip weighted".
    void expect_one_kind_of_vertex(Line comment) const {
        if (text_.line_number() == 1 && comment.word() == "bip")
            text_.fail("a bipartite network, whose sides have the same numbers; expected one kind of vertex");
    }

    Text text_;
    Layout layout_;
    std::string_view first_;
    std::string_view rest_;  // of its neighbours
};

/// Edges as the file numbers them, and the vertices that stand alone in a line.
struct Numbered {
    std::vector<Edge> edges;
    std::vector<Vertex> alone;
};

/// Nothing if a vertex has no number that is small enough.
std::optional<Numbered> take_numbers(std::string_view text, const std::string& name, const Layout& layout) {
    constexpr std::uint64_t end = std::numeric_limits<Vertex>::max();
    constexpr std::size_t usual_line = 12;
    Numbered list;
    list.edges.reserve(text.size() / usual_line);
    ListedEdges lines(text, name, layout);
    while (const auto ends = lines.next()) {
        const auto a = whole_number_in(ends->a);
        const auto b = ends->b.empty() ? a : whole_number_in(ends->b);
        if (!a || !b || *a >= end || *b >= end) return std::nullopt;
        const Edge edge{static_cast<Vertex>(*a), static_cast<Vertex>(*b)};
        if (ends->b.empty()) {
            list.alone.push_back(edge.a);
        } else {
            list.edges.push_back(edge);
        }
    }
    return list;
}

/// Whether the first of these is none, but the number of vertices and that of the edges that follow.
bool begins_with_sizes(const Numbered& list) {
    if (list.edges.empty() || !list.alone.empty()) return false;
    const auto [vertices, edges] = list.edges.front();
    if (edges != list.edges.size() - 1) return false;
    const bool from_zero = std::any_of(list.edges.begin() + 1, list.edges.end(),
                                       [](const Edge& edge) { return edge.a == 0 || edge.b == 0; });
    const Vertex last = vertices - (from_zero ? 1 : 0);
    return vertices > 0 && std::all_of(list.edges.begin() + 1, list.edges.end(),
                                       [&](const Edge& edge) { return std::max(edge.a, edge.b) <= last; });
}

/// The numbers that occur, ascending.
std::vector<Vertex> numbers_in(const Numbered& list) {
    std::vector<Vertex> numbers;
    numbers.reserve(2 * list.edges.size() + list.alone.size());
    for (const auto& [a, b] : list.edges) numbers.insert(numbers.end(), {a, b});
    numbers.insert(numbers.end(), list.alone.begin(), list.alone.end());
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

class EdgeListParser {
  public:
    EdgeListParser(std::string_view text, const Reading& how, const Layout& layout)
        : text_(text), how_(how), layout_(layout) {}

    GraphFile parse() const {
        if (auto numbers = take_numbers(text_, how_.name, layout_)) return from_numbers(std::move(*numbers));
        return from_words();
    }

  private:
    void expect_few(std::uint64_t vertices) const {
        if (vertices > how_.limit) throw Error(how_.name + ": " + too_many_vertices(vertices, how_.limit));
    }

    GraphFile from_numbers(Numbered list) const {
        if (!layout_.neighbours && begins_with_sizes(list)) return from_sizes(std::move(list.edges));
        Vertex last = 0;
        for (const auto& [a, b] : list.edges) last = std::max({last, a, b});
        for (const Vertex vertex : list.alone) last = std::max(last, vertex);
        // A table of what number each vertex gets, unless there are large gaps.
        const std::size_t mentions = 2 * list.edges.size() + list.alone.size();
        const bool crowded = last / 8 <= mentions;
        std::vector<Vertex> numbers;
        std::vector<Vertex> places(crowded ? std::size_t{last} + 1 : 0);
        if (crowded) {
            for (const auto& [a, b] : list.edges) places[a] = places[b] = 1;
            for (const Vertex vertex : list.alone) places[vertex] = 1;
            for (std::size_t number = 0; number < places.size(); ++number) {
                if (places[number] == 0) continue;
                places[number] = static_cast<Vertex>(numbers.size());
                numbers.push_back(static_cast<Vertex>(number));
            }
        } else {
            numbers = numbers_in(list);
        }
        expect_few(numbers.size());
        const auto place = [&](Vertex number) {
            return crowded ? places[number]
                           : static_cast<Vertex>(std::ranges::lower_bound(numbers, number) - numbers.begin());
        };
        for (auto& [a, b] : list.edges) {
            a = place(a);
            b = place(b);
        }
        GraphFile file = file_of(mentions == 0 ? 0 : numbers.size(), list.edges, how_);
        if (!numbers.empty()) file.names = names_of(numbers);
        return file;
    }

    GraphFile from_sizes(std::vector<Edge> edges) const {
        const Vertex vertices = edges.front().a;
        expect_few(vertices);
        edges.erase(edges.begin());
        const bool from_zero = std::ranges::any_of(edges, [](const Edge& edge) { return edge.a == 0 || edge.b == 0; });
        if (!from_zero) {
            for (auto& [a, b] : edges) {
                --a;
                --b;
            }
        }
        GraphFile file = file_of(vertices, edges, how_);
        file.names = VertexNames(from_zero ? 0 : 1);
        return file;
    }

    static VertexNames names_of(const std::vector<Vertex>& numbers) {
        if (numbers.back() - numbers.front() == numbers.size() - 1) return VertexNames(numbers.front());
        return VertexNames(std::vector<std::uint64_t>(numbers.begin(), numbers.end()));
    }

    GraphFile from_words() const {
        std::unordered_map<std::string_view, Vertex> places;
        std::vector<std::string> words;
        std::vector<Edge> edges;
        ListedEdges lines(text_, how_.name, layout_);
        const auto place = [&](std::string_view word) {
            const auto [entry, is_new] = places.try_emplace(word, static_cast<Vertex>(words.size()));
            if (is_new) words.emplace_back(word);
            if (words.size() > how_.limit) lines.fail(too_many_vertices(words.size(), how_.limit));
            return entry->second;
        };
        while (const auto ends = lines.next()) {
            const Vertex a = place(ends->a);
            if (!ends->b.empty()) edges.push_back({a, place(ends->b)});
        }
        GraphFile file = file_of(words.size(), edges, how_);
        file.names = VertexNames(std::move(words));
        return file;
    }

    std::string_view text_;
    const Reading& how_;
    Layout layout_;
};

/// What can be seen of a list, line by line.
class Looks {
  public:
    void take(std::string_view line) {
        const std::string_view first = take_listed(line);
        bool numbers = whole_number_in(first).has_value();
        begin_twice_ = begin_twice_ || !vertices_.insert(first).second;
        std::size_t words = 1;
        for (; !line.empty(); ++words) {
            const std::string_view word = take_listed(line);
            const bool whole = whole_number_in(word).has_value();
            edge_data_ = edge_data_ || is_edge_data(word);
            if (words == 1) numbers = numbers && whole;
            if (words > 1) whole_after_ends_ = whole_after_ends_ && whole;
            lists_itself_ = lists_itself_ || word == first;
            neighbours_.insert(word);
        }
        whole_ends_ = whole_ends_ && numbers;
        fewest_ = std::min(fewest_, words);
        most_ = std::max(most_, words);
    }

    bool surely_edges() const { return edge_data_ || (begin_twice_ && whole_ends_); }

    ListKind kind() const {
        const bool even = fewest_ == most_;
        // As neighbours, no vertex would have two lines. A vertex that comes twice in its line, where all have as many
        // words, is rather a weight: so it is in any cycle of edges with a weight that is the number of a vertex.
        const bool may_be_neighbours =
            !begin_twice_ && every_vertex_has_line() && !(even && (most_ <= 2 || lists_itself_));
        if (may_be_neighbours && most_ <= 2) return ListKind::either;
        if (may_be_neighbours) return even ? ListKind::unclear : ListKind::neighbours;
        if (even || most_ <= 2) return ListKind::edges;
        return whole_ends_ && !whole_after_ends_ ? ListKind::edges : ListKind::unclear;
    }

  private:
    bool every_vertex_has_line() const {
        return std::ranges::all_of(neighbours_, [&](std::string_view word) { return vertices_.contains(word); });
    }

    std::unordered_set<std::string_view> vertices_;  // that lines begin with
    std::unordered_set<std::string_view> neighbours_;
    std::size_t fewest_ = std::numeric_limits<std::size_t>::max();
    std::size_t most_ = 0;
    bool begin_twice_ = false;
    bool edge_data_ = false;
    bool whole_ends_ = true;        // the first two words of all lines are whole numbers
    bool whole_after_ends_ = true;  // and so are the others
    bool lists_itself_ = false;     // some line has its first word again
};

/// The name of a vertex as a word of a list.
std::string listed(const std::string& name) {
    if (name.find('"') == std::string::npos && name.find('\n') == std::string::npos && !name.empty() &&
        !is_edge_data(name)) {
        const bool plain = std::ranges::none_of(name, separates) && name.front() != '#' && name.front() != '%';
        return plain ? name : '"' + name + '"';
    }
    throw Error("a vertex is called " + in_quotes(name) + ", which cannot stand in a list of edges");
}

}  // namespace

GraphFile parse_edge_list(std::string_view text, const Reading& how) {
    return EdgeListParser(text, how, {.columns = edge_columns(text, how.name)}).parse();
}

GraphFile parse_adjacency_list(std::string_view text, const Reading& how) {
    return EdgeListParser(text, how, {.neighbours = true}).parse();
}

ListKind kind_of_list(std::string_view text, const std::string& name) {
    if (edge_columns(text, name)) return ListKind::edges;
    Looks looks;
    Text lines(text, {});
    while (const std::optional<Line> line = lines.next_full_line()) {
        const std::string_view rest = line->rest();
        if (rest.starts_with('#') || rest.starts_with('%')) continue;
        looks.take(rest);
        // Of a long list there is no need to see more.
        if (looks.surely_edges()) return ListKind::edges;
    }
    return looks.kind();
}

bool is_list_of_pairs(std::string_view text) {
    Text lines(text, {});
    bool any = false;
    while (const std::optional<Line> line = lines.next_full_line()) {
        std::string_view rest = line->rest();
        if (rest.starts_with('#') || rest.starts_with('%')) continue;
        any = true;
        take_listed(rest);
        if (rest.empty()) return false;
        take_listed(rest);
        if (!rest.empty()) return false;
    }
    return any;
}

void write_edge_list(std::ostream& out, const GraphFile& file) {
    const SparseGraph& graph = file.graph;
    // The comment keeps a first line that is a vertex alone from looking like another format.
    out << "# " << graph.size() << (graph.size() == 1 ? " vertex, " : " vertices, ") << graph.edges()
        << (graph.edges() == 1 ? " edge\n" : " edges\n");
    std::vector<std::string> words;
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) words.push_back(listed(file.names.name(vertex)));
    LineWriter lines(out);
    const auto write = [&](std::size_t a, std::size_t b) { lines << words[a] << " " << words[b] << "\n"; };
    for (std::size_t a = 0; a < graph.size(); ++a) {
        const bool loop = std::ranges::binary_search(file.loops, static_cast<Vertex>(a));
        if (loop) write(a, a);
        if (graph.degree(a) == 0 && !loop) lines << words[a] << "\n";
        for (const std::size_t b : graph.neighbours(a))
            if (a < b) write(a, b);
    }
    lines.flush();
}

}  // namespace scrump::graph
