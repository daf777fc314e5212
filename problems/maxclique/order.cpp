#include <scrump/problems/maxclique/detail/order.hpp>

#include <scrump/base/deadline.hpp>

#include <bit>
#include <cstdint>

namespace scrump::maxclique {
namespace {

template <class Visit>
void for_each_neighbour(const graph::Graph& graph, std::size_t vertex, Visit&& visit) {
    const auto row = graph.row(vertex);
    for (std::size_t w = 0; w < row.size(); ++w)
        for (std::uint64_t left = row[w]; left != 0; left &= left - 1)
            visit(w * graph::Graph::word_bits + static_cast<std::size_t>(std::countr_zero(left)));
}

/// The vertices not yet removed, those of one degree together.
class Buckets {
  public:
    explicit Buckets(std::vector<std::size_t> degrees)
        : degrees_(std::move(degrees)), places_(degrees_.size()), buckets_(degrees_.size()) {
        for (std::size_t v = 0; v < degrees_.size(); ++v) insert(v);
    }

    const std::vector<std::size_t>& of_degree(std::size_t degree) const { return buckets_[degree]; }

    void remove(std::size_t vertex) {
        auto& bucket = buckets_[degrees_[vertex]];
        bucket[places_[vertex]] = bucket.back();
        places_[bucket.back()] = places_[vertex];
        bucket.pop_back();
    }

    void lower_degree(std::size_t vertex) {
        remove(vertex);
        --degrees_[vertex];
        insert(vertex);
    }

  private:
    void insert(std::size_t vertex) {
        places_[vertex] = buckets_[degrees_[vertex]].size();
        buckets_[degrees_[vertex]].push_back(vertex);
    }

    std::vector<std::size_t> degrees_;
    std::vector<std::size_t> places_;
    std::vector<std::vector<std::size_t>> buckets_;
};

}  // namespace

std::vector<std::size_t> degeneracy_order(const graph::Graph& graph) {
    const std::size_t vertices = graph.size();
    std::vector<std::size_t> degrees(vertices);
    for (std::size_t v = 0; v < vertices; ++v) degrees[v] = graph.degree(v);
    std::vector<std::size_t> support(vertices);
    for (std::size_t v = 0; v < vertices; ++v) {
        Deadline::look();
        for_each_neighbour(graph, v, [&](std::size_t u) { support[v] += degrees[u]; });
    }

    Buckets buckets(std::move(degrees));
    std::vector<bool> removed(vertices);
    std::vector<std::size_t> order(vertices);
    std::size_t lowest = 0;
    for (std::size_t place = vertices; place-- > 0;) {
        Deadline::look();
        while (buckets.of_degree(lowest).empty()) ++lowest;
        std::size_t chosen = buckets.of_degree(lowest).front();
        for (const std::size_t v : buckets.of_degree(lowest))
            if (support[v] < support[chosen] || (support[v] == support[chosen] && v > chosen)) chosen = v;
        order[place] = chosen;
        removed[chosen] = true;
        buckets.remove(chosen);
        for_each_neighbour(graph, chosen, [&](std::size_t u) {
            if (!removed[u]) buckets.lower_degree(u);
        });
        // Removing one vertex lowers degrees by one at most.
        if (lowest > 0) --lowest;
    }
    return order;
}

}  // namespace scrump::maxclique
