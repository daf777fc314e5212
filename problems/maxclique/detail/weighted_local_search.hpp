#pragma once
// A heavy clique early: tabu search that adds, swaps or drops a vertex, whichever is best, after Wu, Hao and Glover,
// "Multi-neighborhood tabu search for the maximum weight clique problem" (MN/TS, Annals of Operations Research 196,
// 2012). It runs beside the exact search, which it gives an incumbent; it proves nothing.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/neighbourhood.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// One resumable walk through the cliques of a graph, the same for the same seed on every machine.
class WeightedLocalSearch {
  public:
    /// See ScheduledLocalSearch. The nodes of the exact search take longer, too.
    static constexpr std::size_t effort = 16;

    /// `graph` and `weights` must outlive the search.
    WeightedLocalSearch(const graph::Graph& graph, std::span<const Weight> weights, std::uint64_t seed);

    /// The value that improve() increases.
    Weight value(std::span<const std::size_t> clique) const { return weight_of(clique, weights_); }

    /// Makes `steps` more moves. Returns the heaviest clique found that is heavier than `best_so_far`, if any, in no
    /// particular order. CliqueNeighbourhood states the time of a move.
    std::optional<std::vector<std::size_t>> improve(std::size_t steps, Weight best_so_far);

  private:
    using Vertex = CliqueNeighbourhood::Vertex;

    struct Move {
        Weight gain;
        std::optional<Vertex> in;
        std::optional<Vertex> out;
    };

    std::optional<Move> best_move(Weight best_so_far);
    void make(const Move& move);
    void restart();

    const graph::Graph* graph_;
    std::span<const Weight> weights_;
    SplitMix64 random_;
    CliqueNeighbourhood around_;
    Weight weight_ = 0;        ///< weight of the clique
    Weight best_of_walk_ = 0;  ///< best weight since the last restart
    std::uint64_t moves_ = 0;
    std::uint64_t idle_ = 0;           ///< number of moves since `best_of_walk_`
    std::vector<std::uint64_t> tabu_;  ///< move until which each vertex may not join
};

}  // namespace scrump::maxclique
