#include <scrump/base/digest.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/problems/graph/describe.hpp>
#include <scrump/problems/maxclique/greedy.hpp>
#include <scrump/problems/maxclique/maxclique.hpp>
#include <scrump/problems/maxclique/size_class.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/problems/maxclique/sparse_heuristic.hpp>
#include <scrump/problems/maxclique/sparse_search.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/preparation.hpp>

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

/// One search, from what is asked for to the answer.
class SparseSearch {
  public:
    SparseSearch(const graph::SparseGraph& graph, std::optional<std::size_t> k, const Settings& settings)
        : graph_(graph), settings_(timed(settings)), ordered_(graph) {
        // More than there can be is as impossible as one more, which a node can count.
        if (k) target_ = static_cast<std::int32_t>(std::min(*k, ordered_.largest_possible() + 1));
    }

    Solution solve() {
        const Clique known = agree_on_known();
        const std::size_t to_beat = target_ ? static_cast<std::size_t>(std::max(*target_ - 1, 0)) : known.size();
        const std::size_t first = ordered_.first_of_core(to_beat);
        return suits_matrix(ordered_, first, ordered_.largest_possible()) ? search_dense(first, known)
                                                                          : search_sparse(to_beat, known);
    }

  private:
    static Settings timed(Settings settings) {
        settings.search.start_clock();
        return settings;
    }

    /// What is known decides which part of the graph is searched, so all processes must know the same: the first one
    /// looks for it. And so must a run that goes on from a checkpoint: what is to be found for one is found in full.
    Clique agree_on_known() const {
        Session* const session = settings_.search.session;
        const Checkpoints& checkpoints = settings_.search.checkpoints;
        const bool in_full = checkpoints.wanted() || checkpoints.resumes();
        Clique known = settings_.known;
        Preparation::over();
        if (session == nullptr || session->first()) {
            const std::size_t enough = target_ ? static_cast<std::size_t>(*target_) : ordered_.largest_possible();
            known = find_good_clique(ordered_, std::move(known), enough, settings_.local_search,
                                     [&] { return in_full || !settings_.search.should_stop(); });
        }
        if (session == nullptr || session->size() == 1) return known;
        Encoder encoder;
        encoder.put(known);
        return Decoder(session->broadcast(encoder.take())).get<Clique>();
    }

    Solution search_dense(std::size_t first, const Clique& known) const {
        std::vector<graph::SparseGraph::Vertex> vertices;
        for (std::size_t v = first; v < ordered_.size(); ++v) vertices.push_back(ordered_.original(v));
        vertices.insert(vertices.end(), known.begin(), known.end());
        std::ranges::sort(vertices);
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        const graph::Graph dense = graph::induced_graph(graph_, vertices);

        Settings settings{.search = settings_.search, .local_search = settings_.local_search};
        for (const std::size_t vertex : known)
            settings.known.push_back(
                static_cast<std::size_t>(std::ranges::lower_bound(vertices, vertex) - vertices.begin()));
        Solution solution;
        const auto take = [&](auto result) {
            solution.status = result.status;
            solution.statistics = std::move(result.statistics);
            solution.clique = std::move(result.clique);
        };
        if (target_)
            take(find_clique(dense, static_cast<std::size_t>(*target_), settings));
        else
            take(find_maximum_clique(dense, settings));
        if (solution.clique)
            for (std::size_t& vertex : *solution.clique) vertex = vertices[vertex];
        return solution;
    }

    Solution search_sparse(std::size_t to_beat, const Clique& known) const {
        const SparseSpace space(ordered_, to_beat, known);
        Options options = settings_.search;
        if (options.checkpoints.wanted() || options.checkpoints.resumes())
            options.checkpoints.problem = describe(to_beat, known);
        space.refuse_if_too_wide();
        return with_size_class<detail::SparseSizeClasses>(
            space.widest(), [&](auto words) { return detail::search_sparse<words>(space, target_, options); });
    }

    std::string describe(std::size_t to_beat, const Clique& known) const {
        return (target_ ? "clique of " + std::to_string(*target_) + " vertices" : std::string("maximum clique")) +
               " of " + graph::describe(graph_) + ", of more than " + std::to_string(to_beat) +
               " vertices, one being known, " + digest(std::span<const std::size_t>(known));
    }

    const graph::SparseGraph& graph_;
    const Settings settings_;
    const OrderedGraph ordered_;
    std::optional<std::int32_t> target_;
};

Solution solve(const graph::SparseGraph& graph, std::optional<std::size_t> k, const Settings& settings) {
    if (!is_clique(graph, settings.known)) throw std::invalid_argument("the clique that is known is none of the graph");
    const auto search = [&] { return SparseSearch(graph, k, settings).solve(); };
    const auto give_up = [](Status status, Statistics cost) { return Solution{status, std::nullopt, std::move(cost)}; };
    std::optional<std::int32_t> target;
    if (k) target = static_cast<std::int32_t>(std::min(*k, graph.size() + 1));
    Solution solution =
        detail::with_what_is_known(prepare_and(settings.search, search, give_up), graph, target, settings);
    if (solution.clique && !is_clique(graph, *solution.clique))
        throw std::logic_error("maximum clique: the answer is no clique; this is a defect of Scrump");
    return solution;
}

}  // namespace

MaximumClique find_maximum_clique(const graph::SparseGraph& graph, const Settings& settings) {
    Solution solution = solve(graph, std::nullopt, settings);
    return {solution.status, solution.clique.value_or(Clique{}), std::move(solution.statistics)};
}

KClique find_clique(const graph::SparseGraph& graph, std::size_t k, const Settings& settings) {
    Solution solution = solve(graph, k, settings);
    return {solution.status, std::move(solution.clique), std::move(solution.statistics)};
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
