#pragma once
// A bound for all cliques of a graph from a colouring of it: no clique has two vertices of a colour.
//
// The search colours the rest of the graph at each node, by first fit, as it has no time for more. For the whole graph
// a tabu search may find a far better colouring, which bounds every answer as well.

#include <scrump/problems/colouring/ext/tabu.hpp>
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

    /// Number of colours of the best colouring found so far: no clique has more vertices. Callable by any thread. The
    /// first call colours the graph greedily: O(vertices²).
    std::size_t colours();

    /// Looks for a colouring with fewer colours, by moves that examine about `effort` vertices and colours. Callable by
    /// one thread at a time. Does nothing once an improvement is unlikely, or for graphs of more than `max_vertices`
    /// vertices.
    void improve(std::uint64_t effort);

    /// Limit because tabu search takes 12 bytes for each vertex and colour.
    static constexpr std::size_t max_vertices = 4'096;

  private:
    static constexpr std::size_t unknown = ~std::size_t{0};

    const graph::Graph& graph_;
    const std::uint64_t seed_;
    std::mutex mutex_;  // held while the first colouring is made
    std::atomic<std::size_t> colours_ = unknown;
    colouring::Colouring best_;
    std::optional<colouring::TabuSearch> walk_;  // for one colour fewer than `best_`
    std::uint64_t spent_ = 0;                    // effort spent on that
    bool exhausted_ = false;
};

}  // namespace scrump::maxclique
