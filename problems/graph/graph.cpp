#include <scrump/problems/graph/graph.hpp>

#include <bit>

namespace scrump::graph {

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

}  // namespace scrump::graph
