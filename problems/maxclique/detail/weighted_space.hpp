#pragma once
// The common data of all nodes of a search for a clique of maximum weight: the space of the clique search, its vertices
// numbered with regard to their weights, and those weights.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/maxclique/detail/weighted_order.hpp>
#include <scrump/problems/maxclique/weight.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace scrump::maxclique {

/// A graph of at most 64·W vertices with weights in the search's own numbers, never changed.
template <std::size_t W>
class WeightedSpace {
  public:
    /// `weights[v]`: weight of vertex v of `graph` in the space's numbering.
    WeightedSpace(Space<W> graph, std::vector<Weight> weights)
        : graph_(std::move(graph)), weights_(std::move(weights)) {
        for (const Weight weight : weights_) total_ += weight;
    }

    const Space<W>& graph() const { return graph_; }
    std::size_t size() const { return graph_.size(); }
    const BitSet<W>& row(std::size_t vertex) const { return graph_.row(vertex); }
    const BitSet<W>* rows() const { return graph_.rows(); }
    Weight weight(std::size_t vertex) const { return weights_[vertex]; }
    const Weight* weights() const { return weights_.data(); }
    Weight total() const { return total_; }

  private:
    Space<W> graph_;
    std::vector<Weight> weights_;
    Weight total_ = 0;
};

/// The space of `graph` with `weights[v]`, not negative and at most `max_total_weight` in all, for its vertex v. The
/// vertices are in weighted_order(). Throws Error as make_space().
template <std::size_t W>
WeightedSpace<W> make_weighted_space(const graph::Graph& graph, std::span<const Weight> weights) {
    const std::vector<std::size_t> order = weighted_order(graph, weights);
    std::vector<Weight> ordered(order.size());
    for (std::size_t v = 0; v < order.size(); ++v) ordered[v] = weights[order[v]];
    return {make_space<W>(graph, order), std::move(ordered)};
}

}  // namespace scrump::maxclique
