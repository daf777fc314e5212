#pragma once
// The definition of search_weighted(), for the files that compile it.

#include <scrump/problems/maxclique/detail/scheduled_local_search.hpp>
#include <scrump/problems/maxclique/detail/weighted_generator.hpp>
#include <scrump/problems/maxclique/detail/weighted_local_search.hpp>
#include <scrump/problems/maxclique/detail/weighted_search.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>

#include <optional>
#include <utility>

namespace scrump::maxclique::detail {

template <std::size_t W>
Answer<CliqueOfWeight> search_weighted(const graph::Graph& graph, std::span<const Weight> weights,
                                       const Settings& settings) {
    using G = WeightedGenerator<W>;
    SearchOptions options = settings.search;
    options.start_clock();
    const WeightedSpace<W> space = make_weighted_space<W>(graph, weights);
    const auto to_node = [&](const Clique& clique) { return node_of(space, clique); };
    SearchHints<G> hints;
    if (!settings.known.empty()) hints.start = to_node(settings.known);
    std::optional<ScheduledLocalSearch<WeightedLocalSearch>> local;
    // Of several processes, the first one looks for good cliques, and tells the others.
    const bool leads = options.session == nullptr || options.session->first();
    if (settings.local_search && leads && graph.size() > 0) {
        local.emplace(graph, WeightedLocalSearch(graph, weights, options.seed));
        hints = local->guide<G>(settings.known, options, to_node);
    }
    auto result = maximise<G>(space, root(space), options, std::move(hints));
    CliqueOfWeight found;
    if (result.node) found = {vertices_of(space, *result.node), result.node->weight};
    return answer(result, std::move(found));
}

}  // namespace scrump::maxclique::detail
