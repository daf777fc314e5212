#include <scrump/problems/maxclique/solve.hpp>

#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/solve_class.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace scrump::maxclique {

detail::Solution detail::solve(const graph::Graph& graph, std::optional<std::int32_t> target,
                               const Settings& settings) {
    if (!is_clique(graph, settings.known))
        throw std::invalid_argument("the known clique is not a clique of this graph");
    Solution solution = maxclique::with_size_class(
        graph.size(), [&](auto words) { return solve_class<words>(graph, target, settings); });
    if (solution.value && !is_clique(graph, *solution.value)) {
        throw std::logic_error("maximum clique: the answer is not a clique; this is a defect of Scrump");
    }
    return solution;
}

namespace {

std::string describe(const graph::Graph& graph, std::optional<std::int32_t> target) {
    return (target ? "clique of " + std::to_string(*target) + " vertices" : "maximum clique") + " of " +
           graph::describe(graph);
}

detail::Solution solve(const graph::Graph& graph, std::optional<std::int32_t> target, Settings settings) {
    if (compares_problem(settings.search)) settings.search.checkpoints.problem = describe(graph, target);
    const auto search = [&] { return detail::solve(graph, target, settings); };
    return detail::with_what_is_known(scrump::prepare_and(settings.search, search), graph, target, settings);
}

}  // namespace

Answer<Clique> find_maximum_clique(const graph::Graph& graph, const Settings& settings) {
    return solve(graph, std::nullopt, settings).transform(detail::or_no_vertices);
}

Answer<std::optional<Clique>> find_clique(const graph::Graph& graph, std::size_t k, const Settings& settings) {
    // More than there are vertices is as impossible as one more, which a node can count.
    const auto target = static_cast<std::int32_t>(std::min(k, graph.size() + 1));
    return detail::of_k_vertices(solve(graph, target, settings), k);
}

}  // namespace scrump::maxclique
