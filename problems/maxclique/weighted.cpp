#include <scrump/problems/maxclique/weighted.hpp>

#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/weighted_search.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace scrump::maxclique {
namespace {

// No clique weighs more, whatever is known of the graph: a vertex and all of its neighbours.
Weight most_weight(const graph::Graph& graph, std::span<const Weight> weights) {
    Weight most = 0;
    for (std::size_t v = 0; v < graph.size(); ++v) {
        Weight around = weights[v];
        for (std::size_t u = 0; u < graph.size(); ++u)
            if (u != v && graph.adjacent(v, u)) around += weights[u];
        most = std::max(most, around);
    }
    return most;
}

// What a search that was stopped answers, be it before it began: no less than is known and what greed finds, and a
// bound.
Answer<CliqueOfWeight> with_what_is_known(Answer<CliqueOfWeight> found, const graph::Graph& graph,
                                          std::span<const Weight> weights, const Settings& settings) {
    if (found.status == Status::complete) return found;
    const auto take = [&](Clique clique) {
        const Weight weight = weight_of(clique, weights);
        if (weight <= found.value.weight) return;
        std::ranges::sort(clique);
        found.value = {std::move(clique), weight};
        detail::note_at_the_end(found.statistics, static_cast<double>(weight));
    };
    take(settings.known);
    take(greedy_clique(graph, weights));
    if (!found.statistics.bound) found.statistics.bound = static_cast<double>(most_weight(graph, weights));
    return found;
}

}  // namespace

Answer<CliqueOfWeight> find_maximum_weight_clique(const graph::Graph& graph, std::span<const Weight> weights,
                                                  const Settings& settings) {
    check(graph.size(), weights);
    if (!is_clique(graph, settings.known))
        throw std::invalid_argument("the known clique is not a clique of this graph");
    Settings complete = settings;
    if (compares_problem(complete.search)) {
        complete.search.checkpoints.problem =
            "maximum weight clique of " + graph::describe(graph) + ", weights " + describe(weights);
    }
    const auto search = [&] {
        return with_size_class<FewSizeClasses>(
            graph.size(), [&](auto words) { return detail::search_weighted<words>(graph, weights, complete); });
    };
    Answer<CliqueOfWeight> found =
        with_what_is_known(scrump::prepare_and(complete.search, search), graph, weights, settings);
    if (!is_clique(graph, found.value.clique) || weight_of(found.value.clique, weights) != found.value.weight) {
        throw std::logic_error(
            "maximum weight clique: the answer is not a clique of its weight; this is a defect of "
            "Scrump");
    }
    return found;
}

}  // namespace scrump::maxclique
