#include <scrump/problems/maxclique/detail/order.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

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

/// A graph with its vertices in some order, and sets of them as rows of bits.
class Ordered {
  public:
    using Set = std::vector<std::uint64_t>;

    Ordered(const graph::Graph& graph, std::span<const std::size_t> order)
        : size_(order.size()), words_((size_ + bits - 1) / bits), rows_(size_ * words_) {
        std::vector<std::size_t> place(size_);
        for (std::size_t v = 0; v < size_; ++v) place[order[v]] = v;
        for (std::size_t v = 0; v < size_; ++v) {
            Deadline::look();
            for_each_neighbour(graph, order[v], [&](std::size_t u) {
                rows_[v * words_ + place[u] / bits] |= std::uint64_t{1} << (place[u] % bits);
            });
        }
    }

    std::size_t words() const { return words_; }
    /// The first `count` vertices.
    Set first(std::size_t count) const {
        Set set(words_);
        for (std::size_t v = 0; v < count; ++v) set[v / bits] |= std::uint64_t{1} << (v % bits);
        return set;
    }
    /// `set` ∩ the neighbours of `vertex`.
    void keep_neighbours(Set& set, std::size_t vertex) const {
        for (std::size_t w = 0; w < words_; ++w) set[w] &= rows_[vertex * words_ + w];
    }
    /// `set` without `vertex` and its neighbours.
    void drop_neighbours(Set& set, std::size_t vertex) const {
        for (std::size_t w = 0; w < words_; ++w) set[w] &= ~rows_[vertex * words_ + w];
        drop(set, vertex);
    }
    static void drop(Set& set, std::size_t vertex) { set[vertex / bits] &= ~(std::uint64_t{1} << (vertex % bits)); }
    static std::size_t count(const Set& set) {
        std::size_t sum = 0;
        for (const std::uint64_t word : set) sum += static_cast<std::size_t>(std::popcount(word));
        return sum;
    }
    /// The first vertex of `set`, which is not empty.
    static std::size_t front(const Set& set) {
        std::size_t w = 0;
        while (set[w] == 0) ++w;
        return w * bits + static_cast<std::size_t>(std::countr_zero(set[w]));
    }
    static bool empty(const Set& set) {
        return std::ranges::all_of(set, [](std::uint64_t word) { return word == 0; });
    }

    /// Number of classes into which first fit puts `left`, counted up to `enough`.
    std::size_t count_classes(Set left, std::size_t enough) const {
        std::size_t classes = 0;
        for (; classes < enough && !empty(left); ++classes)
            for (Set open = left; !empty(open);) {
                const std::size_t vertex = front(open);
                drop_neighbours(open, vertex);
                drop(left, vertex);
            }
        return classes;
    }

  private:
    static constexpr std::size_t bits = graph::Graph::word_bits;

    std::size_t size_;
    std::size_t words_;
    std::vector<std::uint64_t> rows_;
};

/// Looks for a large independent set by depth-first search, within a number of nodes.
class IndependentSetSearch {
  public:
    explicit IndependentSetSearch(const Ordered& graph) : graph_(graph) {}

    /// One that cannot be extended in `candidates`.
    const std::vector<std::size_t>& find(const Ordered::Set& candidates, std::uint64_t nodes) {
        best_.clear();
        nodes_ = nodes;
        search(candidates);
        return best_;
    }

  private:
    void search(Ordered::Set left) {
        if (chosen_.size() > best_.size()) best_ = chosen_;
        for (std::size_t count = Ordered::count(left); count > 0; --count) {
            // The best is extended beyond the limit.
            if (chosen_.size() + count <= best_.size() || (nodes_ == 0 && chosen_.size() < best_.size())) return;
            if (nodes_ > 0) --nodes_;
            const std::size_t vertex = Ordered::front(left);
            Ordered::drop(left, vertex);
            Ordered::Set next = left;
            graph_.drop_neighbours(next, vertex);
            chosen_.push_back(vertex);
            search(std::move(next));
            chosen_.pop_back();
        }
    }

    const Ordered& graph_;
    std::vector<std::size_t> chosen_;
    std::vector<std::size_t> best_;
    std::uint64_t nodes_ = 0;
};

std::vector<std::size_t> ascending_degree_order(const graph::Graph& graph) {
    std::vector<std::size_t> degrees(graph.size());
    std::vector<std::size_t> order(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) {
        degrees[v] = graph.degree(v);
        order[v] = v;
    }
    std::ranges::sort(order, {}, [&](std::size_t v) { return std::pair(degrees[v], v); });
    return order;
}

/// Whether first fit in this order needs more than `classes` classes for some vertex and its neighbours before it.
/// Looks at a sample of them.
bool needs_more_classes(const graph::Graph& graph, std::span<const std::size_t> order, std::size_t classes) {
    constexpr std::size_t sample = 128;
    const Ordered ordered(graph, order);
    const std::size_t stride = graph.size() / sample + 1;
    for (std::size_t v = graph.size(); v > stride; v -= stride) {
        Deadline::look();
        Ordered::Set before = ordered.first(v - 1);
        ordered.keep_neighbours(before, v - 1);
        if (ordered.count_classes(std::move(before), classes) + 1 > classes) return true;
    }
    return false;
}

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

ColourOrder colour_order(const graph::Graph& graph, std::uint64_t nodes) {
    const std::vector<std::size_t> ascending = ascending_degree_order(graph);
    const Ordered ordered(graph, ascending);
    IndependentSetSearch search(ordered);
    ColourOrder found;
    found.order.reserve(graph.size());
    for (Ordered::Set left = ordered.first(graph.size()); !Ordered::empty(left); ++found.classes) {
        Deadline::look();
        std::vector<std::size_t> set = search.find(left, nodes);
        std::ranges::sort(set, std::greater{});
        for (const std::size_t vertex : set) {
            found.order.push_back(ascending[vertex]);
            Ordered::drop(left, vertex);
        }
    }
    return found;
}

SearchOrder search_order(const graph::Graph& graph) {
    constexpr double dense = 0.7;
    constexpr std::size_t max_vertices = 4'096;
    constexpr std::uint64_t max_first_look = 4'000;
    constexpr std::uint64_t max_nodes_per_class = 400'000;
    constexpr std::uint64_t max_nodes = 16'000'000;
    SearchOrder found{degeneracy_order(graph)};
    const std::uint64_t pairs = std::uint64_t{graph.size()} * graph.size();
    if (graph.size() > max_vertices || graph.density() < dense) return found;
    const std::size_t classes = colour_order(graph, std::min(pairs / 64 + 1, max_first_look)).classes;
    // Clearly: fewer than 95 of 100.
    if (!needs_more_classes(graph, found.order, classes + classes / 19)) return found;
    // Larger sets are worth a longer search: a fifth of a second for 800 vertices, and not much more for more of them.
    const std::uint64_t nodes = std::min({pairs, max_nodes_per_class, max_nodes / classes});
    ColourOrder coloured = colour_order(graph, nodes);
    return {std::move(coloured.order), coloured.classes};
}

}  // namespace scrump::maxclique
