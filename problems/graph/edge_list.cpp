#include <scrump/problems/graph/detail/edge_list.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/line_writer.hpp>
#include <scrump/problems/graph/detail/listed_edges.hpp>
#include <scrump/problems/graph/detail/plain_text.hpp>
#include <scrump/problems/graph/detail/quoted.hpp>
#include <scrump/problems/graph/detail/sized_edge_list.hpp>
#include <scrump/problems/graph/detail/table_heading.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

using Vertex = SparseGraph::Vertex;
using Edge = SparseGraph::Edge;

bool has_only_digits(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

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
std::optional<Numbered> take_numbers(std::string_view text, const std::string& name, const ListLayout& layout) {
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
    EdgeListParser(std::string_view text, const Reading& how, const ListLayout& layout)
        : text_(text), how_(how), layout_(layout) {}

    GraphFile parse() const {
        if (auto numbers = take_numbers(text_, how_.name, layout_)) return from_numbers(std::move(*numbers));
        return from_words();
    }

  private:
    // --- What a question may need and is not read

    void expect_read(std::string_view skipped, std::size_t line) const {
        if (how_.edges == EdgeReading::undirected) return;
        const bool refused = how_.unread == Unread::refused;
        if (line > 0)
            leave_unread(how_, how_.name + ":" + std::to_string(line),
                         in_quotes(skipped) + " after the ends of an edge may be a label, and is not read" +
                             (refused ? "; --format csv reads labels, --format edge-list skips them" : ""));
        if (!layout_.columns || layout_.columns->others.empty()) return;
        const std::string place =
            layout_.columns->line > 0 ? how_.name + ":" + std::to_string(layout_.columns->line) : how_.name;
        const std::string columns = join(layout_.columns->others, in_quotes);
        leave_unread(how_, place, "not read: " + columns + (refused ? "; --format edge-list skips such columns" : ""));
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
                const bool here = has_only_digits(ends->a) && (ends->b.empty() || has_only_digits(ends->b));
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
    ListLayout layout_;
};

/// The name of a vertex as a word of a list.
std::string listed(const std::string& name) {
    if (name.find_first_of("\n\r") != std::string::npos || name.empty() || is_edge_data(name))
        throw Error("a vertex is called " + in_quotes(name) + ", which cannot stand in a list of edges");
    const bool plain = std::ranges::none_of(name, separates_words) && !is_list_comment(name) && name.front() != '"';
    return plain ? name : in_double_quotes(name);
}

}  // namespace

GraphFile parse_edge_list(std::string_view text, const Reading& how) {
    expect_lines(text, how.name);
    const ListLayout layout{.columns = edge_columns(text, how.name)};
    if (!how.guessed && !layout.columns && how.warn && begins_with_sizes(text) != Sizes::no)
        how.warn(how.name +
                 ": the first line is read as an edge; if it is the numbers of vertices and edges, which fit, say "
                 "--format sized-edge-list");
    return EdgeListParser(text, how, layout).parse();
}

GraphFile parse_adjacency_list(std::string_view text, const Reading& how) {
    expect_lines(text, how.name);
    return EdgeListParser(text, how, {.neighbours = true}).parse();
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
