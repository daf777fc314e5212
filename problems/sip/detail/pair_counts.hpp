#pragma once
// Counts of common structure for every pair of a graph's vertices, which no mapping can decrease: the strong filters of
// the subgraph search.
//
// If v and u have k common neighbours, their images have at least k: those of the neighbours. The same holds for the
// number of paths of three edges between them, and, for induced subgraphs, for the numbers of vertices adjacent to one
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

/// Counts of an ordered pair (v, u). The first three hold for all subgraphs, all of them for induced ones.
enum Count : std::size_t {
    adjacent,      ///< 1 if v and u are adjacent
    common,        ///< number of vertices adjacent to both: paths of two edges
    paths,         ///< number of paths of three edges
    not_adjacent,  ///< 1 if they are not adjacent
    only_first,    ///< number of other vertices adjacent to v alone
    only_second,   ///< number of other vertices adjacent to u alone
    neither,       ///< number of other vertices adjacent to neither
};
inline constexpr std::size_t counts_of_subgraphs = 3;
inline constexpr std::size_t counts_of_induced = 7;

/// The counts of one pair; a count above 65535 is given as 65535.
using PairCounts = std::array<std::uint16_t, counts_of_induced>;

/// Calls `visit(u)` for every vertex u of a set of bits, ascending.
template <class Visit>
void for_each_of(std::span<const std::uint64_t> set, const Visit& visit) {
    for (std::size_t w = 0; w < set.size(); ++w)
        for (std::uint64_t left = set[w]; left != 0; left &= left - 1)
            visit(w * graph::Graph::word_bits + static_cast<std::size_t>(std::countr_zero(left)));
}

/// Calls `visit(u)` for every neighbour u of `v`, ascending.
template <class Visit>
void for_each_neighbour(const graph::Graph& graph, std::size_t v, const Visit& visit) {
    for_each_of(graph.row(v), visit);
}

/// The degrees of all vertices.
std::vector<std::uint32_t> degrees_of(const graph::Graph& graph);

/// What to count: counts that take too long for a large graph are omitted.
enum class Effort { adjacency, common_neighbours, paths };

/// The largest effort that takes about a second for a graph.
Effort affordable(const graph::Graph& graph);

/// Counts for one vertex v after another, and all u at once.
class PairCounter {
  public:
    /// Omitted counts are given as `uncounted`: 0 for a pattern, the largest number for a target, so that they exclude
    /// nothing. The graph must outlive the counter.
    PairCounter(const graph::Graph& graph, bool induced, Effort effort, std::uint16_t uncounted);

    void count(std::size_t v);

    /// Element u: this count of (v, u), v being the last counted vertex; 0 for u = v.
    std::span<const std::uint16_t> operator[](std::size_t count) const { return counts_[count]; }

    /// Whether a count takes less time than there are vertices.
    bool is_quick() const { return near_; }

    /// The vertices u for which some count of (v, u) may not be 0; omitted counts aside.
    std::span<const std::uint32_t> around() const { return around_; }

    /// Whether this is counted rather than omitted.
    bool counts(std::size_t count) const {
        if (count == adjacent) return true;
        if (count == not_adjacent) return induced_;
        if (count == paths) return effort_ >= Effort::paths;
        return effort_ >= Effort::common_neighbours && (induced_ || count == common);
    }

    std::size_t degree(std::size_t v) const { return degrees_[v]; }

  private:
    void count_all(std::size_t v);
    void count_common(std::size_t v);
    void count_paths(std::size_t v);
    void count_others(std::size_t v);
    void count_near(std::size_t v);
    void forget_around();

    const graph::Graph& graph_;
    bool induced_;
    Effort effort_;
    std::uint16_t uncounted_;
    std::vector<std::uint32_t> degrees_;
    bool by_lists_;  ///< whether common neighbours are counted along edges rather than by intersecting rows
    bool near_;      ///< whether only vertices that walks lead to are looked at
    std::vector<std::vector<std::uint32_t>> neighbours_;  ///< empty if no expensive counts are made
    std::vector<std::uint32_t> walks2_, walks3_;
    std::vector<std::uint32_t> around_;
    std::array<std::vector<std::uint16_t>, counts_of_induced> counts_;
};

}  // namespace scrump::sip
