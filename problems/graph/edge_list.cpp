#include <scrump/problems/graph/edge_list.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/digits.hpp>
#include <scrump/problems/graph/line_writer.hpp>
#include <scrump/problems/graph/plain_text.hpp>
#include <scrump/problems/graph/quoted.hpp>
#include <scrump/problems/graph/table_heading.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <deque>
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

bool is_comment(std::string_view line) {
    return line.starts_with('#') || line.starts_with('%');
}

/// The next word of a line, as quoted_field() where it is in quotes, which is taken off with what separates it from the
/// next one.
std::string_view take_listed(std::string_view& line) {
    std::size_t end = quoted_length(line);
    std::string_view word;
    if (end > 0) {
        word = quoted_field(line, end);
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

bool is_digits(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
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
    ListedEdges(Text text, const Layout& layout) : text_(std::move(text)), layout_(layout) {}

    struct Ends {
        std::string_view a;
        std::string_view b;  // empty: a vertex without an edge
    };

    std::optional<Ends> next() {
        if (!rest_.empty()) return Ends{first_, take_closed(rest_)};
        while (const std::optional<Line> line = text_.next_full_line()) {
            if (layout_.columns && text_.line_number() == layout_.columns->line) continue;
            std::string_view rest = line->rest();
            if (is_comment(rest)) {
                take_comment(Line(rest.substr(1)));
                continue;
            }
            whole_ = rest;
            const Ends ends = layout_.columns ? take_columns(rest) : Ends{take_closed(rest), take_closed(rest)};
            if (ends.a.empty()) text_.fail("expected a vertex, " + line->found());
            if (is_edge_data(ends.b)) text_.fail("expected a vertex, found " + in_quotes(ends.b));
            if (layout_.neighbours) {
                first_ = ends.a;
                rest_ = rest;
            } else if (!layout_.columns && skipped_line_ == 0 && !rest.empty() && !is_edge_data(rest)) {
                skipped_ = rest;
                skipped_line_ = text_.line_number();
            }
            return ends;
        }
        return std::nullopt;
    }

    [[noreturn]] void fail(const std::string& what) const { text_.fail(what); }

    /// The line of the edge that was given last.
    std::string_view whole_line() const { return whole_; }
    std::size_t line_number() const { return text_.line_number(); }

    /// Whether a comment gives the numbers of vertices and edges, as write_edge_list() does.
    bool announced() const { return announced_; }

    /// What follows the ends of the first edge that has more; its line is 0 if none has.
    std::string_view skipped() const { return skipped_; }
    std::size_t skipped_line() const { return skipped_line_; }

  private:
    std::string_view take_closed(std::string_view& rest) const {
        const std::string_view word = take_listed(rest);
        expect_closed(word);
        return word;
    }

    void expect_closed(std::string_view word) const {
        if (is_unclosed(word)) text_.fail("expected a second quote in the line, found " + in_quotes(word));
    }

    Ends take_columns(std::string_view rest) const {
        Ends ends;
        for (std::size_t column = 0; column <= std::max(layout_.columns->source, layout_.columns->target); ++column) {
            const std::string_view field = take_field(rest, layout_.columns->separator);
            expect_closed(field);
            if (column == layout_.columns->source) ends.a = field;
            if (column == layout_.columns->target) ends.b = field;
        }
        return ends;
    }

    void take_comment(Line comment) {
        announced_ = announced_ || gives_counts(comment);
        // KONECT's heading: "% bip weighted".
        if (text_.line_number() == 1 && comment.word() == "bip")
            text_.fail("a bipartite network, whose sides have the same numbers; expected one kind of vertex");
    }

    Text text_;
    Layout layout_;
    std::string_view first_;
    std::string_view rest_;   // of its neighbours
    std::string_view whole_;  // the line that it is in
    bool announced_ = false;
    std::string_view skipped_;
    std::size_t skipped_line_ = 0;
};

/// Edges as the file numbers them, and the vertices that stand alone in a line.
struct Numbered {
    std::vector<Edge> edges;
    std::vector<Vertex> alone;
    bool first_alone = false;  ///< whether the first line is a vertex alone
    bool announced = false;    ///< as ListedEdges::announced()
    std::string skipped;       ///< as ListedEdges::skipped()
    std::size_t skipped_line = 0;
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
            list.first_alone = list.first_alone || (list.edges.empty() && list.alone.empty());
            list.alone.push_back(edge.a);
        } else {
            list.edges.push_back(edge);
        }
    }
    list.announced = lines.announced();
    list.skipped = lines.skipped();
    list.skipped_line = lines.skipped_line();
    return list;
}

/// The numbers that a sized list begins with.
struct FirstNumbers {
    std::uint64_t vertices = 0;
    std::optional<std::uint64_t> edges{};
    std::size_t count = 0;  ///< in the first line
    std::size_t line = 0;   ///< of the last of them
};

/// Takes them off; nothing where the text begins with none.
std::optional<FirstNumbers> take_sizes(Text& lines) {
    const auto next = [&] {
        auto line = lines.next_full_line();
        while (line && is_comment(line->rest())) line = lines.next_full_line();
        return line;
    };
    const auto numbers_in = [](std::string_view line) {
        std::vector<std::uint64_t> numbers;
        while (!line.empty() && numbers.size() < 4) {
            const auto number = whole_number_in(take_listed(line));
            if (!number) return std::vector<std::uint64_t>();
            numbers.push_back(*number);
        }
        return numbers;
    };
    const auto line = next();
    if (!line) return std::nullopt;
    const std::vector<std::uint64_t> first = numbers_in(line->rest());
    FirstNumbers sizes{.count = first.size(), .line = lines.line_number()};
    if (first.size() == 2 || (first.size() == 3 && first[0] == first[1])) {
        sizes.vertices = first.front();
        sizes.edges = first.back();
        return sizes;
    }
    if (first.size() != 1) return std::nullopt;
    sizes.vertices = first.front();
    Text after = lines;
    std::swap(after, lines);
    if (const auto second = next()) {
        if (const auto numbers = numbers_in(second->rest()); numbers.size() == 1) {
            sizes.edges = numbers.front();
            sizes.line = lines.line_number();
            return sizes;
        }
    }
    std::swap(after, lines);
    return sizes;
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
    // --- What a question may need and is not read

    void expect_read(std::string_view skipped, std::size_t line) const {
        if (how_.edges == EdgeReading::undirected) return;
        const std::string hint = how_.unread == Unread::refused
                                     ? "; --format csv reads labels, --format edge-list skips "
                                       "them"
                                     : "";
        if (line > 0)
            leave_unread(how_, how_.name + ":" + std::to_string(line),
                         in_quotes(skipped) + " after the ends of an edge may be a label, and is not read" + hint);
        if (layout_.columns && !layout_.columns->others.empty())
            leave_unread(how_,
                         how_.name + (layout_.columns->line > 0 ? ":" + std::to_string(layout_.columns->line) : ""),
                         "not read: " + join(layout_.columns->others, in_quotes) +
                             (how_.unread == Unread::refused ? "; --format edge-list skips such columns" : ""));
    }

    // --- What refutes that a text is a list of edges

    bool may_refute() const { return how_.guessed && !layout_.neighbours; }

    [[noreturn]] void refute(const std::string& what) const {
        throw Error(how_.name + ": " + what + ", so that it hardly is a list of edges");
    }

    void expect_alone(const std::string& name) const {
        refute(in_quotes(name) +
               " stands alone in a line, as a vertex without edges does, but has an edge or another such line");
    }

    void expect_edges(const Numbered& list) const {
        if (list.edges.size() > 1 && std::ranges::all_of(list.edges, [](const Edge& edge) { return edge.a == edge.b; }))
            refute("all edges go from a vertex to itself");
        if (list.alone.empty()) return;
        std::vector<Vertex> alone = list.alone;
        std::ranges::sort(alone);
        if (const auto twice = std::ranges::adjacent_find(alone); twice != alone.end())
            expect_alone(std::to_string(*twice));
        for (const auto& [a, b] : list.edges)
            for (const Vertex end : {a, b})
                if (std::ranges::binary_search(alone, end)) expect_alone(std::to_string(end));
        if (list.first_alone && !list.announced) expect_vertex(list.alone.front(), list.edges);
    }

    /// Of the number in the first line.
    void expect_vertex(Vertex number, const std::vector<Edge>& edges) const {
        Vertex least = std::numeric_limits<Vertex>::max();
        Vertex greatest = 0;
        for (const auto& [a, b] : edges) {
            least = std::min({least, a, b});
            greatest = std::max({greatest, a, b});
        }
        if (number == edges.size() || (least == 0 && number == greatest + 1))
            refute("its first line may be the number of vertices or of edges");
    }

    static void expect_plain_ends(const ListedEdges& lines, const ListedEdges::Ends& ends) {
        constexpr std::array arrows = {"->", "--", "-", "=>", "<->", "<-", "-->", ":"};
        for (const std::string_view end : {ends.a, ends.b})
            if (std::ranges::find(arrows, end) != arrows.end())
                lines.fail("expected a vertex, found " + in_quotes(end) +
                           "; expected a list of edges without signs between their ends");
        const std::string_view line = lines.whole_line();
        for (const std::string_view pair : {"()", "[]", "{}"})
            if (line.starts_with(pair.front()) && line.find(pair.back()) != std::string_view::npos)
                lines.fail("expected an edge without brackets, found " + in_quotes(line));
        if (ends.a.ends_with(':'))
            lines.fail("an adjacency list with colons; expected it without them, and --format adjacency-list");
    }

    // --- Vertices

    void expect_few(std::uint64_t vertices) const {
        if (vertices > how_.limit) throw Error(how_.name + ": " + too_many_vertices(vertices, how_.limit));
    }

    GraphFile from_numbers(Numbered list) const {
        if (may_refute()) expect_edges(list);
        expect_read(list.skipped, list.skipped_line);
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

    static VertexNames names_of(const std::vector<Vertex>& numbers) {
        if (numbers.back() - numbers.front() == numbers.size() - 1) return VertexNames(numbers.front());
        return VertexNames(std::vector<std::uint64_t>(numbers.begin(), numbers.end()));
    }

    GraphFile from_words() const {
        std::unordered_map<std::string_view, Vertex> places;
        std::vector<std::string> words;
        std::vector<Edge> edges;
        std::vector<Vertex> alone;
        ListedEdges lines(text_, how_.name, layout_);
        bool numbers = false;              // whether the ends of the first edge are
        std::deque<std::string> unquoted;  // what keeps the words that are not in the text as they are
        const auto place = [&](std::string_view word) {
            if (word.starts_with('"')) word = unquoted.emplace_back(written_out(word));
            const auto [entry, is_new] = places.try_emplace(word, static_cast<Vertex>(words.size()));
            if (is_new) words.emplace_back(word);
            if (words.size() > how_.limit) lines.fail(too_many_vertices(words.size(), how_.limit));
            return entry->second;
        };
        while (const auto ends = lines.next()) {
            if (may_refute()) {
                const bool here = is_digits(ends->a) && (ends->b.empty() || is_digits(ends->b));
                if (words.empty()) numbers = here;
                expect_plain_ends(lines, *ends);
                if (numbers && !here)
                    lines.fail("expected vertices with numbers, as before, found " + in_quotes(lines.whole_line()));
            }
            const Vertex a = place(ends->a);
            if (ends->b.empty()) {
                alone.push_back(a);
            } else {
                edges.push_back({a, place(ends->b)});
            }
        }
        if (may_refute()) expect_alone(alone, edges, words);
        expect_read(lines.skipped(), lines.skipped_line());
        GraphFile file = file_of(words.size(), edges, how_);
        file.names = VertexNames(std::move(words));
        return file;
    }

    void expect_alone(const std::vector<Vertex>& alone, const std::vector<Edge>& edges,
                      const std::vector<std::string>& words) const {
        std::vector<std::size_t> times(words.size());
        for (const Vertex vertex : alone) ++times[vertex];
        for (const auto& [a, b] : edges)
            for (const Vertex end : {a, b})
                if (times[end] == 1) ++times[end];
        if (const auto twice = std::ranges::find_if(times, [](std::size_t each) { return each > 1; });
            twice != times.end())
            expect_alone(words[static_cast<std::size_t>(twice - times.begin())]);
    }

    std::string_view text_;
    const Reading& how_;
    Layout layout_;
};

/// Reads a list below its sizes.
class SizedListParser {
  public:
    SizedListParser(std::string_view text, const Reading& how) : whole_(text), text_(text, how.name), how_(how) {}

    GraphFile parse() {
        const auto sizes = take_sizes(text_);
        if (!sizes) text_.fail("expected '<vertices> <edges>' in the first line");
        if (sizes->vertices > how_.limit) text_.fail(too_many_vertices(sizes->vertices, how_.limit));
        if (how_.guessed && how_.warn && sizes->count == 2 && begins_with_sizes(whole_) == Sizes::maybe)
            how_.warn(how_.name + ":" + std::to_string(sizes->line) + ": '" + std::to_string(sizes->vertices) + " " +
                      std::to_string(*sizes->edges) +
                      "' is read as the numbers of vertices and edges, which fit; if it is an edge, say "
                      "--format edge-list");
        take_edges(sizes->vertices);
        if (sizes->edges && *sizes->edges != edges_.size() && how_.warn)
            how_.warn(how_.name + ":" + std::to_string(sizes->line) + ": edges announced: " +
                      std::to_string(*sizes->edges) + ", listed: " + std::to_string(edges_.size()));
        return graph(sizes->vertices);
    }

  private:
    void take_edges(std::uint64_t vertices) {
        ListedEdges lines(text_, Layout{});
        while (const auto ends = lines.next()) {
            const auto a = whole_number_in(ends->a);
            const auto b = whole_number_in(ends->b);
            if (!a || !b || std::max(*a, *b) > vertices)
                lines.fail("expected an edge between two of " + std::to_string(vertices) + " vertices, found " +
                           in_quotes(lines.whole_line()));
            from_zero_ = from_zero_ || std::min(*a, *b) == 0;
            if (std::max(*a, *b) == vertices) last_line_ = lines.line_number();
            edges_.push_back({static_cast<Vertex>(*a), static_cast<Vertex>(*b)});
        }
        if (from_zero_ && last_line_ > 0)
            throw Error(how_.name + ":" + std::to_string(last_line_) + ": a vertex " + std::to_string(vertices) +
                        "; expected them from 0 to " + std::to_string(vertices - 1) + ", as an edge has vertex 0");
        if (lines.skipped_line() > 0 && how_.edges != EdgeReading::undirected)
            leave_unread(how_, how_.name + ":" + std::to_string(lines.skipped_line()),
                         in_quotes(lines.skipped()) + " after the ends of an edge may be a label, and is not read");
    }

    GraphFile graph(std::uint64_t vertices) {
        const std::uint64_t first = from_zero_ ? 0 : 1;
        for (auto& [a, b] : edges_) {
            a -= static_cast<Vertex>(first);
            b -= static_cast<Vertex>(first);
        }
        GraphFile file = file_of(vertices, edges_, how_);
        file.names = VertexNames(first);
        return file;
    }

    std::string_view whole_;
    Text text_;
    const Reading& how_;
    std::vector<Edge> edges_;
    bool from_zero_ = false;
    std::size_t last_line_ = 0;  // that has the number of vertices as a vertex
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
        if (words == 1) alone_.push_back(first);
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
        const bool alone_with_edges =
            std::ranges::any_of(alone_, [&](std::string_view word) { return neighbours_.contains(word); });
        if (may_be_neighbours && most_ <= 2) return alone_with_edges ? ListKind::neighbours : ListKind::either;
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
    std::vector<std::string_view> alone_;  // in their lines
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
    if (name.find_first_of("\n\r") != std::string::npos || name.empty() || is_edge_data(name))
        throw Error("a vertex is called " + in_quotes(name) + ", which cannot stand in a list of edges");
    const bool plain = std::ranges::none_of(name, separates) && !is_comment(name) && name.front() != '"';
    return plain ? name : in_double_quotes(name);
}

}  // namespace

GraphFile parse_edge_list(std::string_view text, const Reading& how) {
    expect_lines(text, how.name);
    const Layout layout{.columns = edge_columns(text, how.name)};
    if (!how.guessed && !layout.columns && how.warn && begins_with_sizes(text) != Sizes::no)
        how.warn(how.name +
                 ": the first line is read as an edge; if it is the numbers of vertices and edges, which fit, say "
                 "--format sized-edge-list");
    return EdgeListParser(text, how, layout).parse();
}

GraphFile parse_sized_edge_list(std::string_view text, const Reading& how) {
    expect_lines(text, how.name);
    return SizedListParser(text, how).parse();
}

GraphFile parse_adjacency_list(std::string_view text, const Reading& how) {
    expect_lines(text, how.name);
    return EdgeListParser(text, how, {.neighbours = true}).parse();
}

Sizes begins_with_sizes(std::string_view text) {
    Text lines(text, {});
    const auto sizes = take_sizes(lines);
    if (!sizes || !sizes->edges || sizes->vertices == 0) return Sizes::no;
    const std::uint64_t vertices = sizes->vertices;
    std::uint64_t edges = 0;
    bool loops = false;
    bool zero = false;
    bool last = false;
    while (const auto line = lines.next_full_line()) {
        std::string_view rest = line->rest();
        if (is_comment(rest)) continue;
        const auto a = whole_number_in(take_listed(rest));
        const auto b = whole_number_in(take_listed(rest));
        if (!a || !b || std::max(*a, *b) > vertices || ++edges > *sizes->edges) return Sizes::no;
        loops = loops || *a == *b;
        zero = zero || std::min(*a, *b) == 0;
        last = last || std::max(*a, *b) == vertices;
    }
    if (edges != *sizes->edges || (zero && last)) return Sizes::no;
    const bool loop = sizes->count != 2 || vertices == *sizes->edges;  // as an edge
    return (loop && !loops) || sizes->count == 1 || *sizes->edges > vertices + 1 ? Sizes::surely : Sizes::maybe;
}

bool is_adjacency_matrix(std::string_view text) {
    constexpr std::size_t smallest = 3;
    std::vector<std::vector<double>> rows;
    Text lines(text, {});
    while (const auto line = lines.next_full_line()) {
        std::string_view rest = line->rest();
        if (is_comment(rest)) continue;
        std::vector<double> row;
        while (!rest.empty()) {
            Line word(take_listed(rest));
            const auto number = word.real();
            if (!number || !word.empty()) return false;
            row.push_back(*number);
        }
        if (!rows.empty() && (row.size() != rows.front().size() || rows.size() == row.size())) return false;
        if (row.size() < smallest) return false;
        rows.push_back(std::move(row));
    }
    if (rows.empty() || rows.size() != rows.front().size()) return false;
    const auto is_bit = [](double number) { return number == 0 || number == 1; };
    if (std::ranges::all_of(rows, [&](const auto& row) { return std::ranges::all_of(row, is_bit); })) return true;
    for (std::size_t a = 0; a < rows.size(); ++a)
        for (std::size_t b = 0; b <= a; ++b)
            if (rows[a][b] != rows[b][a] || (a == b && rows[a][b] != 0)) return false;
    return true;
}

ListKind kind_of_list(std::string_view text, const std::string& name) {
    if (edge_columns(text, name)) return ListKind::edges;
    Looks looks;
    Text lines(text, {});
    while (const std::optional<Line> line = lines.next_full_line()) {
        const std::string_view rest = line->rest();
        if (is_comment(rest)) continue;
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
        if (is_comment(rest)) continue;
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
