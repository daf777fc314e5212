#pragma once
// What every pair of a graph's vertices has in common, in numbers that no mapping can make smaller: the strong filters
// of the subgraph search.
//
// If v and u have k common neighbours, their images have at least k: those of the neighbours. The same holds for the
// number of paths of three edges between them, and, of induced subgraphs, for the numbers of vertices adjacent to one
// of the two or to neither. The supplemental graphs of McCreesh and Prosser, "A parallel, backjumping subgraph
// isomorphism algorithm using supplemental graphs" (CP 2015), have as edges the pairs whose count is at least 1, 2, 3.

#include <scrump/problems/graph/graph.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::sip {

/// What is counted of an ordered pair (v, u). The first three hold of all subgraphs, all of induced ones.
enum Count : std::size_t {
    adjacent,      ///< 1 if v and u are
    common,        ///< vertices adjacent to both: paths of two edges
    paths,         ///< paths of three edges
    not_adjacent,  ///< 1 if they are not
    only_first,    ///< other vertices adjacent to v alone
    only_second,   ///< to u alone
    neither,       ///< to none of the two
};
inline constexpr std::size_t counts_of_subgraphs = 3;
inline constexpr std::size_t counts_of_induced = 7;

/// The counts of one pair; a count that is larger than 65535 is given as that.
using PairCounts = std::array<std::uint16_t, counts_of_induced>;

/// Calls `visit(u)` for every neighbour u of `v`, ascending.
template <class Visit>
void for_each_neighbour(const graph::Graph& graph, std::size_t v, const Visit& visit) {
    const auto row = graph.row(v);
    for (std::size_t w = 0; w < row.size(); ++w)
        for (std::uint64_t left = row[w]; left != 0; left &= left - 1)
            visit(w * graph::Graph::word_bits + static_cast<std::size_t>(std::countr_zero(left)));
}

/// How much to count: what takes too long for a large graph is left out.
enum class Effort { adjacency, common_neighbours, paths };

/// The most that can be counted of a graph in about a second.
Effort affordable(const graph::Graph& graph);

/// Counts for one vertex v after another, and all u at once.
class PairCounter {
  public:
    /// What is not counted is given as `uncounted`: of a pattern 0, of a target the largest number, so that it forbids
    /// nothing. The graph must outlive it.
    PairCounter(const graph::Graph& graph, bool induced, Effort effort, std::uint16_t uncounted);

    void count(std::size_t v);

    /// Element u: this count of (v, u), v being what was counted last; 0 for u = v.
    std::span<const std::uint16_t> operator[](std::size_t count) const { return counts_[count]; }

    /// Whether this is counted rather than left out.
    bool counts(std::size_t count) const {
        if (count == adjacent) return true;
        if (count == not_adjacent) return induced_;
        if (count == paths) return effort_ >= Effort::paths;
        return effort_ >= Effort::common_neighbours && (induced_ || count == common);
    }

    std::size_t degree(std::size_t v) const { return degrees_[v]; }

  private:
    void count_common(std::size_t v);
    void count_paths(std::size_t v);
    void count_others(std::size_t v);

    const graph::Graph& graph_;
    bool induced_;
    Effort effort_;
    std::uint16_t uncounted_;
    bool by_lists_;  ///< common neighbours by walking along edges rather than by intersecting rows
    std::vector<std::uint32_t> degrees_;
    std::vector<std::vector<std::uint32_t>> neighbours_;  ///< empty where nothing is counted that takes time
    std::vector<std::uint32_t> walks2_, walks3_;
    std::array<std::vector<std::uint16_t>, counts_of_induced> counts_;
};

}  // namespace scrump::sip
