#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>

namespace scrump::graph {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// `text` between quotes for a message: its first few characters, those that do not print as '?'.
std::string quote(std::string_view text) {
    constexpr std::size_t longest = 32;
    std::string shown = "'";
    for (const char c : text.substr(0, longest)) shown += c >= ' ' && c <= '~' ? c : '?';
    return shown + (text.size() > longest ? "…'" : "'");
}

/// One line of the file, taken apart from left to right.
class Line {
  public:
    explicit Line(std::string_view text) : text_(text) { skip_blanks(); }

    bool empty() const { return text_.empty(); }
    char front() const { return text_.front(); }
    std::string_view rest() const { return text_; }

    /// The next run of non-blank characters; empty at the end of the line.
    std::string_view word() {
        const std::string_view word = peek();
        text_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }

    /// The next word if it is a number that fits; otherwise takes nothing.
    std::optional<std::uint64_t> number() {
        std::uint64_t value = 0;
        const char* const last = text_.data() + text_.size();
        const auto [end, error] = std::from_chars(text_.data(), last, value);
        if (error != std::errc{} || (end != last && !is_blank(*end))) return std::nullopt;
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        skip_blanks();
        return value;
    }

    /// What stands where something else was expected, for a message.
    std::string found() const { return empty() ? "found the end of the line" : "found " + quote(peek()); }

  private:
    std::string_view peek() const {
        return text_.substr(0, static_cast<std::size_t>(std::ranges::find_if(text_, is_blank) - text_.begin()));
    }
    void skip_blanks() {
        while (!text_.empty() && is_blank(text_.front())) text_.remove_prefix(1);
    }

    std::string_view text_;
};

class Parser {
  public:
    Parser(const std::string& name, std::size_t limit) : name_(name), limit_(limit) {}

    void take(std::string_view text) {
        ++line_number_;
        Line line(text);
        if (line.empty() || line.front() == 'c') return;
        const std::string_view whole = line.rest();
        const std::string_view kind = line.word();
        if (kind == "e")
            take_edge(line);
        else if (kind == "p")
            take_problem(line);
        else if (kind != "n" && kind != "d" && kind != "v" && kind != "x")
            fail(describe_stranger(whole));
    }

    Graph finish() {
        if (!seen_problem_) fail("the file ends without a line 'p edge <vertices> <edges>'");
        return std::move(graph_);
    }

  private:
    void take_problem(Line line) {
        if (seen_problem_) fail("a second 'p' line; expected one, before the edges");
        const std::string_view format = line.word();
        constexpr std::array<std::string_view, 4> formats = {"edge", "col", "edges", "clq"};
        if (std::ranges::find(formats, format) == formats.end())
            fail("expected 'p edge <vertices> <edges>', found " + quote("p " + std::string(format)));
        const auto vertices = line.number();
        if (!vertices) fail("expected the number of vertices, " + line.found());
        if (*vertices > limit_)
            fail(std::to_string(*vertices) + " vertices; expected at most " + std::to_string(limit_) +
                 ", as a graph is kept as a matrix");
        if (!line.number()) fail("expected the number of edges, " + line.found());
        expect_end(line);
        graph_ = Graph(*vertices);
        seen_problem_ = true;
    }

    void take_edge(Line line) {
        if (!seen_problem_) fail("an edge before the line 'p edge <vertices> <edges>'");
        const std::size_t a = take_vertex(line);
        const std::size_t b = take_vertex(line);
        expect_end(line);
        if (a != b) graph_.add_edge(a, b);
    }

    std::size_t take_vertex(Line& line) {
        const Line before = line;
        const auto number = line.number();
        if (!number || *number < 1 || *number > graph_.size()) {
            if (graph_.size() == 0) fail("an edge in a graph without vertices");
            fail("expected a vertex from 1 to " + std::to_string(graph_.size()) + ", " + before.found());
        }
        return *number - 1;
    }

    void expect_end(const Line& line) const {
        if (!line.empty()) fail("expected the end of the line, " + line.found());
    }

    static std::string describe_stranger(std::string_view line) {
        const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && !is_blank(c); };
        if (std::ranges::any_of(line, is_control))
            return "this looks like a binary file; expected DIMACS text ('c', 'p edge' and 'e' lines)";
        return "expected a line that begins with 'c', 'p' or 'e', found " + quote(line);
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(name_ + ":" + std::to_string(std::max<std::size_t>(line_number_, 1)) + ": " + what);
    }

    const std::string& name_;
    std::size_t limit_;
    std::size_t line_number_ = 0;
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
    Parser parser(name, limit);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        parser.take(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parser.finish();
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
