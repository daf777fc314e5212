#include <scrump/problems/maxclique/weighted.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/graph/describe.hpp>
#include <scrump/problems/maxclique/maxclique.hpp>
#include <scrump/problems/maxclique/weighted_search.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace scrump::maxclique {
namespace {

void check(const graph::Graph& graph, std::span<const Weight> weights) {
    const std::string problem = "maximum weight clique: ";
    if (weights.size() != graph.size())
        throw Error(problem + "there are " + std::to_string(weights.size()) + " weights for " +
                    std::to_string(graph.size()) + " vertices");
    Weight room = max_total_weight;
    for (std::size_t v = 0; v < weights.size(); ++v) {
        if (weights[v] < 0)
            throw Error(problem + "the weight of vertex " + std::to_string(v + 1) + " of " +
                        std::to_string(weights.size()) + " is negative: " + std::to_string(weights[v]));
        if (weights[v] > room)
            throw Error(problem + "the weights add up to more than " + std::to_string(max_total_weight));
        room -= weights[v];
    }
}

std::string describe(const graph::Graph& graph, std::span<const Weight> weights) {
    const auto bytes = std::as_bytes(weights);
    return "maximum weight clique of " + graph::describe(graph) + ", weights " +
           digest({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

MaximumWeightClique find_maximum_weight_clique(const graph::Graph& graph, std::span<const Weight> weights,
                                               const Settings& settings) {
    check(graph, weights);
    if (!is_clique(graph, settings.known)) throw std::invalid_argument("the clique that is known is none of the graph");
    Settings complete = settings;
    if (Checkpoints& checkpoints = complete.search.checkpoints; checkpoints.wanted() || checkpoints.resumes()) {
        checkpoints.problem = describe(graph, weights);
    }
    MaximumWeightClique found = with_size_class<FewSizeClasses>(
        graph.size(), [&](auto words) { return detail::search_weighted<words>(graph, weights, complete); });
    if (!is_clique(graph, found.clique) || weight_of(found.clique, weights) != found.weight) {
        throw std::logic_error(
            "maximum weight clique: the answer is no clique of its weight; this is a defect of "
            "Scrump");
    }
    return found;
}

}  // namespace scrump::maxclique
