#include <scrump/problems/sip/lad.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::sip {
namespace {

std::string number_of_vertices(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " vertex" : " vertices");
}

class LadParser {
  public:
    LadParser(std::string_view text, std::string name, bool labelled, std::size_t limit)
        : text_(text, name), name_(std::move(name)), labelled_(labelled), limit_(limit) {}

    // The matrix is not made before all lines are there: a number alone claims no memory.
    LabelledGraph parse() {
        read_size();
        while (vertices_.size() < size_) read_vertex();
        if (const auto line = text_.next_full_line())
            text_.fail("expected the end of the file after " + number_of_vertices(size_) + ", " + line->found());
        return graph();
    }

  private:
    struct Vertex {
        std::uint64_t label = 0;
        std::size_t line = 0;
        std::vector<std::uint32_t> neighbours;
    };

    void read_size() {
        auto line = text_.next_full_line();
        if (!line) text_.fail("the file is empty; expected the number of vertices");
        const auto size = line->number();
        if (!size) text_.fail("expected the number of vertices, " + line->found());
        if (*size > limit_)
            text_.fail(number_of_vertices(*size) + "; expected at most " + std::to_string(limit_) +
                       (limit_ == graph::max_vertices ? ", as a graph is kept as a matrix" : ""));
        text_.expect_end(*line);
        size_ = *size;
    }

    void read_vertex() {
        const std::size_t v = vertices_.size();
        auto line = text_.next_full_line();
        if (!line) text_.fail("the file ends after " + number_of_vertices(v) + "; expected " + std::to_string(size_));
        Vertex& vertex = vertices_.emplace_back();
        vertex.line = text_.line_number();
        if (labelled_) vertex.label = take_number(*line, "the label of vertex " + std::to_string(v));
        const std::uint64_t degree = take_number(*line, "the degree of vertex " + std::to_string(v));
        if (degree > size_)
            text_.fail("vertex " + std::to_string(v) + " has degree " + std::to_string(degree) + " in a graph of " +
                       number_of_vertices(size_));
        for (std::uint64_t i = 0; i < degree; ++i) vertex.neighbours.push_back(take_neighbour(*line));
        text_.expect_end(*line);
        std::ranges::sort(vertex.neighbours);
        if (const auto twice = std::ranges::adjacent_find(vertex.neighbours); twice != vertex.neighbours.end())
            text_.fail("vertex " + std::to_string(v) + " lists " + std::to_string(*twice) +
                       " a second time; expected each neighbour once");
    }

    std::uint64_t take_number(Line& line, const std::string& what) {
        const auto number = line.number();
        if (!number) text_.fail("expected " + what + ", " + line.found());
        return *number;
    }

    std::uint32_t take_neighbour(Line& line) {
        const std::string what = "a neighbour from 0 to " + std::to_string(size_ - 1);
        const std::uint64_t number = take_number(line, what);
        if (number >= size_) text_.fail("expected " + what + ", found " + in_quotes(std::to_string(number)));
        return static_cast<std::uint32_t>(number);
    }

    LabelledGraph graph() const {
        LabelledGraph graph{graph::Graph(size_)};
        for (std::uint32_t v = 0; v < size_; ++v) {
            if (labelled_) graph.labels.push_back(vertices_[v].label);
            for (const std::uint32_t u : vertices_[v].neighbours) {
                if (u != v) {
                    expect_both_ends(v, u);
                    graph.edges.add_edge(v, u);
                } else {
                    graph.loops.resize(size_);
                    graph.loops[v] = true;
                }
            }
        }
        return graph;
    }

    void expect_both_ends(std::uint32_t v, std::uint32_t u) const {
        if (std::ranges::binary_search(vertices_[u].neighbours, v)) return;
        throw Error(name_ + ":" + std::to_string(vertices_[v].line) + ": vertex " + std::to_string(v) + " lists " +
                    std::to_string(u) + " as its neighbour, but " + std::to_string(u) + " does not list " +
                    std::to_string(v) + "; expected an undirected graph, whose edges are listed by both ends");
    }

    Text text_;
    std::string name_;
    bool labelled_;
    std::size_t limit_;
    std::size_t size_ = 0;
    std::vector<Vertex> vertices_;
};

/// The reader of graphs::Graph has no use for loops.
LabelledGraph parse_dimacs(std::string_view text, const std::string& name, std::size_t limit, const graph::Warn& warn) {
    LabelledGraph graph(graph::parse_dimacs(text, name, limit, warn));
    Text lines(text, name);
    while (auto line = lines.next_line()) {
        if (line->word() != "e") continue;
        const auto a = line->number();
        const auto b = line->number();
        if (a != b) continue;
        graph.loops.resize(graph.size());
        graph.loops[*a - 1] = true;
    }
    return graph;
}

/// Whether the words of a vertex's line make sense, the degree coming after `before` other numbers.
bool is_vertex(Line line, unsigned before) {
    for (; before > 0; --before)
        if (!line.number()) return false;
    auto degree = line.number();
    if (!degree) return false;
    for (; *degree > 0 && line.number(); --*degree) {
    }
    return *degree == 0 && line.empty();
}

bool makes_graph(std::string_view text, bool labelled) {
    try {
        static_cast<void>(LadParser(text, {}, labelled, graph::max_vertices).parse());
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

Format detect_format(std::string_view text) {
    Text lines(text, {});
    auto first = lines.next_full_line();
    if (first && (first->front() < '0' || first->front() > '9')) return Format::dimacs;
    bool plain = true;
    bool labelled = true;
    while (const auto line = lines.next_full_line()) {
        plain = plain && is_vertex(*line, 0);
        labelled = labelled && is_vertex(*line, 1);
    }
    // Where both is possible line by line, the one that makes a graph is meant.
    if (labelled && plain) plain = makes_graph(text, false) || !makes_graph(text, true);
    return labelled && !plain ? Format::labelled_lad : Format::lad;
}

LabelledGraph parse_graph(std::string_view text, const std::string& name, Format format, std::size_t limit,
                          const graph::Warn& warn) {
    if (format == Format::automatic) format = detect_format(text);
    if (format == Format::dimacs) return parse_dimacs(text, name, limit, warn);
    return LadParser(text, name, format == Format::labelled_lad, limit).parse();
}

std::size_t line_of_first_vertex(std::string_view text) {
    Text lines(text, {});
    static_cast<void>(lines.next_full_line());  // the number of vertices
    return lines.next_full_line() ? lines.line_number() : 0;
}

std::string to_lad(const LabelledGraph& graph) {
    std::string text = std::to_string(graph.size()) + "\n";
    for (std::size_t v = 0; v < graph.size(); ++v) {
        std::string neighbours;
        std::size_t degree = 0;
        for (std::size_t u = 0; u < graph.size(); ++u) {
            if (u == v ? !graph.loop(v) : !graph.edges.adjacent(v, u)) continue;
            neighbours += ' ' + std::to_string(u);
            ++degree;
        }
        if (!graph.labels.empty()) text += std::to_string(graph.label(v)) + ' ';
        text += std::to_string(degree) + neighbours + '\n';
    }
    return text;
}

}  // namespace scrump::sip
