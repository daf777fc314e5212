#include <scrump/problems/graph/graph.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/base/memory.hpp>

#include <bit>
#include <string>

namespace scrump::graph {
namespace {

std::vector<std::uint64_t> make_matrix(std::size_t vertices, std::size_t words) {
    const std::size_t size = vertices * words;
    return allocate(
        size * sizeof(std::uint64_t), [&] { return "the matrix of " + std::to_string(vertices) + " vertices"; },
        [&] { return std::vector<std::uint64_t>(size); });
}

}  // namespace

Graph::Graph(std::size_t vertices)
    : size_(vertices), words_((vertices + word_bits - 1) / word_bits), bits_(make_matrix(vertices, words_)) {}

std::size_t Graph::degree(std::size_t vertex) const {
    std::size_t count = 0;
    for (const std::uint64_t word : row(vertex)) count += static_cast<std::size_t>(std::popcount(word));
    return count;
}

std::size_t Graph::edges() const {
    std::size_t ends = 0;
    for (std::size_t vertex = 0; vertex < size_; ++vertex) ends += degree(vertex);
    return ends / 2;
}

double Graph::density() const {
    if (size_ < 2) return 0;
    return 2.0 * static_cast<double>(edges()) / (static_cast<double>(size_) * static_cast<double>(size_ - 1));
}

Graph complement(const Graph& graph) {
    Graph other(graph.size_);
    const std::size_t in_last_word = graph.size_ % Graph::word_bits;
    for (std::size_t vertex = 0; vertex < graph.size_; ++vertex) {
        Deadline::look();
        std::uint64_t* const row = other.bits_.data() + vertex * other.words_;
        for (std::size_t w = 0; w < other.words_; ++w) row[w] = ~graph.bits_[vertex * graph.words_ + w];
        if (in_last_word != 0) row[other.words_ - 1] &= (std::uint64_t{1} << in_last_word) - 1;
        row[vertex / Graph::word_bits] &= ~(std::uint64_t{1} << (vertex % Graph::word_bits));
    }
    return other;
}

std::optional<std::vector<std::uint64_t>> as_row(const Graph& graph, std::span<const std::size_t> vertices) {
    constexpr std::size_t bits = Graph::word_bits;
    std::vector<std::uint64_t> row((graph.size() + bits - 1) / bits);
    for (const std::size_t vertex : vertices) {
        if (vertex >= graph.size()) return std::nullopt;
        std::uint64_t& word = row[vertex / bits];
        const std::uint64_t bit = std::uint64_t{1} << (vertex % bits);
        if ((word & bit) != 0) return std::nullopt;
        word |= bit;
    }
    return row;
}

}  // namespace scrump::graph
