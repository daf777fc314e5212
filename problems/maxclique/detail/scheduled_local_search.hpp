#pragma once
// Local search beside an exact search: slices of it by the schedule, some before the search and the others as its
// primal heuristic.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/ext/schedule.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace scrump::maxclique::detail {

/// `Search::improve(steps, best)` looks for a clique with a greater `Search::value(clique)` than `best`; it gets
/// `Search::effort` times the steps of the schedule. `Search::close_gap(best)`, if there is one, comes with each slice
/// beside the search.
template <class Search>
class ScheduledLocalSearch {
  public:
    ScheduledLocalSearch(const graph::Graph& graph, Search search)
        : vertices_(graph.size()), search_(std::move(search)), schedule_(graph) {}

    /// Runs the slices before an exact search with these options, and returns hints for the search. `known` is a clique
    /// to improve on, `node_of` makes a node of one. The hints refer to both this and `node_of`.
    template <HasObjective G, class NodeOf>
    SearchHints<G> guide(Clique known, const SearchOptions& options, const NodeOf& node_of) {
        const bool replicable = options.skeleton.is_ordered();
        std::uint64_t slices =
            std::max(Schedule::first_slices, replicable ? Schedule::replicable_slices(vertices_) / Search::effort : 0);
        while (slices_ < slices && !options.should_stop()) {
            const std::size_t steps = Search::effort * schedule_.steps(slices_);
            auto better = slice(search_.value(known));
            if (!better) continue;
            known = std::move(*better);
            // Walks that were as short as what they found may only have begun.
            if (known.size() >= large && 2 * known.size() > steps)
                slices = std::max(slices, slices_ + Schedule::first_slices);
        }
        constexpr int replicable_attempts = 2;
        for (int attempt = 0; replicable && attempt < replicable_attempts && !options.should_stop(); ++attempt)
            if (auto better = close_gap(search_.value(known))) known = std::move(*better);
        SearchHints<G> hints;
        hints.start = node_of(known);
        hints.primal_heuristic = {.run = [this, &node_of](ObjectiveOf<G> to_beat) -> std::optional<typename G::Node> {
                                      const auto better = improve(to_beat);
                                      if (!better) return std::nullopt;
                                      return node_of(*better);
                                  },
                                  .period = period};
        return hints;
    }

  private:
    static constexpr std::uint64_t period = 1024;
    static constexpr std::size_t large = 64;  // vertices of a clique

    using Value = decltype(std::declval<const Search&>().value(Clique{}));

    /// To be called every `period` backtracks.
    template <class Objective>
    std::optional<Clique> improve(Objective to_beat) {
        passed_ += period;
        if (passed_ < Schedule::due_at(slices_)) return std::nullopt;
        const auto best = static_cast<Value>(std::max<Objective>(to_beat, 0));
        std::optional<Clique> found = slice(best);
        if (std::optional<Clique> more = close_gap(found ? search_.value(*found) : best)) found = std::move(more);
        return found;
    }

    std::optional<Clique> slice(Value best) {
        return search_.improve(Search::effort * schedule_.steps(slices_++), best);
    }

    std::optional<Clique> close_gap(Value best) {
        if constexpr (requires { search_.close_gap(best); })
            return search_.close_gap(best);
        else
            return std::nullopt;
    }

    std::size_t vertices_;
    Search search_;
    Schedule schedule_;
    std::uint64_t slices_ = 0;
    std::uint64_t passed_ = 0;
};

}  // namespace scrump::maxclique::detail
