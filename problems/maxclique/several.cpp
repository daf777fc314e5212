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
    std::vector<CliqueOfWeight> several;
    for (const auto& [weight, node] : result.solutions) {
        Clique clique;
        for (const std::uint32_t vertex : node.clique) clique.push_back(space.original(vertex));
        std::ranges::sort(clique);
        if (!is_clique(graph, clique) || weight_of(clique, weights) != weight)
            throw std::logic_error("several cliques: one does not have its weight; this is a defect of Scrump");
        several.push_back({std::move(clique), weight});
    }
    return answer(result, std::move(several));
}

/// Those of `size` vertices, which no clique has more of: a quicker search finds them.
Several<CliqueOfWeight> largest(const graph::Graph& graph, std::size_t size, std::size_t most,
                                const SearchOptions& options) {
    return find_all_cliques(graph, size, most, options).transform([size](AllCliques all) {
        std::vector<CliqueOfWeight> cliques;
        for (Clique& clique : all.cliques) cliques.push_back({std::move(clique), static_cast<Weight>(size)});
        return cliques;
    });
}

CliqueOfWeight with_its_size(Clique clique) {
    const auto size = static_cast<Weight>(clique.size());
    return {std::move(clique), size};
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
        return as_several(weights.empty() ? find_maximum_clique(graph, rest).transform(with_its_size)
                                          : find_maximum_weight_clique(graph, weights, rest));
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
