#include <scrump/problems/graph/detail/metis.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/line_writer.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

class MetisParser {
  public:
    MetisParser(std::string_view text, const Reading& how) : whole_(text), text_(text, how.name), how_(how) {}

    GraphFile parse() {
        take_sizes();
        for (std::size_t vertex = 0; vertex < vertices_; ++vertex) take_vertex(vertex);
        if (const auto line = next_full_line())
            text_.fail("expected the end of the file after " + std::to_string(vertices_) +
                       (vertices_ == 1 ? " vertex, " : " vertices, ") + line->found());
        GraphFile file = file_of(vertices_, entries_);
        expect_both_ends(file.graph);
        if (how_.weights == VertexWeights::read && weights_of_each_ > 0) file.weights = std::move(weights_);
        if (how_.warn && entries_.size() != 2 * announced_)
            how_.warn(how_.name + ": edges announced: " + std::to_string(announced_) +
                      ", listed: " + std::to_string(file.graph.edges()));
        return file;
    }

  private:
    std::optional<Line> next_line() {
        std::optional<Line> line = text_.next_line();
        while (line && !line->empty() && line->front() == '%') line = text_.next_line();
        return line;
    }

    std::optional<Line> next_full_line() {
        std::optional<Line> line = next_line();
        while (line && line->empty()) line = next_line();
        return line;
    }

    void take_sizes() {
        std::optional<Line> line = next_full_line();
        if (!line) text_.fail("the file ends without a line '<vertices> <edges>'");
        vertices_ = take_number(*line, "the number of vertices");
        if (vertices_ > how_.limit) text_.fail(too_many_vertices(vertices_, how_.limit));
        announced_ = take_number(*line, "the number of edges");
        if (!line->empty()) take_kinds_of_weights(*line);
        text_.expect_end(*line);
        constexpr std::size_t shortest_entry = 2;
        entries_.reserve(std::min<std::uint64_t>(2 * announced_, whole_.size() / shortest_entry));
    }

    void take_kinds_of_weights(Line& line) {
        const Line before = line;
        const std::string_view kinds = line.word();
        const bool known = kinds.size() <= 3 && kinds.find_first_not_of("01") == std::string_view::npos;
        if (!known) text_.fail("expected three digits 0 or 1 that say what is weighted, " + before.found());
        const auto digit = [&](std::size_t from_end) {
            return kinds.size() > from_end && kinds[kinds.size() - 1 - from_end] == '1';
        };
        edges_weighted_ = digit(0);
        weights_of_each_ = digit(1) ? 1 : 0;
        vertices_sized_ = digit(2);
        if (line.empty()) return;
        const std::uint64_t weights = take_number(line, "the number of weights of a vertex");
        if (weights > 0 || weights_of_each_ == 0) weights_of_each_ = weights;
    }

    void take_vertex(std::size_t vertex) {
        std::optional<Line> line = next_line();
        if (!line)
            text_.fail("the file ends after " + std::to_string(vertex) +
                       (vertex == 1 ? " vertex; expected " : " vertices; expected ") + std::to_string(vertices_));
        if (vertices_sized_) take_number(*line, "the size of the vertex");
        for (std::uint64_t i = 0; i < weights_of_each_; ++i) take_weight(*line, i == 0);
        while (!line->empty()) {
            const Line before = *line;
            const auto neighbour = line->number();
            if (!neighbour || *neighbour < 1 || *neighbour > vertices_)
                text_.fail("expected a vertex from 1 to " + std::to_string(vertices_) + ", " + before.found());
            if (edges_weighted_) take_number(*line, "the weight of the edge");
            if (*neighbour - 1 != vertex)
                entries_.push_back(
                    {static_cast<SparseGraph::Vertex>(vertex), static_cast<SparseGraph::Vertex>(*neighbour - 1)});
        }
    }

    void take_weight(Line& line, bool is_first) {
        const Line before = line;
        const std::uint64_t weight = take_number(line, "a weight of the vertex");
        if (!is_first || how_.weights == VertexWeights::skip) return;
        if (weight > max_weight)
            text_.fail("expected a weight from 0 to " + std::to_string(max_weight) + ", " + before.found());
        weights_.push_back(weight);
    }

    std::uint64_t take_number(Line& line, const std::string& what) {
        const auto number = line.number();
        if (!number) text_.fail("expected " + what + ", " + line.found());
        return *number;
    }

    // Were each edge listed once by each of its ends, there would be twice as many entries as edges.
    void expect_both_ends(const SparseGraph& graph) {
        if (entries_.size() == 2 * graph.edges()) return;
        std::sort(entries_.begin(), entries_.end());
        if (const auto twice = std::adjacent_find(entries_.begin(), entries_.end()); twice != entries_.end())
            fail_at(twice->a, "vertex " + std::to_string(twice->a + 1) + " lists " + std::to_string(twice->b + 1) +
                                  " a second time; expected each neighbour once");
        for (const auto& [a, b] : entries_) {
            if (std::binary_search(entries_.begin(), entries_.end(), SparseGraph::Edge{b, a})) continue;
            fail_at(a, "vertex " + std::to_string(a + 1) + " lists " + std::to_string(b + 1) +
                           " as its neighbour, but " + std::to_string(b + 1) + " does not list " +
                           std::to_string(a + 1) +
                           "; expected an undirected graph, whose edges are listed by both ends");
        }
    }

    // In the line of that vertex.
    [[noreturn]] void fail_at(std::size_t vertex, const std::string& what) {
        text_ = Text(whole_, how_.name);
        next_full_line();
        for (std::size_t i = 0; i <= vertex; ++i) next_line();
        text_.fail(what);
    }

    std::string_view whole_;
    Text text_;
    const Reading& how_;
    std::uint64_t vertices_ = 0;
    std::uint64_t announced_ = 0;  // edges
    bool edges_weighted_ = false;
    bool vertices_sized_ = false;
    std::uint64_t weights_of_each_ = 0;
    std::vector<SparseGraph::Edge> entries_;
    std::vector<std::uint64_t> weights_;
};

}  // namespace

GraphFile parse_metis(std::string_view text, const Reading& how) {
    return MetisParser(text, how).parse();
}

void write_metis(std::ostream& out, const GraphFile& file) {
    const SparseGraph& graph = file.graph;
    out << graph.size() << ' ' << graph.edges() << (file.weights.empty() ? "" : " 10") << '\n';
    LineWriter lines(out);
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) {
        std::string_view gap;
        if (!file.weights.empty()) {
            lines << file.weights[vertex];
            gap = " ";
        }
        for (const std::size_t neighbour : graph.neighbours(vertex)) {
            lines << gap << neighbour + 1;
            gap = " ";
        }
        lines << "\n";
    }
    lines.flush();
}

}  // namespace scrump::graph
