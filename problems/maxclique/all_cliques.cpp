#include <scrump/problems/maxclique/all_cliques.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/detail/all_cliques_search.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/scheduled_local_search.hpp>
#include <scrump/problems/maxclique/detail/sparse_search.hpp>
#include <scrump/problems/maxclique/detail/sparse_space.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/estimate.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::maxclique {
namespace {

/// First one of the largest, then all of its size.
template <class Graph>
Answer<AllCliques> find_all_of_maximum_size(const Graph& graph, std::size_t wanted, const Settings& settings) {
    refuse_estimate(settings.search, "a search for all maximum cliques");
    if (has_other_runs(settings.search)) {
        throw UsageError(
            "all maximum cliques take two searches, which other runs neither continue nor share: search for a "
            "maximum clique first, and then for all cliques of its size");
    }
    if (settings.search.depth_limit != unlimited_depth) throw UsageError("all cliques: a depth limit leaves some out");
    Answer<AllCliques> largest = find_maximum_clique(graph, settings).transform([](const Clique& clique) {
        return AllCliques{.size = clique.size(), .cliques = {}};
    });
    largest.value.size_proved = largest.status == Status::complete;
    if (!largest.value.size_proved) return largest;
    const std::optional<SearchOptions> rest = left_of(settings.search, largest.statistics);
    if (!rest) {
        largest.status = Status::node_limit;
        return largest;
    }
    Answer<AllCliques> found = find_all_cliques(graph, largest.value.size, wanted, *rest);
    found.statistics = one_after_the_other(largest.statistics, std::move(found.statistics));
    if (found.status == Status::complete && found.value.count == 0) {
        throw std::logic_error("all maximum cliques: none of the proved size; this is a defect of Scrump");
    }
    return found;
}

/// The options of a search for all cliques of `k` vertices. Throws UsageError for those that leave some out.
template <class Graph>
SearchOptions for_all(const Graph& graph, std::size_t k, std::size_t wanted, const SearchOptions& options) {
    if (options.depth_limit < std::min(k, graph.size())) throw UsageError("all cliques: a depth limit leaves some out");
    SearchOptions complete = options;
    if (compares_problem(complete)) {
        complete.checkpoints.problem = "all cliques of " + std::to_string(k) + " vertices of " +
                                       graph::describe(graph) + ", of which " +
                                       (wanted == every_clique ? "all" : std::to_string(wanted)) + " are kept";
    }
    return complete;
}

/// What is known of all cliques of `k` vertices before the search for them.
auto none_of(std::size_t k) {
    return [k](Status status, Statistics cost) {
        return Answer<AllCliques>{status, {.size = k, .cliques = {}}, std::move(cost)};
    };
}

template <class Graph>
void verify(const Graph& graph, std::size_t k, const AllCliques& found) {
    for (std::size_t i = 0; i < found.cliques.size(); ++i) {
        const Clique& clique = found.cliques[i];
        if (clique.size() != k || !is_clique(graph, clique) || (i > 0 && !(found.cliques[i - 1] < clique))) {
            throw std::logic_error(
                "all cliques: an answer is not a clique, or is listed twice; this is a defect of Scrump");
        }
    }
}

Answer<AllCliques> search_all_of(const graph::SparseGraph& graph, std::size_t k, std::size_t wanted,
                                 const SearchOptions& options) {
    SearchOptions timed = options;
    timed.start_clock();
    const OrderedGraph ordered(graph);
    const std::size_t first = k > 0 ? ordered.first_of_core(k - 1) : ordered.size();
    if (suits_matrix(ordered, first, 0)) {
        std::vector<graph::SparseGraph::Vertex> left;
        for (std::size_t vertex = first; vertex < ordered.size(); ++vertex) left.push_back(ordered.original(vertex));
        std::ranges::sort(left);
        const graph::Graph matrix = graph::induced_graph(graph, left);
        Answer<AllCliques> found = find_all_cliques(matrix, k, wanted, timed);
        for (Clique& clique : found.value.cliques) {
            for (std::size_t& vertex : clique) vertex = left[vertex];  // ascending, as they are
        }
        return found;
    }
    const SearchOptions complete = for_all(graph, k, wanted, timed);
    SparseSpace space(ordered, k - 1, {});
    if (k > 1) space.refuse_if_too_wide();  // else no vertex has its neighbours looked at
    Answer<AllCliques> found = with_size_class<detail::SparseSizeClasses>(
        std::min(space.widest(), widest_problem),
        [&](auto words) { return detail::search_all_sparse<words>(std::move(space), k, wanted, complete); });
    verify(graph, k, found.value);
    return found;
}

}  // namespace

Answer<AllCliques> find_all_cliques(const graph::Graph& graph, std::size_t k, std::size_t wanted,
                                    const SearchOptions& options) {
    const SearchOptions complete = for_all(graph, k, wanted, options);
    const auto search = [&] {
        return with_size_class<FewSizeClasses>(
            graph.size(), [&](auto words) { return detail::search_all<words>(graph, k, wanted, complete); });
    };
    Answer<AllCliques> found = scrump::prepare_and(complete, search, none_of(k));
    verify(graph, k, found.value);
    return found;
}

Answer<AllCliques> find_all_cliques(const graph::SparseGraph& graph, std::size_t k, std::size_t wanted,
                                    const SearchOptions& options) {
    return scrump::prepare_and(
        options, [&] { return search_all_of(graph, k, wanted, options); }, none_of(k));
}

Answer<AllCliques> find_all_maximum_cliques(const graph::Graph& graph, std::size_t wanted, const Settings& settings) {
    return find_all_of_maximum_size(graph, wanted, settings);
}

Answer<AllCliques> find_all_maximum_cliques(const graph::SparseGraph& graph, std::size_t wanted,
                                            const Settings& settings) {
    return find_all_of_maximum_size(graph, wanted, settings);
}

}  // namespace scrump::maxclique
