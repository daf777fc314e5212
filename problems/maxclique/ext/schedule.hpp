#pragma once
// The ratio of local search to exact search.
//
// Counted in steps and nodes, not in seconds: the same graph gets the same local search on every machine, and the
// ordered skeleton stays replicable. A slice takes some 0.15 ms for any graph; one comes with each 1,024 nodes, which
// take 0.5 to 1.5 ms, until local search is unlikely to find more.

#include <scrump/problems/graph/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::maxclique {

/// When to call `LocalSearch::improve`, and for how many steps.
class Schedule {
  public:
    /// Slices to run before the exact search starts, one for each walk.
    static constexpr std::uint64_t first_slices = 4;

    explicit Schedule(const graph::Graph& graph) {
        // A step's cost in units of about 5 ns: the non-neighbours of a vertex, the words of its row, and a fixed part.
        const auto vertices = static_cast<double>(graph.size());
        const double cost = vertices * (1 - graph.density()) + vertices / 64 + 40;
        // Tiny graphs are searched in less than a slice would take.
        const std::size_t enough = graph.size() * graph.size() / 8;
        steps_ = std::max<std::size_t>(std::min(static_cast<std::size_t>(32'768 / cost), enough), 1);
    }

    /// Number of steps of one slice; the first slices are half as long, so that easy graphs hardly pay for them.
    std::size_t steps(std::uint64_t slices_done) const {
        return slices_done < first_slices ? std::max<std::size_t>(steps_ / 2, 1) : steps_;
    }

    /// Number of slices before a search that gets none later, because it must be replicable: enough for a clique that
    /// is hard to find. They take some 20 ms for 125 vertices, a quarter of a second for 400, and half a second at
    /// most.
    static constexpr std::uint64_t replicable_slices(std::size_t vertices) {
        constexpr std::uint64_t most = 4'000;
        return first_slices + std::min(static_cast<std::uint64_t>(vertices) * vertices / 100, most);
    }

    /// The next slice is due when this many nodes have been searched.
    static constexpr std::uint64_t due_at(std::uint64_t slices_done) {
        if (slices_done < first_slices) return 0;
        const std::uint64_t later = slices_done - first_slices + 1;
        return std::min(later, often) * interval + (later > often ? later - often : 0) * 4 * interval;
    }

  private:
    static constexpr std::uint64_t interval = 1'024;
    static constexpr std::uint64_t often = 4'096;  // slices at this interval; then one in four

    std::size_t steps_;
};

}  // namespace scrump::maxclique
