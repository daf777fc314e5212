#pragma once
// Good colourings by tabu search: TabuCol, by Hertz and de Werra ("Using tabu search techniques for graph coloring",
// Computing 39, 1987), with the tabu tenure of Galinier and Hao ("Hybrid evolutionary algorithms for graph coloring",
// Journal of Combinatorial Optimization 3, 1999).

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::colouring {

/// An incremental search for a proper colouring with fewer colours than another one.
class TabuSearch {
  public:
    /// Starts from `known`, a proper colouring of `graph` with more than `colours` colours, which is at least 1. Takes
    /// 12 bytes for each vertex and colour.
    TabuSearch(const graph::Graph& graph, const Colouring& known, std::size_t colours, std::uint64_t seed);
    TabuSearch(TabuSearch&&) noexcept;
    TabuSearch& operator=(TabuSearch&&) noexcept;
    ~TabuSearch();

    /// Makes moves that examine about `effort` vertices and colours in all; returns whether the colouring is now
    /// proper.
    bool run(std::uint64_t effort);
    /// Makes the next move, and returns the number of vertices and colours that it examined.
    std::uint64_t step();

    /// Whether the colouring is proper.
    bool proper() const;
    /// The current colouring.
    const Colouring& colouring() const;
    /// Number of steps at which each vertex had a neighbour of its colour.
    const std::vector<std::uint64_t>& conflicts() const;

  private:
    class Walk;
    std::unique_ptr<Walk> walk_;
};

/// Looks for a proper colouring of `graph` with one colour fewer than `known`, a proper one that uses at least two, by
/// moves that examine about `effort` vertices and colours in all, while `go_on()` returns true. The same seed and
/// effort give the same answer.
std::optional<Colouring> save_a_colour(const graph::Graph& graph, const Colouring& known, std::uint64_t effort,
                                       std::uint64_t seed, const std::function<bool()>& go_on);

}  // namespace scrump::colouring
