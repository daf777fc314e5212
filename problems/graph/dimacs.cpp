#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

namespace scrump::graph {
namespace {

class Parser {
  public:
    Parser(std::string_view text, const std::string& name, std::size_t limit) : text_(text, name), limit_(limit) {}

    Graph parse() {
        while (const auto line = text_.next_line()) take(*line);
        if (!seen_problem_) text_.fail("the file ends without a line 'p edge <vertices> <edges>'");
        return std::move(graph_);
    }

  private:
    void take(Line line) {
        if (line.empty() || line.front() == 'c') return;
        const std::string_view whole = line.rest();
        const std::string_view kind = line.word();
        if (kind == "e")
            take_edge(line);
        else if (kind == "p")
            take_problem(line);
        else if (kind != "n" && kind != "d" && kind != "v" && kind != "x")
            text_.fail(describe_stranger(whole));
    }

    void take_problem(Line line) {
        if (seen_problem_) text_.fail("a second 'p' line; expected one, before the edges");
        const std::string_view format = line.word();
        constexpr std::array<std::string_view, 4> formats = {"edge", "col", "edges", "clq"};
        if (std::ranges::find(formats, format) == formats.end())
            text_.fail("expected 'p edge <vertices> <edges>', found " + in_quotes("p " + std::string(format)));
        const auto vertices = line.number();
        if (!vertices) text_.fail("expected the number of vertices, " + line.found());
        if (*vertices > limit_)
            text_.fail(std::to_string(*vertices) + " vertices; expected at most " + std::to_string(limit_) +
                       ", as a graph is kept as a matrix");
        if (!line.number()) text_.fail("expected the number of edges, " + line.found());
        text_.expect_end(line);
        graph_ = Graph(*vertices);
        seen_problem_ = true;
    }

    void take_edge(Line line) {
        if (!seen_problem_) text_.fail("an edge before the line 'p edge <vertices> <edges>'");
        const std::size_t a = take_vertex(line);
        const std::size_t b = take_vertex(line);
        text_.expect_end(line);
        if (a != b) graph_.add_edge(a, b);
    }

    std::size_t take_vertex(Line& line) {
        const auto number = line.number();
        if (!number || *number < 1 || *number > graph_.size()) {
            if (graph_.size() == 0) text_.fail("an edge in a graph without vertices");
            text_.fail("expected a vertex from 1 to " + std::to_string(graph_.size()) + ", " +
                       (number ? "found " + in_quotes(std::to_string(*number)) : line.found()));
        }
        return *number - 1;
    }

    static std::string describe_stranger(std::string_view line) {
        const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && !is_blank(c); };
        if (std::ranges::any_of(line, is_control))
            return "this looks like a binary file; expected DIMACS text ('c', 'p edge' and 'e' lines)";
        return "expected a line that begins with 'c', 'p' or 'e', found " + in_quotes(line);
    }

    Text text_;
    std::size_t limit_;
    bool seen_problem_ = false;
    Graph graph_;
};

/// The rest of `in`, in pieces that double: pipes do not tell their size.
std::string slurp(std::istream& in, const std::string& name) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::string text;
    std::size_t size = 0;
    while (in) {
        text.resize(std::max(piece, 2 * size));
        in.read(text.data() + size, static_cast<std::streamsize>(text.size() - size));
        size += static_cast<std::size_t>(in.gcount());
    }
    if (in.bad()) throw Error(name + ": reading failed after " + std::to_string(size) + " bytes");
    text.resize(size);
    return text;
}

}  // namespace

Graph parse_dimacs(std::string_view text, const std::string& name, std::size_t limit) {
    return Parser(text, name, limit).parse();
}

Graph read_dimacs(std::istream& in, const std::string& name, std::size_t limit) {
    return parse_dimacs(slurp(in, name), name, limit);
}

Graph read_dimacs_file(const std::string& path, std::size_t limit) {
    if (path == "-") return read_dimacs(std::cin, "standard input", limit);
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw Error(path + ": is a directory; expected a graph in DIMACS format");
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) throw Error(path + ": cannot be opened: " + std::generic_category().message(errno));
    return read_dimacs(in, path, limit);
}

void write_dimacs(std::ostream& out, const Graph& graph, std::string_view comment) {
    while (!comment.empty()) {
        const std::size_t end = comment.find('\n');
        out << "c " << comment.substr(0, end) << '\n';
        comment.remove_prefix(end == std::string_view::npos ? comment.size() : end + 1);
    }
    out << "p edge " << graph.size() << ' ' << graph.edges() << '\n';
    std::string lines;
    for (std::size_t a = 0; a < graph.size(); ++a) {
        lines.clear();
        const std::string begin = "e " + std::to_string(a + 1) + ' ';
        for (std::size_t b = a + 1; b < graph.size(); ++b)
            if (graph.adjacent(a, b)) lines.append(begin).append(std::to_string(b + 1)).push_back('\n');
        out << lines;
    }
}

}  // namespace scrump::graph
