#pragma once
// A good clique early: local search by add and swap moves with vertex penalties, after Pullan and Hoos, "Dynamic local
// search for the maximum clique problem" (DLS-MC, JAIR 25, 2006).
//
// It runs beside the exact search, which it gives an incumbent; it proves nothing. The best rate at which the penalties
// fade differs from graph to graph, so four walks with different penalty delays take turns.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/edge_weighting.hpp>
#include <scrump/problems/maxclique/detail/neighbourhood.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// One resumable walk through the cliques of a graph, the same for the same seed on every machine.
class CliqueWalk {
  public:
    using Vertex = CliqueNeighbourhood::Vertex;

    /// `penalty_delay`: the penalties of all vertices fall by one every `penalty_delay` restarts; with 1 they stay
    /// zero. `graph` must outlive the walk.
    CliqueWalk(const graph::Graph& graph, std::uint64_t seed, std::size_t penalty_delay);

    /// Makes `steps` more moves, each of which brings one vertex into the clique. Returns the largest clique found that
    /// has more than `best_so_far` vertices, if any, in no particular order. A move takes time proportional to the
    /// number of vertices that the moved ones are not adjacent to, and to vertices / 64.
    std::optional<std::vector<std::size_t>> improve(std::size_t steps, std::size_t best_so_far);

  private:
    bool move();
    void restart();
    std::optional<Vertex> choose(const std::vector<Vertex>& among);
    void join(Vertex vertex);
    void leave(Vertex vertex);
    void raise_penalties();

    const graph::Graph* graph_;
    SplitMix64 random_;
    std::size_t penalty_delay_;
    std::size_t raises_ = 0;

    CliqueNeighbourhood around_;
    std::vector<std::uint32_t> penalties_;
    std::vector<std::uint32_t> joined_in_phase_;  ///< a vertex joins once per phase: a dropped vertex stays out
    std::uint32_t phase_ = 1;
    std::vector<std::uint32_t>
        anchored_;  ///< members of the clique when swapping began; when all are gone, the phase ends
    std::uint32_t anchor_stamp_ = 0;
    std::size_t anchors_left_ = 0;
    bool swapping_ = false;
    Vertex last_joined_ = 0;
    std::vector<Vertex> ties_;
};

/// Four walks with penalty delays 1, 2, 15 and 45 that take turns, one call each; and, where the largest clique found
/// is nearly as large as any can be, a search for one vertex more.
class LocalSearch {
  public:
    static constexpr std::array<std::size_t, 4> penalty_delays{1, 2, 15, 45};

    static constexpr std::size_t effort = 1;  ///< see ScheduledLocalSearch

    static constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

    /// `bound`: no clique has more vertices. `graph` must outlive the search.
    LocalSearch(const graph::Graph& graph, std::uint64_t seed, std::size_t bound = unbounded);

    /// The value that improve() increases.
    static std::size_t value(std::span<const std::size_t> clique) { return clique.size(); }

    /// Calls `CliqueWalk::improve` of the walk whose turn it is.
    std::optional<std::vector<std::size_t>> improve(std::size_t steps, std::size_t best_so_far);

    /// The same by the search for one vertex more, where few are missing to the bound: an exact search proves nothing
    /// there before the largest clique is found, and then ends. Takes about as long as 1,500 of its nodes, later as
    /// 200; a fifth of a second at most.
    std::optional<std::vector<std::size_t>> close_gap(std::size_t best_so_far);

  private:
    const graph::Graph* graph_;
    std::uint64_t seed_;
    std::size_t bound_;
    std::vector<CliqueWalk> walks_;
    std::size_t turn_ = 0;
    std::optional<EdgeWeighting> for_one_more_;
};

}  // namespace scrump::maxclique
