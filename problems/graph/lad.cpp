#include <scrump/problems/graph/lad.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/line_writer.hpp>

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

bool has_vertex_labels(LadKind kind) {
    return kind == LadKind::vertex_labelled || kind == LadKind::labelled;
}

bool has_directions(LadKind kind) {
    return kind == LadKind::directed || kind == LadKind::labelled;
}

std::size_t count_numbers(Line line) {
    std::size_t count = 0;
    while (line.number()) ++count;
    return count;
}

class LadParser {
  public:
    LadParser(std::string_view text, LadKind kind, const Reading& how)
        : text_(text, how.name),
          name_(how.name),
          kind_(kind),
          undirected_(how.edges == EdgeReading::undirected ||
                      (how.edges != EdgeReading::directed && !has_directions(kind))),
          keeps_edge_labels_(how.edges != EdgeReading::undirected),
          limit_(how.limit) {}

    // Vertices are made when their lines are there: a number alone claims no memory.
    GraphFile parse() {
        read_size();
        while (vertices_.size() < size_) read_vertex();
        if (const auto line = text_.next_full_line())
            text_.fail("expected the end of the file after " + number_of_vertices(size_) + ", " + line->found());
        return graph();
    }

  private:
    struct Neighbour {
        std::uint32_t vertex = 0;
        std::uint64_t label = 0;
    };

    struct Vertex {
        std::uint64_t label = 0;
        std::size_t line = 0;
        std::vector<Neighbour> neighbours;
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
        if (has_vertex_labels(kind_)) vertex.label = take_number(*line, "the label of vertex " + std::to_string(v));
        const std::uint64_t degree = take_number(*line, "the degree of vertex " + std::to_string(v));
        if (degree > size_)
            text_.fail("vertex " + std::to_string(v) + " has degree " + std::to_string(degree) + " in a graph of " +
                       number_of_vertices(size_));
        if (kind_ == LadKind::labelled && !edge_labels_ && degree > 0)
            edge_labels_ = count_numbers(*line) == 2 * degree;
        for (std::uint64_t i = 0; i < degree; ++i) vertex.neighbours.push_back(take_neighbour(*line));
        text_.expect_end(*line);
        std::ranges::sort(vertex.neighbours, {}, &Neighbour::vertex);
        const auto twice = std::ranges::adjacent_find(vertex.neighbours, {}, &Neighbour::vertex);
        if (twice != vertex.neighbours.end())
            text_.fail("vertex " + std::to_string(v) + " lists " + std::to_string(twice->vertex) +
                       " a second time; expected each neighbour once");
    }

    std::uint64_t take_number(Line& line, const std::string& what) {
        const auto number = line.number();
        if (!number) text_.fail("expected " + what + ", " + line.found());
        return *number;
    }

    Neighbour take_neighbour(Line& line) {
        const std::string what = "a neighbour from 0 to " + std::to_string(size_ - 1);
        const std::uint64_t number = take_number(line, what);
        if (number >= size_) text_.fail("expected " + what + ", found " + in_quotes(std::to_string(number)));
        Neighbour neighbour{static_cast<std::uint32_t>(number)};
        if (edge_labels_.value_or(false))
            neighbour.label = take_number(line, "the label of the edge to " + std::to_string(number));
        return neighbour;
    }

    GraphFile graph() const {
        const bool labelled = edge_labels_.value_or(false) && keeps_edge_labels_;
        if (undirected_) expect_both_ends();
        GraphFile file = undirected_ && !labelled ? file_of(size_, edges()) : file_of(size_, arcs(labelled));
        if (has_vertex_labels(kind_))
            for (const Vertex& vertex : vertices_) file.labels.push_back(vertex.label);
        file.names = VertexNames(0);
        return file;
    }

    std::vector<SparseGraph::Edge> edges() const {
        std::vector<SparseGraph::Edge> edges;
        for (std::uint32_t v = 0; v < size_; ++v)
            for (const Neighbour& u : vertices_[v].neighbours)
                if (u.vertex >= v) edges.push_back({v, u.vertex});
        return edges;
    }

    Arcs arcs(bool labelled) const {
        std::vector<Arc> arcs;
        for (std::uint32_t v = 0; v < size_; ++v)
            for (const auto& [u, label] : vertices_[v].neighbours) arcs.push_back({v, u, label});
        return Arcs(std::move(arcs), labelled);
    }

    void expect_both_ends() const {
        for (std::uint32_t v = 0; v < size_; ++v)
            for (const Neighbour& u : vertices_[v].neighbours)
                if (u.vertex != v) expect_both_ends(v, u.vertex);
    }

    void expect_both_ends(std::uint32_t v, std::uint32_t u) const {
        if (std::ranges::binary_search(vertices_[u].neighbours, v, {}, &Neighbour::vertex)) return;
        throw Error(name_ + ":" + std::to_string(vertices_[v].line) + ": vertex " + std::to_string(v) + " lists " +
                    std::to_string(u) + " as its neighbour, but " + std::to_string(u) + " does not list " +
                    std::to_string(v) + "; expected an undirected graph, whose edges are listed by both ends");
    }

    Text text_;
    std::string name_;
    LadKind kind_;
    bool undirected_;
    bool keeps_edge_labels_;
    std::size_t limit_;
    std::optional<bool> edge_labels_{};  // of labelled LAD, once a vertex has a neighbour
    std::size_t size_ = 0;
    std::vector<Vertex> vertices_;
};

/// Whether the words of a vertex's line make sense, the degree coming after `before` other numbers, and each neighbour
/// being one of `each` numbers.
bool is_vertex(Line line, unsigned before, unsigned each) {
    for (; before > 0; --before)
        if (!line.number()) return false;
    const auto degree = line.number();
    if (!degree) return false;
    std::size_t numbers = 0;
    while (line.number()) ++numbers;
    return line.empty() && numbers % each == 0 && numbers / each == *degree;
}

bool makes_graph(std::string_view text, LadKind kind, EdgeReading edges) {
    try {
        static_cast<void>(LadParser(text, kind, {.name = {}, .edges = edges}).parse());
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

bool is_lad_vertex(Line line) {
    return is_vertex(line, 0, 1) || is_vertex(line, 1, 1) || is_vertex(line, 1, 2);
}

LadKind detect_lad(std::string_view text) {
    Text lines(text, {});
    static_cast<void>(lines.next_full_line());  // the number of vertices
    bool plain = true;
    bool vertex_labels = true;
    bool edge_labels = true;
    while (const auto line = lines.next_full_line()) {
        plain = plain && is_vertex(*line, 0, 1);
        vertex_labels = vertex_labels && is_vertex(*line, 1, 1);
        edge_labels = edge_labels && is_vertex(*line, 1, 2);
    }
    const bool labelled = vertex_labels || edge_labels;
    if (!plain) return labelled ? LadKind::labelled : LadKind::plain;
    // Where several are possible line by line, the one that makes a graph is meant.
    if (makes_graph(text, LadKind::plain, EdgeReading::undirected)) return LadKind::plain;
    if (labelled && makes_graph(text, LadKind::labelled, EdgeReading::undirected)) return LadKind::labelled;
    return makes_graph(text, LadKind::directed, EdgeReading::arcs) ? LadKind::directed : LadKind::plain;
}

GraphFile parse_lad(std::string_view text, LadKind kind, const Reading& how) {
    return LadParser(text, kind, how).parse();
}

std::size_t line_of_first_vertex(std::string_view text) {
    Text lines(text, {});
    static_cast<void>(lines.next_full_line());  // the number of vertices
    return lines.next_full_line() ? lines.line_number() : 0;
}

void write_lad(std::ostream& out, const GraphFile& file, LadKind kind) {
    if (has_vertex_labels(kind) && !file.label_words.empty())
        throw Error("a label is " + in_quotes(file.label_words.front()) + "; labels of LAD are numbers");
    const SparseGraph& graph = file.graph;
    out << graph.size() << '\n';
    LineWriter lines(out);
    auto loop = file.loops.begin();
    auto arc = file.arcs.all().begin();
    for (std::size_t v = 0; v < graph.size(); ++v) {
        const bool has_loop = loop != file.loops.end() && *loop == v;
        if (has_loop) ++loop;
        if (has_vertex_labels(kind)) lines << (file.labels.empty() ? 0 : file.labels[v]) << " ";
        if (has_directions(kind) && !file.arcs.empty()) {
            const auto end = std::find_if(arc, file.arcs.all().end(), [&](const Arc& each) { return each.from != v; });
            lines << static_cast<std::uint64_t>(end - arc);
            for (; arc != end; ++arc) {
                lines << " " << arc->to;
                if (kind == LadKind::labelled && file.arcs.labelled()) lines << " " << arc->label;
            }
        } else {
            lines << graph.degree(v) + (has_loop ? 1 : 0);
            if (has_loop) lines << " " << v;
            for (const std::size_t u : graph.neighbours(v)) lines << " " << u;
        }
        lines << "\n";
    }
    lines.flush();
}

}  // namespace scrump::graph
