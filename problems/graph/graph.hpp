#pragma once
// A simple undirected graph as a dense bit matrix, for the clique searches and the graph generators.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::graph {

/// Simple undirected graph on the vertices 0 … size()−1. Takes size()² / 8 bytes.
class Graph {
  public:
    static constexpr std::size_t word_bits = 64;

    Graph() = default;
    /// A graph without edges. Throws OutOfMemory.
    explicit Graph(std::size_t vertices);

    std::size_t size() const { return size_; }

    /// Number of edges. O(size² / 64).
    std::size_t edges() const;

    /// Number of neighbours of `vertex`. O(size / 64).
    std::size_t degree(std::size_t vertex) const;

    /// Fraction of all pairs of vertices that are edges; 0 for fewer than two vertices.
    double density() const;

    bool adjacent(std::size_t a, std::size_t b) const {
        return ((bits_[a * words_ + b / word_bits] >> (b % word_bits)) & 1) != 0;
    }

    /// Adds the edge {a, b}; adding it again changes nothing. `a` and `b` must differ.
    void add_edge(std::size_t a, std::size_t b) {
        bits_[a * words_ + b / word_bits] |= std::uint64_t{1} << (b % word_bits);
        bits_[b * words_ + a / word_bits] |= std::uint64_t{1} << (a % word_bits);
    }

    /// The neighbours of `vertex`: bit v % 64 of word v / 64 is set if v is a neighbour.
    std::span<const std::uint64_t> row(std::size_t vertex) const { return {bits_.data() + vertex * words_, words_}; }

    bool operator==(const Graph&) const = default;

    friend Graph complement(const Graph& graph);

  private:
    std::size_t size_ = 0;
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
};

/// The graph on the same vertices in which two are adjacent if they are not adjacent in `graph`. O(size² / 64).
Graph complement(const Graph& graph);

/// A set of vertices in the form of Graph::row(); none if they are not vertices of the graph, all different.
std::optional<std::vector<std::uint64_t>> as_row(const Graph& graph, std::span<const std::size_t> vertices);

}  // namespace scrump::graph
