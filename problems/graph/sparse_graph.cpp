#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

namespace scrump::graph {
namespace {

void check_fits_a_matrix(std::size_t vertices) {
    if (vertices > max_vertices)
        throw Error("a graph of " + std::to_string(vertices) +
                    " vertices is too large for a matrix; expected at most " + std::to_string(max_vertices));
}

}  // namespace

// A counting sort by each end. Lists are filled from their ends, and edges taken from the last: so the start of a list
// is its only cursor, and edges in ascending order make ascending lists.
SparseGraph::SparseGraph(std::size_t vertices, std::span<const Edge> edges) : starts_(vertices + 1) {
    for (const auto& [a, b] : edges) {
        if (a == b) continue;
        ++starts_[a];
        ++starts_[b];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    neighbours_.resize(starts_.back());
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
        if (edge->a == edge->b) continue;
        neighbours_[--starts_[edge->a]] = edge->b;
        neighbours_[--starts_[edge->b]] = edge->a;
    }
    sort_lists();
}

/// Sorts each list, takes out what is in it twice, and moves the lists together.
void SparseGraph::sort_lists() {
    auto end = neighbours_.begin();
    auto first = neighbours_.begin();
    for (std::size_t vertex = 0; vertex < size(); ++vertex) {
        const auto last = neighbours_.begin() + static_cast<std::ptrdiff_t>(starts_[vertex + 1]);
        if (!std::is_sorted(first, last)) std::sort(first, last);
        const auto unique = std::unique(first, last);
        starts_[vertex] = static_cast<std::uint64_t>(end - neighbours_.begin());
        end = first == end ? unique : std::move(first, unique, end);
        first = last;
    }
    starts_.back() = static_cast<std::uint64_t>(end - neighbours_.begin());
    neighbours_.erase(end, neighbours_.end());
}

double SparseGraph::density() const {
    if (size() < 2) return 0;
    return 2.0 * static_cast<double>(edges()) / (static_cast<double>(size()) * static_cast<double>(size() - 1));
}

bool is_better_as_matrix(std::size_t vertices, std::uint64_t edges) {
    constexpr std::size_t small = 4096;
    constexpr double dense = 0.1;
    if (vertices <= small) return true;
    const double pairs = static_cast<double>(vertices) * static_cast<double>(vertices - 1) / 2;
    return vertices <= max_vertices && static_cast<double>(edges) >= dense * pairs;
}

bool SparseGraph::adjacent(std::size_t a, std::size_t b) const {
    if (degree(a) > degree(b)) std::swap(a, b);
    return std::ranges::binary_search(neighbours(a), static_cast<Vertex>(b));
}

SparseGraph to_sparse(const Graph& graph) {
    std::vector<SparseGraph::Edge> edges;
    edges.reserve(graph.edges());
    for (std::size_t a = 0; a < graph.size(); ++a) {
        const auto row = graph.row(a);
        for (std::size_t w = a / Graph::word_bits; w < row.size(); ++w) {
            for (std::uint64_t left = row[w]; left != 0; left &= left - 1) {
                const std::size_t b = w * Graph::word_bits + static_cast<std::size_t>(std::countr_zero(left));
                if (a < b) edges.push_back({static_cast<SparseGraph::Vertex>(a), static_cast<SparseGraph::Vertex>(b)});
            }
        }
    }
    return SparseGraph(graph.size(), edges);
}

Graph to_dense(const SparseGraph& graph) {
    check_fits_a_matrix(graph.size());
    Graph dense(graph.size());
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (const std::size_t b : graph.neighbours(a))
            if (a < b) dense.add_edge(a, b);
    return dense;
}

Graph induced_graph(const SparseGraph& graph, std::span<const SparseGraph::Vertex> vertices) {
    check_fits_a_matrix(vertices.size());
    constexpr std::uint32_t outside = ~std::uint32_t{0};
    std::vector<std::uint32_t> numbers(graph.size(), outside);
    for (std::size_t i = 0; i < vertices.size(); ++i) numbers[vertices[i]] = static_cast<std::uint32_t>(i);
    Graph induced(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (const std::size_t neighbour : graph.neighbours(vertices[i]))
            if (numbers[neighbour] != outside && i < numbers[neighbour]) induced.add_edge(i, numbers[neighbour]);
    return induced;
}

}  // namespace scrump::graph
