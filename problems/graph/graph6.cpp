#include <scrump/problems/graph/detail/graph6.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump::graph {
namespace {

constexpr char lowest = 63;
constexpr char highest = 126;
constexpr unsigned bits_of_one = 6;

bool is_sixfold(char c) {
    return c >= lowest && c <= highest;
}

/// Takes the number of vertices off the front; nothing if there is none.
std::optional<std::uint64_t> take_size(std::string_view& line) {
    std::size_t marks = 0;
    while (marks < 2 && marks < line.size() && line[marks] == highest) ++marks;
    const std::size_t count = marks == 0 ? 1 : marks == 1 ? 3 : 6;
    line.remove_prefix(marks);
    if (line.size() < count) return std::nullopt;
    std::uint64_t size = 0;
    for (const char c : line.substr(0, count)) {
        if (!is_sixfold(c)) return std::nullopt;
        size = size << bits_of_one | static_cast<std::uint64_t>(c - lowest);
    }
    line.remove_prefix(count);
    return size;
}

/// The characters that a triangle of bits takes. Sizes are below 2^36, so nothing overflows.
std::uint64_t characters_of(std::uint64_t vertices) {
    const std::uint64_t pairs = vertices < 2        ? 0
                                : vertices % 2 == 0 ? vertices / 2 * (vertices - 1)
                                                    : (vertices - 1) / 2 * vertices;
    return pairs / bits_of_one + (pairs % bits_of_one == 0 ? 0 : 1);
}

/// Bits of a line, from its first character on.
class Bits {
  public:
    explicit Bits(std::string_view line) : line_(line) {}

    /// The next so many as a number; nothing where the line ends before.
    std::optional<std::uint64_t> take(unsigned count) {
        if (count > line_.size() * bits_of_one - place_) return std::nullopt;
        std::uint64_t number = 0;
        for (unsigned i = 0; i < count; ++i, ++place_) {
            const auto six = static_cast<unsigned>(line_[place_ / bits_of_one] - lowest);
            number = number << 1U | (six >> (bits_of_one - 1 - place_ % bits_of_one) & 1U);
        }
        return number;
    }

  private:
    std::string_view line_;
    std::size_t place_ = 0;
};

/// The one line of the text, without what it may begin with.
class OneLine {
  public:
    OneLine(std::string_view text, const Reading& how, std::string_view heading) : text_(text, how.name) {
        auto line = text_.next_full_line();
        if (line && line->rest().starts_with(heading)) {
            line = Line(line->rest().substr(heading.size()));
            if (line->empty()) line = text_.next_full_line();
        }
        if (!line) text_.fail("expected a graph in a line, found the end of the file");
        rest = line->rest();
        while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
    }

    std::uint64_t take_vertices(std::size_t limit) {
        const auto vertices = take_size(rest);
        if (!vertices) text_.fail("expected the number of vertices, as characters from '?' to '~'");
        if (*vertices > limit) text_.fail(too_many_vertices(*vertices, limit));
        const auto* const stranger = std::ranges::find_if_not(rest, is_sixfold);
        if (stranger != rest.end())
            text_.fail("expected characters from '?' to '~', found " + in_quotes(std::string(1, *stranger)));
        return *vertices;
    }

    void expect_no_other() {
        if (text_.next_full_line()) text_.fail("a second graph; expected one in a file");
    }

    [[noreturn]] void fail(const std::string& what) const { text_.fail(what); }

    std::string_view rest;

  private:
    Text text_;
};

}  // namespace

bool looks_like_graph6(std::string_view text) {
    std::string_view line = text.substr(0, text.find('\n'));
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    const auto vertices = take_size(line);
    return vertices && line.size() == characters_of(*vertices) && std::ranges::all_of(line, is_sixfold);
}

GraphFile parse_graph6(std::string_view text, const Reading& how) {
    OneLine line(text, how, ">>graph6<<");
    const std::uint64_t vertices = line.take_vertices(how.limit);
    if (const std::uint64_t expected = characters_of(vertices); line.rest.size() != expected)
        line.fail(std::to_string(line.rest.size()) + " characters for the edges of " + std::to_string(vertices) +
                  " vertices; expected " + std::to_string(expected));
    line.expect_no_other();
    std::vector<SparseGraph::Edge> edges;
    Bits bits(line.rest);
    for (std::uint64_t b = 1; b < vertices; ++b)
        for (std::uint64_t a = 0; a < b; ++a)
            if (*bits.take(1) == 1)
                edges.push_back({static_cast<SparseGraph::Vertex>(a), static_cast<SparseGraph::Vertex>(b)});
    GraphFile file = file_of(vertices, edges);
    file.names = VertexNames(0);
    return file;
}

GraphFile parse_sparse6(std::string_view text, const Reading& how) {
    OneLine line(text, how, ">>sparse6<<");
    if (!line.rest.starts_with(':')) line.fail("expected ':', found " + in_quotes(line.rest));
    line.rest.remove_prefix(1);
    const std::uint64_t vertices = line.take_vertices(how.limit);
    line.expect_no_other();
    // Each step may move on by one, and then moves to a vertex further on or has an edge with one before.
    const auto size = static_cast<unsigned>(std::bit_width(vertices == 0 ? 0 : vertices - 1));
    std::vector<SparseGraph::Edge> edges;
    Bits bits(line.rest);
    std::uint64_t at = 0;
    while (const auto step = bits.take(1 + size)) {
        at += *step >> size;
        const std::uint64_t other = *step & ((std::uint64_t{1} << size) - 1);
        if (other > at) {
            at = other;
        } else if (at < vertices) {
            edges.push_back({static_cast<SparseGraph::Vertex>(other), static_cast<SparseGraph::Vertex>(at)});
        }
    }
    GraphFile file = file_of(vertices, edges);
    const auto different = static_cast<std::size_t>(file.graph.edges()) + file.loops.size();
    leave_parallel_edges(edges.size() - different, Format::sparse6, how);
    file.names = VertexNames(0);
    return file;
}

void write_graph6(std::ostream& out, const GraphFile& file) {
    const std::size_t vertices = file.graph.size();
    if (vertices > max_vertices) throw Error(too_many_vertices(vertices, max_vertices));
    std::string line;
    const auto put = [&](std::uint64_t six) { line += static_cast<char>(lowest + static_cast<char>(six & 63U)); };
    if (vertices < 63) {
        put(vertices);
    } else {
        line += highest;  // four characters do for `max_vertices`
        for (const unsigned shift : {12U, 6U, 0U}) put(vertices >> shift);
    }
    const std::size_t begin = line.size();
    line.append(characters_of(vertices), lowest);
    std::uint64_t row = 0;  // where the bits of a vertex begin
    for (std::size_t b = 0; b < vertices; row += b, ++b) {
        for (const std::size_t a : file.graph.neighbours(b)) {
            if (a >= b) break;
            const std::uint64_t place = row + a;
            line[begin + place / bits_of_one] =
                static_cast<char>(line[begin + place / bits_of_one] + (32 >> place % bits_of_one));
        }
    }
    out << line << '\n';
}

}  // namespace scrump::graph
