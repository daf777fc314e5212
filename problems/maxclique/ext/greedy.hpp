#pragma once
// An instant clique, when there is no time to search for a better one.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/maxclique/detail/solve_class.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace scrump::maxclique {

/// A maximal clique, ascending: takes every vertex that fits in order of decreasing weight, or of number if there are
/// no weights. O(vertices · (log vertices + clique / 64)).
Clique greedy_clique(const graph::Graph& graph, std::span<const Weight> weights = {});

/// The same among a vertex of maximum degree and its neighbours.
Clique greedy_clique(const graph::SparseGraph& graph);

namespace detail {

/// Records that a solution was found after everything else.
inline void note_at_the_end(Statistics& statistics, double objective) {
    const std::chrono::duration<double> end(statistics.seconds);
    statistics.incumbents.push_back({std::chrono::duration_cast<std::chrono::nanoseconds>(end), objective});
}

/// No clique has more vertices, whatever is known of the graph: a vertex and all of its neighbours.
template <class Graph>
std::size_t most_vertices(const Graph& graph) {
    std::size_t most = 0;
    for (std::size_t v = 0; v < graph.size(); ++v) most = std::max(most, graph.degree(v) + 1);
    return most;
}

/// The answer of a stopped search, even if it had not begun: at least the known and the greedy clique, and a bound.
template <class Graph>
Solution with_what_is_known(Solution solution, const Graph& graph, std::optional<std::int32_t> target,
                            const Settings& settings) {
    if (solution.status == Status::complete) return solution;
    const auto take = [&](Clique clique) {
        if (solution.value && solution.value->size() >= clique.size()) return;
        if (target && std::cmp_less(clique.size(), *target)) return;
        std::ranges::sort(clique);
        solution.value = std::move(clique);
        if (target) solution.status = Status::complete;  // a witness is a proof
        note_at_the_end(solution.statistics, static_cast<double>(solution.value->size()));
    };
    if (!settings.known.empty()) take(settings.known);
    take(greedy_clique(graph));
    if (!target && !solution.statistics.bound) solution.statistics.bound = static_cast<double>(most_vertices(graph));
    return solution;
}

/// The clique, or one without vertices.
inline Clique or_no_vertices(std::optional<Clique> clique) {
    return std::move(clique).value_or(Clique{});
}

/// A clique of `k` vertices, if a search found one with more: any of its vertices are a clique as well.
inline Solution of_k_vertices(Solution solution, std::size_t k) {
    if (solution.value && solution.value->size() > k) solution.value->resize(k);
    return solution;
}

}  // namespace detail

}  // namespace scrump::maxclique
