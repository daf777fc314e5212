#include <scrump/problems/graph/detail/matrix_market.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/graph/detail/line_writer.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

class MatrixMarketParser {
  public:
    MatrixMarketParser(std::string_view text, const Reading& how)
        : bytes_(text.size()), text_(text, how.name), how_(how) {}

    GraphFile parse() {
        take_banner();
        take_sizes();
        while (edges_.size() < announced_) take_entry();
        if (const auto line = next_full_line())
            text_.fail("expected the end of the file after " + std::to_string(announced_) +
                       (announced_ == 1 ? " entry, " : " entries, ") + line->found());
        if (how_.edges == EdgeReading::directed && symmetric_) return file_of(vertices_, edges_);
        if (how_.edges == EdgeReading::arcs && !symmetric_) warn_of_directions();
        return file_of(vertices_, edges_, how_);
    }

  private:
    void warn_of_directions() const {
        std::vector<Arc> arcs;
        for (const auto& [row, column] : edges_) arcs.push_back({row, column});
        if (how_.warn && Arcs(std::move(arcs)).directed())
            how_.warn(how_.name +
                      ": the matrix is not symmetric, and its edges are read as going both ways; --directed reads them "
                      "from the row to the column");
    }

    void take_banner() {
        auto line = text_.next_line();
        const std::string_view whole = line ? line->rest() : std::string_view();
        Line words(whole);
        if (!begins_as_matrix_market(words.word()) || files::in_small_letters(words.word()) != "matrix")
            text_.fail("expected '%%MatrixMarket matrix coordinate …', found " + in_quotes(whole));
        const std::string layout = files::in_small_letters(words.word());
        if (layout != "coordinate") text_.fail("expected a sparse matrix, 'coordinate', found " + in_quotes(layout));
        words.word();  // of what kind the values are
        const std::string symmetry = files::in_small_letters(words.word());
        symmetric_ = !symmetry.empty() && symmetry != "general";
    }

    void take_sizes() {
        auto line = next_full_line();
        if (!line) text_.fail("the file ends without a line '<rows> <columns> <entries>'");
        vertices_ = take_number(*line, "the number of rows");
        const std::uint64_t columns = take_number(*line, "the number of columns");
        if (columns != vertices_)
            text_.fail("a matrix of " + std::to_string(vertices_) + " rows and " + std::to_string(columns) +
                       " columns; expected as many, one for each vertex");
        if (vertices_ > how_.limit) text_.fail(too_many_vertices(vertices_, how_.limit));
        announced_ = take_number(*line, "the number of entries");
        text_.expect_end(*line);
        constexpr std::size_t shortest_entry = 4;
        edges_.reserve(std::min<std::uint64_t>(announced_, bytes_ / shortest_entry));
    }

    // What follows its place is its value.
    void take_entry() {
        auto line = next_full_line();
        if (!line)
            text_.fail("the file ends after " + std::to_string(edges_.size()) +
                       (edges_.size() == 1 ? " entry; expected " : " entries; expected ") + std::to_string(announced_));
        const auto row = take_vertex(*line);
        edges_.push_back({row, take_vertex(*line)});
    }

    SparseGraph::Vertex take_vertex(Line& line) {
        const Line before = line;
        const auto number = line.number();
        if (!number || *number < 1 || *number > vertices_)
            text_.fail("expected a vertex from 1 to " + std::to_string(vertices_) + ", " + before.found());
        return static_cast<SparseGraph::Vertex>(*number - 1);
    }

    std::uint64_t take_number(Line& line, const std::string& what) {
        const auto number = line.number();
        if (!number) text_.fail("expected " + what + ", " + line.found());
        return *number;
    }

    std::optional<Line> next_full_line() {
        auto line = text_.next_full_line();
        while (line && line->front() == '%') line = text_.next_full_line();
        return line;
    }

    std::size_t bytes_;
    Text text_;
    const Reading& how_;
    bool symmetric_ = false;  // of each two entries one is listed
    std::uint64_t vertices_ = 0;
    std::uint64_t announced_ = 0;  // entries
    std::vector<SparseGraph::Edge> edges_;
};

}  // namespace

bool begins_as_matrix_market(std::string_view text) {
    return files::begins_with_letters(text, "%%matrixmarket") || files::begins_with_letters(text, "%matrixmarket");
}

GraphFile parse_matrix_market(std::string_view text, const Reading& how) {
    return MatrixMarketParser(text, how).parse();
}

// Of a symmetric matrix, what is below the diagonal and on it is listed.
void write_matrix_market(std::ostream& out, const GraphFile& file) {
    const SparseGraph& graph = file.graph;
    out << "%%MatrixMarket matrix coordinate pattern symmetric\n"
        << graph.size() << ' ' << graph.size() << ' ' << graph.edges() + file.loops.size() << '\n';
    LineWriter lines(out);
    auto loop = file.loops.begin();
    for (std::size_t a = 0; a < graph.size(); ++a) {
        if (loop != file.loops.end() && *loop == a) {
            lines << a + 1 << " " << a + 1 << "\n";
            ++loop;
        }
        for (const std::size_t b : graph.neighbours(a))
            if (a < b) lines << b + 1 << " " << a + 1 << "\n";
    }
    lines.flush();
}

}  // namespace scrump::graph
