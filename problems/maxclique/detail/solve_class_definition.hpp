#pragma once
// The definition of solve_class(), for the files that compile it.

#include <scrump/base/clock.hpp>
#include <scrump/problems/maxclique/detail/colouring_bound.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/scheduled_local_search.hpp>
#include <scrump/problems/maxclique/detail/solve_class.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace scrump::maxclique::detail {

/// Graphs with at most this many vertices are searched in less time than it takes to wake another worker.
inline constexpr std::size_t quick = 40;

/// Makes `hints` provide the bound, and, if anybody needs it before the search is over, improve it beside the search,
/// in at most a tenth of one worker's time. `known`: another bound. It must outlive them.
template <HasObjective G>
void bound_by(ColouringBound& colouring, std::size_t known, const SearchOptions& options, SearchHints<G>& hints) {
    hints.bound = [&colouring, known] { return static_cast<ObjectiveOf<G>>(std::min(colouring.colours(), known)); };
    const bool asked_for = options.progress || options.gap || options.time_limit || options.node_limit;
    if (!asked_for || !hints.primal_heuristic.run) return;
    hints.primal_heuristic.run = [&colouring, began = Clock::now(), spent = Clock::duration{},
                                  local = std::move(hints.primal_heuristic.run)](ObjectiveOf<G> to_beat) mutable {
        constexpr int share = 10;
        constexpr std::uint64_t effort = 300'000;  // half a millisecond
        if (const Clock::time_point now = Clock::now(); spent * share <= now - began) {
            colouring.improve(effort);
            spent += Clock::now() - now;
        }
        return local(to_beat);
    };
}

template <std::size_t W>
Solution solve_class(const graph::Graph& graph, std::optional<std::int32_t> target, const Settings& settings) {
    using G = Generator<W>;
    SearchOptions options = settings.search;
    options.start_clock();
    if (options.workers == 0 && graph.size() <= quick) options.workers = 1;
    const SearchOrder order = search_order(graph);
    const Space<W> space = make_space<W>(graph, order);
    SearchHints<G> hints;
    if (!settings.known.empty()) hints.start = node_of(space, settings.known);
    std::optional<ScheduledLocalSearch<LocalSearch>> local;
    const auto to_node = [&](const Clique& clique) { return node_of(space, clique); };
    // Of several processes, the first one looks for good cliques, and tells the others.
    const bool leads = options.session == nullptr || options.session->first();
    if (settings.local_search && leads && graph.size() > 0) {
        local.emplace(graph, LocalSearch(graph, options.seed, order.bound()));
        hints = local->guide<G>(settings.known, options, to_node);
    }

    ColouringBound colouring(graph, options.seed);
    if (!target && leads && graph.size() > 0) bound_by(colouring, order.bound(), options, hints);

    Solution solution;
    const auto take = [&](auto result) {
        std::optional<Clique> clique;
        if (result.node) clique = vertices_of(space, *result.node);
        solution = answer(result, std::move(clique));
    };
    if (!target) {
        take(maximise<G>(space, root(space), options, std::move(hints)));
    } else {
        take(decide<G>(space, root(space), *target, options, std::move(hints)));
    }
    return solution;
}

}  // namespace scrump::maxclique::detail
