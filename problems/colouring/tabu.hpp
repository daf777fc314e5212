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

namespace scrump::colouring {

/// A search for a proper colouring with one colour less than another one, in pieces.
class TabuSearch {
  public:
    /// Begins with `known`, a proper colouring of `graph` that uses at least two colours. Takes 12 bytes for each
    /// vertex and colour.
    TabuSearch(const graph::Graph& graph, const Colouring& known, std::uint64_t seed);
    TabuSearch(TabuSearch&&) noexcept;
    TabuSearch& operator=(TabuSearch&&) noexcept;
    ~TabuSearch();

    /// Makes moves that look at some `effort` vertices and colours in all; whether the colouring is proper now.
    bool run(std::uint64_t effort);
    /// Makes the next move, and returns how many vertices and colours it looked at.
    std::uint64_t step();

    /// Whether there is nothing left to do.
    bool proper() const;
    /// The colouring as it is.
    const Colouring& colouring() const;

  private:
    class Walk;
    std::unique_ptr<Walk> walk_;
};

/// Looks for a proper colouring of `graph` with one colour less than `known`, a proper one that uses at least two, by
/// moves that look at some `effort` vertices and colours in all, as long as `go_on()`. The same seed and effort give
/// the same answer.
std::optional<Colouring> save_a_colour(const graph::Graph& graph, const Colouring& known, std::uint64_t effort,
                                       std::uint64_t seed, const std::function<bool()>& go_on);

}  // namespace scrump::colouring
