#include <scrump/problems/graph/detail/sized_edge_list.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/listed_edges.hpp>
#include <scrump/problems/graph/detail/plain_text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

using Vertex = SparseGraph::Vertex;
using Edge = SparseGraph::Edge;

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
        while (line && is_list_comment(line->rest())) line = lines.next_full_line();
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

/// Whether numbers that fit the list below them may be an edge as well. `loops`: some edge below them is a loop.
Sizes how_surely(const FirstNumbers& sizes, bool loops) {
    const bool loop = sizes.count != 2 || sizes.vertices == *sizes.edges;  // as an edge
    return (loop && !loops) || sizes.count == 1 || *sizes.edges > sizes.vertices + 1 ? Sizes::surely : Sizes::maybe;
}

/// Reads a list below its sizes.
class SizedListParser {
  public:
    SizedListParser(std::string_view text, const Reading& how) : text_(text, how.name), how_(how) {}

    GraphFile parse() {
        const auto sizes = take_sizes(text_);
        if (!sizes) text_.fail("expected '<vertices> <edges>' in the first line");
        if (sizes->vertices > how_.limit) text_.fail(too_many_vertices(sizes->vertices, how_.limit));
        take_edges(sizes->vertices);
        if (how_.guessed && how_.warn && may_be_edge(*sizes))
            how_.warn(how_.name + ":" + std::to_string(sizes->line) + ": '" + std::to_string(sizes->vertices) + " " +
                      std::to_string(*sizes->edges) +
                      "' is read as the numbers of vertices and edges, which fit; if it is an edge, say "
                      "--format edge-list");
        if (sizes->edges && *sizes->edges != edges_.size() && how_.warn)
            how_.warn(how_.name + ":" + std::to_string(sizes->line) + ": edges announced: " +
                      std::to_string(*sizes->edges) + ", listed: " + std::to_string(edges_.size()));
        return graph(sizes->vertices);
    }

  private:
    bool may_be_edge(const FirstNumbers& sizes) const {
        if (sizes.count != 2 || edges_.size() != *sizes.edges) return false;
        const bool loops = std::ranges::any_of(edges_, [](const Edge& edge) { return edge.a == edge.b; });
        return how_surely(sizes, loops) == Sizes::maybe;
    }

    void take_edges(std::uint64_t vertices) {
        ListedEdges lines(text_, ListLayout{});
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

    Text text_;
    const Reading& how_;
    std::vector<Edge> edges_;
    bool from_zero_ = false;
    std::size_t last_line_ = 0;  // that has the number of vertices as a vertex
};

}  // namespace

GraphFile parse_sized_edge_list(std::string_view text, const Reading& how) {
    expect_lines(text, how.name);
    return SizedListParser(text, how).parse();
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
        if (is_list_comment(rest)) continue;
        const auto a = whole_number_in(take_listed(rest));
        const auto b = whole_number_in(take_listed(rest));
        if (!a || !b || std::max(*a, *b) > vertices || ++edges > *sizes->edges) return Sizes::no;
        loops = loops || *a == *b;
        zero = zero || std::min(*a, *b) == 0;
        last = last || std::max(*a, *b) == vertices;
    }
    if (edges != *sizes->edges || (zero && last)) return Sizes::no;
    return how_surely(*sizes, loops);
}

}  // namespace scrump::graph
