#include <scrump/problems/graph/detail/dimacs_binary.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::graph {

GraphFile parse_dimacs_binary(std::string_view text, const Reading& how) {
    Text lines(text, how.name);
    auto first = lines.next_line();
    const auto length = first ? first->number() : std::nullopt;
    if (!length) lines.fail("expected the number of bytes of the preamble, " + first.value_or(Line()).found());
    lines.expect_end(*first);
    const std::size_t begin = text.find('\n') + 1;
    if (begin == 0 || *length > text.size() - begin)
        lines.fail("the file ends within its preamble of " + std::to_string(*length) + " bytes");

    // A blank line in place of the first one: the numbers of lines stay right.
    const std::string preamble = '\n' + std::string(text.substr(begin, *length));
    const std::size_t vertices = parse_sparse_dimacs(preamble, how.name, VertexWeights::skip, how.limit).graph.size();
    const std::string_view rows = text.substr(begin + *length);
    std::vector<SparseGraph::Edge> edges;
    std::size_t place = 0;
    for (std::size_t a = 0; a < vertices; ++a) {
        const std::size_t size = a / 8 + 1;
        if (rows.size() - place < size)
            throw Error(how.name + ": the file ends after " + std::to_string(a) + (a == 1 ? " row" : " rows") +
                        " of the matrix; expected " + std::to_string(vertices));
        for (std::size_t byte = 0; byte < size; ++byte) {
            for (auto left = static_cast<std::uint8_t>(rows[place + byte]); left != 0;) {
                const auto bit = static_cast<unsigned>(std::countl_zero(left));
                left = static_cast<std::uint8_t>(left & ~(0x80U >> bit));
                const std::size_t b = 8 * byte + bit;
                if (b <= a) edges.push_back({static_cast<SparseGraph::Vertex>(a), static_cast<SparseGraph::Vertex>(b)});
            }
        }
        place += size;
    }
    if (place != rows.size())
        throw Error(how.name + ": " + std::to_string(rows.size() - place) + " bytes after the last row of the matrix");
    return file_of(vertices, edges);
}

}  // namespace scrump::graph
