#pragma once
// What all nodes of a colouring search share: the graph as rows of bits, and how their words are laid out.

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::colouring {

/// The largest graph that can be searched: a search may hold as many nodes at once as there are vertices, and each of
/// them holds a bit for each vertex and colour.
inline constexpr std::size_t max_vertices = 4096;

/// A graph whose vertices are renumbered: first those of a clique, then the others by falling degree.
class Space {
  public:
    /// Only colourings with fewer than `known` colours are sought, which may be fewer than the clique has vertices;
    /// none has fewer than `fewest`. Throws Error when there are more than `max_vertices`.
    Space(const graph::Graph& graph, std::span<const std::size_t> clique, std::size_t known, std::size_t fewest = 0);

    std::size_t size() const { return order_.size(); }
    /// Vertices 0 … clique()−1 are all adjacent to one another.
    std::size_t clique() const { return clique_; }
    /// More colours than this are not used.
    std::int32_t most_colours() const { return most_colours_; }
    std::int32_t fewest_colours() const { return fewest_colours_; }

    /// Words of a set of vertices; at least 1.
    std::size_t words() const { return words_; }
    /// Binary digits of the number of a vertex's neighbours' colours.
    std::size_t digits() const { return digits_; }

    /// The neighbours of `vertex`.
    const std::uint64_t* row(std::size_t vertex) const { return rows_.data() + vertex * words_; }
    /// The vertex of the graph that `vertex` stands for.
    std::size_t original(std::size_t vertex) const { return order_[vertex]; }

  private:
    std::size_t clique_;
    std::int32_t most_colours_;
    std::int32_t fewest_colours_;
    std::size_t words_;
    std::size_t digits_;
    std::vector<std::size_t> order_;
    std::vector<std::uint64_t> rows_;
};

}  // namespace scrump::colouring
