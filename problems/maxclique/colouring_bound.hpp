#pragma once
// A bound for all cliques of a graph from a colouring of it: no clique has two vertices of a colour.
//
// The search colours what is left of the graph at each node, by first fit, as it has no time for more. Of the whole
// graph a tabu search may find a far better colouring, which bounds every answer as well.

#include <scrump/problems/colouring/tabu.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

namespace scrump::maxclique {

class ColouringBound {
  public:
    /// `graph` must outlive it.
    ColouringBound(const graph::Graph& graph, std::uint64_t seed) : graph_(graph), seed_(seed) {}

    /// Colours of the best colouring found so far: no clique has more vertices. By any thread. The first call colours
    /// the graph greedily: O(vertices²).
    std::size_t colours();

    /// Looks for a colouring with fewer colours, by moves that look at some `effort` vertices and colours. By one
    /// thread at a time. Does nothing once it is unlikely to find a better one, or for graphs of more than
    /// `max_vertices`.
    void improve(std::uint64_t effort);

    /// Tabu search takes 12 bytes for each vertex and colour.
    static constexpr std::size_t max_vertices = 4'096;

  private:
    static constexpr std::size_t unknown = ~std::size_t{0};

    const graph::Graph& graph_;
    const std::uint64_t seed_;
    std::mutex mutex_;  // held while the first colouring is made
    std::atomic<std::size_t> colours_ = unknown;
    colouring::Colouring best_;
    std::optional<colouring::TabuSearch> walk_;  // for one colour less than `best_`
    std::uint64_t spent_ = 0;                    // by that
    bool exhausted_ = false;
};

}  // namespace scrump::maxclique
