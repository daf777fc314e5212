#include <scrump/problems/colouring/detail/mycielskian.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace scrump::colouring {

namespace {

using Words = std::vector<std::uint64_t>;

void insert(Words& set, std::size_t element) {
    set[element / 64] |= std::uint64_t{1} << (element % 64);
}

template <class Visit>
void for_each(const Words& set, const Visit& visit) {
    for (std::size_t w = 0; w < set.size(); ++w)
        for (std::uint64_t left = set[w]; left != 0; left &= left - 1)
            visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
}

/// Work, in words. Looks at the deadline every few milliseconds of it.
class Work {
  public:
    void add(std::uint64_t words) {
        done_ += words;
        if (done_ < look_at_) return;
        look_at_ = done_ + some_milliseconds;
        Deadline::look();
    }
    std::uint64_t done() const { return done_; }

  private:
    static constexpr std::uint64_t some_milliseconds = 10'000'000;

    std::uint64_t done_ = 0;
    std::uint64_t look_at_ = some_milliseconds;
};

/// A subgraph that needs `colours()` colours. Its edges are some of the graph's.
class Growing {
  public:
    Growing(const graph::Graph& graph, std::span<const std::size_t> clique, Work& work)
        : graph_(graph), work_(work), words_((graph.size() + 63) / 64), colours_(clique.size()), rows_(graph.size()) {
        all_.assign(words_, 0);
        for (std::size_t v = 0; v < graph.size(); ++v) insert(all_, v);
        for (const std::size_t v : clique) add(v);
        for (const std::size_t a : clique)
            for (const std::size_t b : clique)
                if (a != b) connect(a, b);
    }

    std::size_t colours() const { return colours_; }
    const std::vector<std::size_t>& vertices() const { return vertices_; }

    /// One step of the construction, with twins of its vertices and an apex that is adjacent to a twin of each. In a
    /// colouring of them all with as few colours as before, a vertex with the colour of the apex could take that of its
    /// twin, so that the subgraph would need a colour less.
    bool grow() {
        std::vector<Words> twins;
        Words apexes = all_;
        for (const std::size_t v : vertices_) {
            twins.push_back(twins_of(v));
            Words reached(words_, 0);
            for_each(twins.back(), [&](std::size_t twin) { unite(reached, graph_.row(twin)); });
            bool any = false;
            for (std::size_t w = 0; w < words_; ++w) any |= (apexes[w] &= reached[w]) != 0;
            if (!any) return false;
        }
        extend(best_of(apexes), twins);
        return true;
    }

  private:
    void add(std::size_t vertex) {
        if (!rows_[vertex].empty()) return;
        rows_[vertex].assign(words_, 0);
        vertices_.push_back(vertex);
    }

    void connect(std::size_t a, std::size_t b) {
        insert(rows_[a], b);
        insert(rows_[b], a);
    }

    template <class Row>
    void unite(Words& set, const Row& row) {
        for (std::size_t w = 0; w < words_; ++w) set[w] |= row[w];
        work_.add(words_);
    }

    /// The vertices that are adjacent to all to which `vertex` is in the subgraph; itself is one of them.
    Words twins_of(std::size_t vertex) {
        Words twins = all_;
        for_each(rows_[vertex], [&](std::size_t other) {
            const auto row = graph_.row(other);
            for (std::size_t w = 0; w < words_; ++w) twins[w] &= row[w];
            work_.add(words_);
        });
        return twins;
    }

    /// Of possible apexes the one with most neighbours in the subgraph: these are their own twins.
    std::size_t best_of(const Words& apexes) const {
        std::size_t best = graph_.size();
        std::size_t most = 0;
        for_each(apexes, [&](std::size_t apex) {
            const auto near = static_cast<std::size_t>(
                std::ranges::count_if(vertices_, [&](std::size_t vertex) { return graph_.adjacent(apex, vertex); }));
            if (best != graph_.size() && near <= most) return;
            best = apex;
            most = near;
        });
        return best;
    }

    /// Itself, or another vertex of the subgraph, or any.
    std::size_t twin_beside(std::size_t apex, std::size_t vertex, const Words& twins) const {
        if (graph_.adjacent(apex, vertex)) return vertex;
        std::size_t best = graph_.size();
        for_each(twins, [&](std::size_t twin) {
            if (!graph_.adjacent(apex, twin)) return;
            if (best == graph_.size() || (rows_[best].empty() && !rows_[twin].empty())) best = twin;
        });
        return best;
    }

    void extend(std::size_t apex, const std::vector<Words>& twins) {
        const std::vector<std::size_t> before = vertices_;
        const std::vector<Words> rows = rows_;
        add(apex);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const std::size_t twin = twin_beside(apex, before[i], twins[i]);
            add(twin);
            for_each(rows[before[i]], [&](std::size_t other) { connect(twin, other); });
            connect(twin, apex);
        }
        ++colours_;
    }

    const graph::Graph& graph_;
    Work& work_;
    std::size_t words_;
    std::size_t colours_;
    Words all_;                // vertices
    std::vector<Words> rows_;  // of the subgraph's vertices; empty for others
    std::vector<std::size_t> vertices_;
};

/// A maximal clique around `first`, the vertices of highest degree first.
std::vector<std::size_t> clique_around(const graph::Graph& graph, std::size_t first,
                                       std::span<const std::size_t> by_degree) {
    std::vector<std::size_t> clique{first};
    for (const std::size_t v : by_degree)
        if (std::ranges::all_of(clique, [&](std::size_t other) { return graph.adjacent(v, other); }))
            clique.push_back(v);
    return clique;
}

std::vector<std::size_t> vertices_by_degree(const graph::Graph& graph) {
    std::vector<std::pair<std::size_t, std::size_t>> degrees;
    for (std::size_t v = 0; v < graph.size(); ++v) degrees.emplace_back(graph.size() - graph.degree(v), v);
    std::ranges::sort(degrees);
    std::vector<std::size_t> order;
    for (const auto& [degree, vertex] : degrees) order.push_back(vertex);
    return order;
}

}  // namespace

Mycielskian find_mycielskian(const graph::Graph& graph, std::span<const std::size_t> clique) {
    constexpr std::uint64_t most_effort = 100'000'000;
    Mycielskian best{clique.size(), {clique.begin(), clique.end()}};
    Work work;
    const auto grow_from = [&](std::span<const std::size_t> start) {
        Growing growing(graph, start, work);
        while (growing.grow()) continue;
        work.add(64 * graph.size());
        if (growing.colours() > best.colours) best = {growing.colours(), growing.vertices()};
    };
    if (!clique.empty()) grow_from(clique);
    const std::vector<std::size_t> order = vertices_by_degree(graph);
    for (const std::size_t first : order) {
        if (work.done() > most_effort) break;
        grow_from(clique_around(graph, first, order));
    }
    std::ranges::sort(best.vertices);
    return best;
}

}  // namespace scrump::colouring
