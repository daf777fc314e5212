#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/read_text.hpp>
#include <scrump/problems/graph/detail/digits.hpp>
#include <scrump/problems/graph/detail/line_writer.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

/// Where the parser puts a graph that is kept as a matrix.
class DenseTarget {
  public:
    void begin(std::size_t vertices, std::size_t) { graph_ = Graph(vertices); }
    std::size_t size() const { return graph_.size(); }
    void add_edge(std::size_t a, std::size_t b) {
        if (a != b) graph_.add_edge(a, b);
    }

    Graph take() { return std::move(graph_); }

  private:
    Graph graph_;
};

/// Where it puts one that is kept as lists of neighbours, with weights.
class SparseTarget {
  public:
    void begin(std::size_t vertices, std::size_t edges) {
        size_ = vertices;
        edges_.reserve(edges);
    }
    std::size_t size() const { return size_; }
    void add_edge(std::size_t a, std::size_t b) {
        edges_.push_back({static_cast<SparseGraph::Vertex>(a), static_cast<SparseGraph::Vertex>(b)});
    }

    /// False if the vertex has one already.
    bool add_weight(std::size_t vertex, std::uint64_t weight) {
        if (weights_.empty()) weights_.resize(size_, none);
        return std::exchange(weights_[vertex], weight) == none;
    }

    GraphFile take() {
        std::ranges::replace(weights_, none, std::uint64_t{1});
        GraphFile file = file_of(size_, edges_);
        file.weights = std::move(weights_);
        return file;
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    std::size_t size_ = 0;
    std::vector<SparseGraph::Edge> edges_;
    std::vector<std::uint64_t> weights_;
};

template <class Target>
class Parser {
  public:
    Parser(std::string_view text, const std::string& name, VertexWeights weights, std::size_t limit)
        : left_(text), name_(name), weights_(weights), limit_(limit) {}

    Target parse(const Warn& warn) {
        while (!left_.empty()) {
            ++line_number_;
            if (!take_plain_edge()) take(next_line());
        }
        if (!seen_problem_) fail("the file ends without a line 'p edge <vertices> <edges>'");
        const bool cut_off = listed_ < announced_ && 2 * listed_ != announced_;
        if (warn && cut_off)
            warn(at(problem_line_) + "edges announced: " + std::to_string(announced_) +
                 ", listed: " + std::to_string(listed_) + "; the file may be cut off");
        return std::move(target_);
    }

  private:
    // Nearly all lines of a large file are edges written in the same way: they are read at some 100 million a second,
    // and whatever is else, or wrong, is left to the careful way.
    bool take_plain_edge() {
        std::string_view rest = left_;
        if (!take_character(rest, 'e') || !take_character(rest, ' ')) return false;
        const std::uint64_t a = take_digits(rest);
        if (!take_character(rest, ' ')) return false;
        const std::uint64_t b = take_digits(rest);
        take_character(rest, '\r');
        if (!take_character(rest, '\n')) return false;
        if (a - 1 >= target_.size() || b - 1 >= target_.size()) return false;
        target_.add_edge(a - 1, b - 1);
        ++listed_;
        left_ = rest;
        return true;
    }

    Line next_line() {
        const std::size_t end = left_.find('\n');
        const Line line(left_.substr(0, end));
        left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
        return line;
    }

    void take(Line line) {
        if (line.empty() || line.front() == 'c') return;
        const std::string_view whole = line.rest();
        const std::string_view kind = line.word();
        if (kind == "e")
            take_edge(line);
        else if (kind == "p")
            take_problem(line);
        else if (kind == "n" && weights_ == VertexWeights::read)
            take_weight(line);
        else if (kind != "n" && kind != "d" && kind != "v" && kind != "x")
            fail(describe_stranger(whole));
    }

    void take_problem(Line line) {
        if (seen_problem_) fail("a second 'p' line; expected one, before the edges");
        const std::string_view format = line.word();
        constexpr std::array<std::string_view, 4> formats = {"edge", "col", "edges", "clq"};
        if (std::ranges::find(formats, format) == formats.end())
            fail("expected 'p edge <vertices> <edges>', found " + in_quotes("p " + std::string(format)));
        const auto vertices = line.number();
        if (!vertices) fail("expected the number of vertices, " + line.found());
        if (*vertices > limit_) fail(too_many_vertices(*vertices, limit_));
        const auto edges = line.number();
        if (!edges) fail("expected the number of edges, " + line.found());
        expect_end(line);
        constexpr std::size_t shortest_edge = 6;  // "e 1 2\n": the text cannot hold more than fit into it
        target_.begin(*vertices, std::min<std::uint64_t>(*edges, left_.size() / shortest_edge + 1));
        announced_ = *edges;
        problem_line_ = line_number_;
        seen_problem_ = true;
    }

    void take_edge(Line line) {
        if (!seen_problem_) fail("an edge before the line 'p edge <vertices> <edges>'");
        const std::size_t a = take_vertex(line, "an edge");
        const std::size_t b = take_vertex(line, "an edge");
        expect_end(line);
        target_.add_edge(a, b);
        ++listed_;
    }

    void take_weight(Line line) {
        if constexpr (requires { target_.add_weight(0, 0); }) {
            if (!seen_problem_) fail("a weight before the line 'p edge <vertices> <edges>'");
            const std::size_t vertex = take_vertex(line, "a weight");
            const Line before = line;
            const auto weight = line.number();
            if (!weight || *weight > max_weight)
                fail("expected a weight from 0 to " + std::to_string(max_weight) + ", " + before.found());
            expect_end(line);
            if (!target_.add_weight(vertex, *weight))
                fail("a second weight of vertex " + std::to_string(vertex + 1) + "; expected one");
        }
    }

    std::size_t take_vertex(Line& line, const std::string& what) {
        const Line before = line;
        const auto number = line.number();
        if (!number || *number < 1 || *number > target_.size()) {
            if (target_.size() == 0) fail(what + " in a graph without vertices");
            fail("expected a vertex from 1 to " + std::to_string(target_.size()) + ", " + before.found());
        }
        return *number - 1;
    }

    static std::string describe_stranger(std::string_view line) {
        const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && !is_blank(c); };
        if (std::ranges::any_of(line, is_control))
            return "this looks like a binary file; expected DIMACS text ('c', 'p edge' and 'e' lines)";
        return "expected a line that begins with 'c', 'p' or 'e', found " + in_quotes(line);
    }

    void expect_end(const Line& line) const {
        if (!line.empty()) fail("expected the end of the line, " + line.found());
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(at(std::max<std::size_t>(line_number_, 1)) + what);
    }

    std::string at(std::size_t line) const { return name_ + ":" + std::to_string(line) + ": "; }

    std::string_view left_;
    std::string name_;
    VertexWeights weights_;
    std::size_t limit_;
    std::size_t line_number_ = 0;
    bool seen_problem_ = false;
    std::size_t problem_line_ = 0;
    std::uint64_t announced_ = 0;  // edges, by the problem line
    std::uint64_t listed_ = 0;
    Target target_;
};

void write_comment(std::ostream& out, std::string_view comment) {
    while (!comment.empty()) {
        const std::size_t end = comment.find('\n');
        out << "c " << comment.substr(0, end) << '\n';
        comment.remove_prefix(end == std::string_view::npos ? comment.size() : end + 1);
    }
}

}  // namespace

Graph parse_dimacs(std::string_view text, const std::string& name, std::size_t limit, const Warn& warn) {
    return Parser<DenseTarget>(text, name, VertexWeights::skip, limit).parse(warn).take();
}

GraphFile parse_sparse_dimacs(std::string_view text, const std::string& name, VertexWeights weights, std::size_t limit,
                              const Warn& warn) {
    return Parser<SparseTarget>(text, name, weights, limit).parse(warn).take();
}

Graph read_dimacs(std::istream& in, const std::string& name, std::size_t limit) {
    return parse_dimacs(files::read_text(in, name), name, limit);
}

Graph read_dimacs_file(const std::string& path, std::size_t limit) {
    const auto [text, name] = files::read_text(path);
    return parse_dimacs(text, name, limit);
}

GraphFile read_sparse_dimacs_file(const std::string& path, VertexWeights weights, std::size_t limit) {
    const auto [text, name] = files::read_text(path);
    return parse_sparse_dimacs(text, name, weights, limit);
}

void write_dimacs(std::ostream& out, const Graph& graph, std::string_view comment) {
    write_comment(out, comment);
    out << "p edge " << graph.size() << ' ' << graph.edges() << '\n';
    LineWriter lines(out);
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = a + 1; b < graph.size(); ++b)
            if (graph.adjacent(a, b)) lines << "e " << a + 1 << " " << b + 1 << "\n";
    lines.flush();
}

void write_dimacs(std::ostream& out, const SparseGraph& graph, std::string_view comment,
                  std::span<const std::uint64_t> weights) {
    write_comment(out, comment);
    out << "p edge " << graph.size() << ' ' << graph.edges() << '\n';
    LineWriter lines(out);
    for (std::size_t vertex = 0; vertex < weights.size(); ++vertex)
        lines << "n " << vertex + 1 << " " << weights[vertex] << "\n";
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (const std::size_t b : graph.neighbours(a))
            if (a < b) lines << "e " << a + 1 << " " << b + 1 << "\n";
    lines.flush();
}

}  // namespace scrump::graph
