#pragma once
// A good clique early: local search by add and swap moves with vertex penalties, after Pullan and Hoos, "Dynamic local
// search for the maximum clique problem" (DLS-MC, JAIR 25, 2006).
//
// It stands beside the exact search, which it gives an incumbent; it proves nothing. How fast the penalties should
// fade differs from graph to graph, so four walks with different penalty delays take turns.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/graph.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::maxclique {

/// One resumable walk through the cliques of a graph, the same for the same seed on every machine.
class CliqueWalk {
  public:
    using Vertex = std::uint32_t;

    /// `penalty_delay`: the penalties of all vertices fall by one every `penalty_delay` restarts; with 1 they stay
    /// zero. `graph` must outlive the walk.
    CliqueWalk(const graph::Graph& graph, std::uint64_t seed, std::size_t penalty_delay);

    /// Makes `steps` more moves, each of which brings one vertex into the clique. Returns the largest clique met that
    /// has more than `best_so_far` vertices, if there was one, in no particular order. A move takes time proportional
    /// to the number of vertices that the moved ones are not adjacent to, and to vertices / 64.
    std::optional<std::vector<std::size_t>> improve(std::size_t steps, std::size_t best_so_far);

  private:
    /// Vertices that can join the clique when 0 or 1 of its members leave.
    enum List : std::uint8_t { addable = 0, swappable = 1 };

    bool move();
    void restart();
    std::optional<Vertex> choose(List list);
    void join(Vertex vertex);
    void leave(Vertex vertex);
    void block(Vertex vertex, Vertex member);
    void unblock(Vertex vertex, Vertex member);
    void list_in(List list, Vertex vertex);
    void list_out(List list, Vertex vertex);
    void raise_penalties();

    const graph::Graph* graph_;
    SplitMix64 random_;
    std::size_t penalty_delay_;
    std::size_t raises_ = 0;

    std::vector<Vertex> clique_;
    std::vector<Vertex> place_in_clique_;
    std::vector<std::uint8_t> in_clique_;
    std::vector<std::uint32_t> blockers_;     ///< How many members of the clique each vertex is not adjacent to …
    std::vector<std::uint64_t> blocker_sum_;  ///< … and the sum of their numbers: the one blocker, when it is one.
    std::array<std::vector<Vertex>, 2> lists_;
    std::vector<Vertex> place_in_list_;

    std::vector<std::uint32_t> penalties_;
    std::vector<std::uint32_t> joined_in_phase_;  ///< A vertex joins once a phase: what was dropped stays out.
    std::uint32_t phase_ = 1;
    std::vector<std::uint32_t> anchored_;  ///< Members of the clique when swapping began; all gone ends the phase.
    std::uint32_t anchor_stamp_ = 0;
    std::size_t anchors_left_ = 0;
    bool swapping_ = false;
    Vertex last_joined_ = 0;
    std::vector<Vertex> ties_;
};

/// Four walks with penalty delays 1, 2, 15 and 45 that take turns, one call each.
class LocalSearch {
  public:
    static constexpr std::array<std::size_t, 4> penalty_delays{1, 2, 15, 45};

    /// `graph` must outlive the search.
    LocalSearch(const graph::Graph& graph, std::uint64_t seed);

    /// `CliqueWalk::improve` of the walk whose turn it is.
    std::optional<std::vector<std::size_t>> improve(std::size_t steps, std::size_t best_so_far);

  private:
    std::vector<CliqueWalk> walks_;
    std::size_t turn_ = 0;
};

}  // namespace scrump::maxclique
