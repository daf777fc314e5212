#include <scrump/problems/graph/lad.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/line_writer.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

std::string number_of_vertices(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " vertex" : " vertices");
}

class LadParser {
  public:
    LadParser(std::string_view text, LadLabels labels, const Reading& how)
        : text_(text, how.name), name_(how.name), labelled_(labels == LadLabels::vertices), limit_(how.limit) {}

    // Vertices are made when their lines are there: a number alone claims no memory.
    GraphFile parse() {
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
        if (*size > limit_) text_.fail(too_many_vertices(*size, limit_));
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

    GraphFile graph() const {
        std::vector<SparseGraph::Edge> edges;
        std::vector<std::uint64_t> labels;
        for (std::uint32_t v = 0; v < size_; ++v) {
            if (labelled_) labels.push_back(vertices_[v].label);
            for (const std::uint32_t u : vertices_[v].neighbours) {
                if (u != v) expect_both_ends(v, u);
                if (u >= v) edges.push_back({v, u});
            }
        }
        GraphFile file = file_of(size_, edges);
        file.labels = std::move(labels);
        file.names = VertexNames(0);
        return file;
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

bool makes_graph(std::string_view text, LadLabels labels) {
    try {
        static_cast<void>(LadParser(text, labels, {.name = {}}).parse());
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

LadLabels detect_labels(std::string_view text) {
    Text lines(text, {});
    static_cast<void>(lines.next_full_line());  // the number of vertices
    bool plain = true;
    bool labelled = true;
    while (const auto line = lines.next_full_line()) {
        plain = plain && is_vertex(*line, 0);
        labelled = labelled && is_vertex(*line, 1);
    }
    // Where both is possible line by line, the one that makes a graph is meant.
    if (labelled && plain) plain = makes_graph(text, LadLabels::none) || !makes_graph(text, LadLabels::vertices);
    return labelled && !plain ? LadLabels::vertices : LadLabels::none;
}

GraphFile parse_lad(std::string_view text, LadLabels labels, const Reading& how) {
    return LadParser(text, labels, how).parse();
}

std::size_t line_of_first_vertex(std::string_view text) {
    Text lines(text, {});
    static_cast<void>(lines.next_full_line());  // the number of vertices
    return lines.next_full_line() ? lines.line_number() : 0;
}

void write_lad(std::ostream& out, const GraphFile& file, LadLabels labels) {
    const SparseGraph& graph = file.graph;
    out << graph.size() << '\n';
    LineWriter lines(out);
    auto loop = file.loops.begin();
    for (std::size_t v = 0; v < graph.size(); ++v) {
        const bool has_loop = loop != file.loops.end() && *loop == v;
        if (has_loop) ++loop;
        if (labels == LadLabels::vertices) lines << (file.labels.empty() ? 0 : file.labels[v]) << " ";
        lines << graph.degree(v) + (has_loop ? 1 : 0);
        if (has_loop) lines << " " << v;
        for (const std::size_t u : graph.neighbours(v)) lines << " " << u;
        lines << "\n";
    }
    lines.flush();
}

}  // namespace scrump::graph
