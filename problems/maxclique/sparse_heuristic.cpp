#include <scrump/problems/maxclique/detail/sparse_heuristic.hpp>
#include <scrump/problems/maxclique/ext/local_search.hpp>
#include <scrump/problems/maxclique/ext/schedule.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scrump::maxclique {
namespace {

using Vertex = OrderedGraph::Vertex;

/// Local search among the last vertices in degeneracy order.
class CoreSearch {
  public:
    explicit CoreSearch(const OrderedGraph& graph)
        : graph_(&graph),
          first_(graph.size() - std::min(graph.size(), most_vertices)),
          dense_(graph.dense_from(first_)) {}

    template <class GoOn>
    void improve(Clique& best, std::size_t enough, const GoOn& go_on) const {
        constexpr std::uint64_t seed = 1;
        LocalSearch walks(dense_, seed);
        const Schedule schedule(dense_);
        const std::uint64_t slices = Schedule::first_slices + dense_.size() / 8;  // some 20 ms at most
        for (std::uint64_t slice = 0; slice < slices && best.size() < enough && go_on(); ++slice)
            if (const auto better = walks.improve(schedule.steps(slice), best.size())) best = originals(*better);
    }

  private:
    static constexpr std::size_t most_vertices = 1024;

    Clique originals(Clique clique) const {
        for (std::size_t& vertex : clique) vertex = graph_->original(first_ + vertex);
        return clique;
    }

    const OrderedGraph* graph_;
    std::size_t first_;
    graph::Graph dense_;
};

/// Takes the later neighbours of a vertex, those of the highest cores first, as long as they fit.
class Greedy {
  public:
    explicit Greedy(const OrderedGraph& graph) : graph_(&graph) {}

    /// The clique that begins with `first`, if it has more than `to_beat` vertices; otherwise nothing.
    const std::vector<Vertex>& clique_from(std::size_t first, std::size_t to_beat) {
        clique_.assign(1, static_cast<Vertex>(first));
        const auto candidates = graph_->later(first);
        std::size_t left = candidates.size();
        for (; left > 0 && clique_.size() + left > to_beat; --left)
            if (fits(candidates[left - 1])) clique_.push_back(candidates[left - 1]);
        if (clique_.size() <= to_beat) clique_.clear();
        return clique_;
    }

  private:
    // All members but the first, which has it as a neighbour, come after the candidate. The last to join is the
    // closest.
    bool fits(Vertex candidate) const {
        const auto later = graph_->later(candidate);
        return std::all_of(clique_.rbegin(), clique_.rend() - 1,
                           [&](Vertex member) { return std::ranges::binary_search(later, member); });
    }

    const OrderedGraph* graph_;
    std::vector<Vertex> clique_;
};

}  // namespace

Clique search_core(const OrderedGraph& graph, Clique best, std::size_t enough, const std::function<bool()>& go_on) {
    if (graph.size() > 0) CoreSearch(graph).improve(best, enough, go_on);
    std::ranges::sort(best);
    return best;
}

Clique search_greedily(const OrderedGraph& graph, Clique best, std::size_t enough, const std::function<bool()>& go_on) {
    constexpr std::size_t period = 1024;
    Greedy greedy(graph);
    for (std::size_t v = graph.size(); v-- > 0 && best.size() < enough && graph.core(v) >= best.size();) {
        if (v % period == 0 && !go_on()) break;
        const auto& clique = greedy.clique_from(v, best.size());
        if (clique.empty()) continue;
        best.clear();
        for (const Vertex member : clique) best.push_back(graph.original(member));
    }
    std::ranges::sort(best);
    return best;
}

}  // namespace scrump::maxclique
