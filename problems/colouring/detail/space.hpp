#pragma once
// The common data of all nodes of a colouring search: the graph as rows of bits, and the layout of their words.

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/colouring/detail/fractional.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::colouring {

/// A graph whose vertices are renumbered: first those of a clique, then the others by decreasing degree.
class Space {
  public:
    /// Only colourings with fewer than `known` colours are searched for, which may be fewer than the clique has
    /// vertices; none has fewer than `fewest`. The weights prune. Throws Error for more than `max_vertices` vertices.
    Space(const graph::Graph& graph, std::span<const std::size_t> clique, std::size_t known, std::size_t fewest = 0,
          const Weighting& weighting = {});

    std::size_t size() const { return order_.size(); }
    /// Number of vertices of the clique: vertices 0 … clique()−1 are all adjacent to one another.
    std::size_t clique() const { return clique_; }
    /// Largest number of colours to be used.
    std::int32_t most_colours() const { return most_colours_; }
    std::int32_t fewest_colours() const { return fewest_colours_; }

    /// Number of words of a set of vertices; at least 1.
    std::size_t words() const { return words_; }
    /// Number of binary digits of a saturation.
    std::size_t digits() const { return digits_; }

    /// The neighbours of `vertex`.
    const std::uint64_t* row(std::size_t vertex) const { return rows_.data() + vertex * words_; }
    /// Weights of vertices, and the largest weight of those of a colour.
    bool has_weights() const { return !weights_.empty(); }
    Weight weight(std::size_t vertex) const { return weights_[vertex]; }
    Weight total_weight() const { return total_weight_; }
    Weight capacity() const { return capacity_; }
    /// The vertex of the graph for which `vertex` stands.
    std::size_t original(std::size_t vertex) const { return order_[vertex]; }

  private:
    std::size_t clique_;
    std::int32_t most_colours_;
    std::int32_t fewest_colours_;
    std::size_t words_;
    std::size_t digits_;
    std::vector<std::size_t> order_;
    std::vector<std::uint64_t> rows_;
    std::vector<Weight> weights_;
    Weight total_weight_;
    Weight capacity_;
};

}  // namespace scrump::colouring
