#include <scrump/net/codec.hpp>
#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/size_class.hpp>
#include <scrump/problems/maxclique/detail/sparse_heuristic.hpp>
#include <scrump/problems/maxclique/detail/sparse_search.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::maxclique {
namespace {

using detail::Solution;

/// One search, from the question to the answer.
class SparseSearch {
  public:
    SparseSearch(const graph::SparseGraph& graph, std::optional<std::size_t> k, const Settings& settings)
        : graph_(graph), settings_(timed(settings)), ordered_(graph) {
        // More than there can be is as impossible as one more, which a node can count.
        if (k) target_ = static_cast<std::int32_t>(std::min(*k, ordered_.largest_possible() + 1));
    }

    Solution solve() {
        const Known known = agree_on_known();
        const std::size_t to_beat =
            target_ ? static_cast<std::size_t>(std::max(*target_ - 1, 0)) : known.reducing.size();
        const std::size_t first = ordered_.first_of_core(to_beat);
        return suits_matrix(ordered_, first, ordered_.largest_possible()) ? search_dense(first, known)
                                                                          : search_sparse(to_beat, known);
    }

  private:
    static Settings timed(Settings settings) {
        settings.search.start_clock();
        return settings;
    }

    /// The search's options, with what is searched.
    SearchOptions options() const {
        SearchOptions options = settings_.search;
        if (compares_problem(options)) options.checkpoints.problem = describe();
        return options;
    }

    /// What is known before the search.
    struct Known {
        Clique reducing;  ///< decides which part of the graph is searched
        Clique good;      ///< if not empty: one that is sought there
    };

    /// All processes must search the same part of the graph: the first one says what is known. And so must all runs
    /// that resume each other's checkpoints or share a search as shards, whatever their limits and settings are: there
    /// that part follows from the graph alone, and what else is found only helps.
    Known agree_on_known() const {
        Session* const session = settings_.search.session;
        Known known;
        scrump::Preparation::over();
        if (session == nullptr || session->first())
            known = has_other_runs(settings_.search) ? find_for_many_runs() : find_for_one_run();
        if (session == nullptr || session->size() == 1) return known;
        Decoder said(session->broadcast(Encoder().put(known.reducing).put(known.good).take()));
        known.reducing = said.get<Clique>();
        known.good = said.get<Clique>();
        return known;
    }

    std::size_t enough() const { return target_ ? static_cast<std::size_t>(*target_) : ordered_.largest_possible(); }

    Known find_for_one_run() const {
        const auto go_on = [&] { return !settings_.search.should_stop(); };
        Clique known = settings_.known;
        if (settings_.local_search) known = search_core(ordered_, std::move(known), enough(), go_on);
        return {.reducing = search_greedily(ordered_, std::move(known), enough(), go_on), .good = {}};
    }

    Known find_for_many_runs() const {
        Known known{.reducing = search_greedily(ordered_, {}, enough(), [] { return true; }), .good = settings_.known};
        if (known.good.size() < known.reducing.size()) known.good = known.reducing;
        if (settings_.local_search) {
            known.good =
                search_core(ordered_, std::move(known.good), enough(), [&] { return !settings_.search.should_stop(); });
        }
        // A clique with more vertices than the one to be beaten lies in the searched part.
        const std::size_t sought = target_ ? static_cast<std::size_t>(std::max(*target_, 0)) : 0;
        if (known.good.size() <= known.reducing.size() || known.good.size() < sought) known.good.clear();
        return known;
    }

    Solution search_dense(std::size_t first, const Known& known) const {
        std::vector<graph::SparseGraph::Vertex> vertices;
        for (std::size_t v = first; v < ordered_.size(); ++v) vertices.push_back(ordered_.original(v));
        vertices.insert(vertices.end(), known.reducing.begin(), known.reducing.end());
        std::ranges::sort(vertices);
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        const graph::Graph dense = graph::induced_graph(graph_, vertices);

        Settings settings{.search = options(), .local_search = settings_.local_search};
        for (const std::size_t vertex : known.good.empty() ? known.reducing : known.good)
            settings.known.push_back(
                static_cast<std::size_t>(std::ranges::lower_bound(vertices, vertex) - vertices.begin()));
        // More than there are vertices is as impossible as one more, which a node can count.
        std::optional<std::int32_t> target = target_;
        if (target) target = std::min(*target, static_cast<std::int32_t>(dense.size()) + 1);
        Solution solution = detail::solve(dense, target, settings);
        if (solution.value)
            for (std::size_t& vertex : *solution.value) vertex = vertices[vertex];
        return solution;
    }

    Solution search_sparse(std::size_t to_beat, const Known& known) const {
        const SparseSpace space(ordered_, to_beat, known.reducing);
        space.refuse_if_too_wide();
        return with_size_class<detail::SparseSizeClasses>(space.widest(), [&](auto words) {
            return detail::search_sparse<words>(space, target_, options(), known.good);
        });
    }

    std::string describe() const {
        return (target_ ? "clique of " + std::to_string(*target_) + " vertices" : std::string("maximum clique")) +
               " of " + graph::describe(graph_);
    }

    const graph::SparseGraph& graph_;
    const Settings settings_;
    const OrderedGraph ordered_;
    std::optional<std::int32_t> target_;
};

Solution solve(const graph::SparseGraph& graph, std::optional<std::size_t> k, const Settings& settings) {
    if (!is_clique(graph, settings.known))
        throw std::invalid_argument("the known clique is not a clique of this graph");
    const auto search = [&] { return SparseSearch(graph, k, settings).solve(); };
    std::optional<std::int32_t> target;
    if (k) target = static_cast<std::int32_t>(std::min(*k, graph.size() + 1));
    Solution solution =
        detail::with_what_is_known(scrump::prepare_and(settings.search, search), graph, target, settings);
    if (solution.value && !is_clique(graph, *solution.value))
        throw std::logic_error("maximum clique: the answer is not a clique; this is a defect of Scrump");
    return solution;
}

}  // namespace

Answer<Clique> find_maximum_clique(const graph::SparseGraph& graph, const Settings& settings) {
    return solve(graph, std::nullopt, settings).transform(detail::or_no_vertices);
}

Answer<std::optional<Clique>> find_clique(const graph::SparseGraph& graph, std::size_t k, const Settings& settings) {
    return detail::of_k_vertices(solve(graph, k, settings), k);
}

bool is_clique(const graph::SparseGraph& graph, std::span<const std::size_t> vertices) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (vertices[i] >= graph.size()) return false;
        for (std::size_t j = 0; j < i; ++j)
            if (vertices[i] == vertices[j] || !graph.adjacent(vertices[i], vertices[j])) return false;
    }
    return true;
}

}  // namespace scrump::maxclique
