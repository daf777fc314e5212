#include <scrump/problems/graph/detail/gfd.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/plain_text.hpp>
#include <scrump/problems/graph/label_words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

class GfdParser {
  public:
    GfdParser(std::string_view text, GfdKind kind, const Reading& how)
        : text_(text, how.name), kind_(kind), how_(how) {}

    GraphFile parse() {
        auto name = next_line("a line '#name'");
        if (name.front() != '#') text_.fail("expected a line '#name', " + name.found());
        take_vertices();
        take_edges();
        if (const auto line = text_.next_full_line())
            text_.fail(line->front() == '#' ? "a second graph; expected one in a file"
                                            : "expected the end of the file after its edges, " + line->found());
        if (kind_ == GfdKind::directed && how_.edges == EdgeReading::undirected) expect_both_ways();
        return graph();
    }

  private:
    Line next_line(const std::string& what) {
        const auto line = text_.next_full_line();
        if (!line) text_.fail("the file ends; expected " + what);
        return *line;
    }

    std::uint64_t take_count(const std::string& what) {
        Line line = next_line(what);
        const auto number = line.number();
        if (!number) text_.fail("expected " + what + ", " + line.found());
        text_.expect_end(line);
        return *number;
    }

    void take_vertices() {
        const std::uint64_t vertices = take_count("the number of vertices");
        if (vertices > how_.limit) text_.fail(too_many_vertices(vertices, how_.limit));
        while (labels_.size() < vertices) {
            Line line = next_line("a label for each of " + std::to_string(vertices) + " vertices");
            labels_.push_back(words_.number(line.word()));
            text_.expect_end(line);
        }
    }

    void take_edges() {
        const std::uint64_t edges = take_count("the number of edges");
        std::optional<bool> labelled;
        for (std::uint64_t i = 0; i < edges; ++i) {
            Line line = next_line(std::to_string(edges) + (edges == 1 ? " edge" : " edges"));
            Arc arc{take_vertex(line), take_vertex(line)};
            if (labelled && *labelled == line.empty()) text_.fail("expected a label for all edges or for none");
            labelled = !line.empty();
            if (*labelled && how_.edges != EdgeReading::undirected) {
                arc.label = words_.number(line.word());
                edge_labels_ = true;
            } else if (*labelled) {
                line.word();
            }
            text_.expect_end(line);
            lines_.push_back(text_.line_number());
            arcs_.push_back(arc);
        }
    }

    SparseGraph::Vertex take_vertex(Line& line) {
        if (labels_.empty()) text_.fail("expected no edges, as there are no vertices, " + line.found());
        const Line before = line;
        const auto number = line.number();
        if (!number || *number >= labels_.size())
            text_.fail("expected a vertex from 0 to " + std::to_string(labels_.size() - 1) + ", " + before.found());
        return static_cast<SparseGraph::Vertex>(*number);
    }

    void expect_both_ways() const {
        const Arcs all(arcs_);
        for (std::size_t i = 0; i < arcs_.size(); ++i)
            if (all.find(arcs_[i].to, arcs_[i].from) == nullptr)
                throw Error(how_.name + ":" + std::to_string(lines_[i]) + ": an edge goes from " +
                            std::to_string(arcs_[i].from) + " to " + std::to_string(arcs_[i].to) +
                            ", but none goes back; expected an undirected graph");
    }

    /// Edges that are listed again with the same label. With another label they are an error.
    std::size_t parallel_edges() const {
        std::vector<Arc> sorted = arcs_;
        std::sort(sorted.begin(), sorted.end());
        const auto rest = std::unique(sorted.begin(), sorted.end());
        return static_cast<std::size_t>(sorted.end() - rest);
    }

    GraphFile graph() {
        leave_parallel_edges(parallel_edges(), kind_ == GfdKind::directed ? Format::gfd : Format::gfu, how_);
        if (kind_ == GfdKind::undirected) {
            const std::size_t listed = arcs_.size();
            for (std::size_t i = 0; i < listed; ++i)
                arcs_.push_back({.from = arcs_[i].to, .to = arcs_[i].from, .label = arcs_[i].label});
        }
        const std::size_t vertices = labels_.size();
        GraphFile file = file_of(vertices, arcs());
        file.labels = std::move(labels_);
        file.label_words = words_.words();
        file.names = VertexNames(0);
        return file;
    }

    Arcs arcs() {
        try {
            return Arcs(std::move(arcs_), edge_labels_);
        } catch (const Error& error) {
            throw Error(how_.name + ": " + error.what());
        }
    }

    Text text_;
    GfdKind kind_;
    const Reading& how_;
    LabelWords words_;
    std::vector<std::uint64_t> labels_;
    std::vector<Arc> arcs_;
    std::vector<std::size_t> lines_;  // of the arcs
    bool edge_labels_ = false;
};

/// What the line has alone, if that is a whole number.
std::optional<std::uint64_t> number_alone(std::optional<Line> line) {
    if (!line) return std::nullopt;
    const auto number = line->number();
    return number && line->empty() ? number : std::nullopt;
}

}  // namespace

GraphFile parse_gfd(std::string_view text, GfdKind kind, const Reading& how) {
    expect_lines(text, how.name);
    return GfdParser(text, kind, how).parse();
}

bool looks_like_gfd(std::string_view text) {
    Text lines(text, {});
    auto name = lines.next_full_line();
    if (!name || name->front() != '#' || name->word().size() == 1 || !name->empty()) return false;
    const auto vertices = number_alone(lines.next_full_line());
    if (!vertices) return false;
    for (std::uint64_t i = 0; i < *vertices; ++i) {
        auto label = lines.next_full_line();
        if (!label || label->word().empty() || !label->empty()) return false;
    }
    const auto edges = number_alone(lines.next_full_line());
    for (std::uint64_t i = 0; edges && i < *edges; ++i) {
        auto edge = lines.next_full_line();
        if (!edge || edge->number().value_or(*vertices) >= *vertices || edge->number().value_or(*vertices) >= *vertices)
            return false;
    }
    return edges.has_value();
}

bool lists_both_ways(std::string_view text) {
    try {
        static_cast<void>(parse_gfd(text, GfdKind::directed, {.name = {}}));
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace scrump::graph
