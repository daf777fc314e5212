#include <scrump/problems/maxclique/several.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/maximal.hpp>
#include <scrump/problems/maxclique/weighted.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::maxclique {
namespace {

/// No clique weighs more than `most`.
Several<CliqueOfWeight> search_several(const graph::Graph& graph, std::span<const Weight> weights,
                                       const BestWanted<Weight>& wanted, Weight most, const SearchOptions& given) {
    SearchOptions options = given;
    options.start_clock();
    const MaximalSpace space(graph, weights, most);
    if (compares_problem(options))
        options.checkpoints.problem = "several cliques of " + graph::describe(graph) + ", weights " + describe(weights);
    auto result = best<MaximalGenerator>(space, root(space), wanted, options);
    Several<CliqueOfWeight> several{result.status, {}, std::move(result.statistics)};
    for (const auto& [weight, node] : result.solutions) {
        Clique clique;
        for (const std::uint32_t vertex : node.clique) clique.push_back(space.original(vertex));
        std::ranges::sort(clique);
        if (!is_clique(graph, clique) || weight_of(clique, weights) != weight)
            throw std::logic_error("several cliques: one does not have its weight; this is a defect of Scrump");
        several.solutions.push_back({std::move(clique), weight});
    }
    return several;
}

/// Those of `size` vertices, which no clique has more of: a quicker search finds them.
Several<CliqueOfWeight> largest(const graph::Graph& graph, std::size_t size, std::size_t most,
                                const SearchOptions& options) {
    AllCliques all = find_all_cliques(graph, size, most, options);
    Several<CliqueOfWeight> several{all.status, {}, std::move(all.statistics)};
    for (Clique& clique : all.cliques) several.solutions.push_back({std::move(clique), static_cast<Weight>(size)});
    return several;
}

Several<CliqueOfWeight> only(Status status, CliqueOfWeight clique, Statistics statistics) {
    return {status, {std::move(clique)}, std::move(statistics)};
}

}  // namespace

Several<CliqueOfWeight> find_best_cliques(const graph::Graph& graph, std::span<const Weight> weights,
                                          const BestWanted<Weight>& wanted, const Settings& settings) {
    expect_fit_for_several("several cliques", settings.search);
    if (graph.size() > max_vertices_for_several)
        throw Error("several cliques: the graph has " + std::to_string(graph.size()) + " vertices; at most " +
                    std::to_string(max_vertices_for_several) + " can be searched");
    const std::vector<Weight> ones(weights.empty() ? graph.size() : 0, 1);
    const std::span<const Weight> each = weights.empty() ? ones : weights;
    check(graph.size(), each);
    if (wanted.at_least) return search_several(graph, each, wanted, max_total_weight, settings.search);
    const auto find_best = [&](const SearchOptions& all) {
        Settings rest = settings;
        rest.search = all;
        if (weights.empty()) {
            MaximumClique found = find_maximum_clique(graph, rest);
            const auto size = static_cast<Weight>(found.clique.size());
            return only(found.status, {std::move(found.clique), size}, std::move(found.statistics));
        }
        MaximumWeightClique found = find_maximum_weight_clique(graph, weights, rest);
        return only(found.status, {std::move(found.clique), found.weight}, std::move(found.statistics));
    };
    const auto find_others = [&](const CliqueOfWeight& best, const SearchOptions& left) {
        if (weights.empty() && wanted.equal) return largest(graph, best.clique.size(), wanted.most, left);
        BestWanted<Weight> others = wanted;
        if (wanted.equal) others.at_least = best.weight;
        return search_several(graph, each, others, best.weight, left);
    };
    return best_and_others("several cliques", settings.search, find_best, find_others);
}

}  // namespace scrump::maxclique
