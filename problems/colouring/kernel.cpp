#include <scrump/problems/colouring/detail/kernel.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace scrump::colouring {

namespace {

using Words = std::vector<std::uint64_t>;

bool test(const Words& set, std::size_t element) {
    return ((set[element / 64] >> (element % 64)) & 1) != 0;
}

class Reduction {
  public:
    Reduction(const graph::Graph& graph, std::size_t colours, std::span<const std::size_t> stay)
        : graph_(graph), colours_(colours), present_((graph.size() + 63) / 64), may_go_(present_.size()) {
        for (std::size_t v = 0; v < graph.size(); ++v) set(present_, v);
        may_go_ = present_;
        for (const std::size_t v : stay) clear(may_go_, v);
    }

    Kernel run() {
        // Each round takes time that grows with the square of the size; what many rounds leave is left.
        constexpr int most_rounds = 8;
        for (int round = 0; round < most_rounds; ++round) {
            const std::size_t before = kernel_.gone.size();
            drop_few_neighbours();
            drop_dominated();
            if (kernel_.gone.size() == before) break;
        }
        finish();
        return std::move(kernel_);
    }

  private:
    static void set(Words& set, std::size_t element) { set[element / 64] |= std::uint64_t{1} << (element % 64); }
    static void clear(Words& set, std::size_t element) { set[element / 64] &= ~(std::uint64_t{1} << (element % 64)); }

    void drop(std::size_t vertex, std::optional<std::size_t> other) {
        clear(present_, vertex);
        clear(may_go_, vertex);
        kernel_.gone.push_back({vertex, other});
    }

    void drop_few_neighbours() {
        for (bool again = true; again;) {
            again = false;
            for (std::size_t v = 0; v < graph_.size(); ++v) {
                if (v % 256 == 255) Deadline::look();
                if (!test(may_go_, v) || degree(v) >= colours_) continue;
                drop(v, std::nullopt);
                again = true;
            }
        }
    }

    void drop_dominated() {
        for (std::size_t v = 0; v < graph_.size(); ++v) {
            if (!test(may_go_, v)) continue;
            if (v % 256 == 255) Deadline::look();
            for (std::size_t other = 0; other < graph_.size(); ++other) {
                if (other == v || !test(present_, other) || !dominates(other, v)) continue;
                drop(v, other);
                break;
            }
        }
    }

    std::size_t degree(std::size_t vertex) const {
        const auto row = graph_.row(vertex);
        std::size_t count = 0;
        for (std::size_t w = 0; w < row.size(); ++w)
            count += static_cast<std::size_t>(std::popcount(row[w] & present_[w]));
        return count;
    }

    // Neighbours never dominate each other: each is a neighbour of the other, but not of itself.
    bool dominates(std::size_t greater, std::size_t lesser) const {
        const auto all = graph_.row(greater);
        const auto some = graph_.row(lesser);
        for (std::size_t w = 0; w < all.size(); ++w)
            if ((some[w] & present_[w] & ~all[w]) != 0) return false;
        return true;
    }

    void finish() {
        std::vector<std::size_t>& vertices = kernel_.vertices;
        for (std::size_t v = 0; v < graph_.size(); ++v)
            if (test(present_, v)) vertices.push_back(v);
        kernel_.graph = graph::Graph(vertices.size());
        for (std::size_t a = 0; a < vertices.size(); ++a) {
            if (a % 256 == 255) Deadline::look();
            for (std::size_t b = 0; b < a; ++b)
                if (graph_.adjacent(vertices[a], vertices[b])) kernel_.graph.add_edge(a, b);
        }
    }

    const graph::Graph& graph_;
    std::size_t colours_;
    Words present_;
    Words may_go_;
    Kernel kernel_;
};

std::size_t first_free_colour(const graph::Graph& graph, const std::vector<std::optional<std::size_t>>& colours,
                              std::size_t vertex) {
    std::vector<bool> taken(graph.size() + 1);
    for (std::size_t other = 0; other < graph.size(); ++other)
        if (colours[other] && graph.adjacent(vertex, other)) taken[*colours[other]] = true;
    return static_cast<std::size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
}

}  // namespace

Kernel reduce(const graph::Graph& graph, std::size_t colours, std::span<const std::size_t> stay) {
    return Reduction(graph, colours, stay).run();
}

Colouring extend(const graph::Graph& graph, const Kernel& kernel, const Colouring& colouring) {
    std::vector<std::optional<std::size_t>> colours(graph.size());
    for (std::size_t v = 0; v < kernel.vertices.size(); ++v) colours[kernel.vertices[v]] = colouring[v];
    for (auto gone = kernel.gone.rbegin(); gone != kernel.gone.rend(); ++gone)
        colours[gone->vertex] = gone->other ? colours[*gone->other] : first_free_colour(graph, colours, gone->vertex);
    Colouring whole;
    whole.reserve(graph.size());
    for (const auto& colour : colours) whole.push_back(colour.value_or(0));
    return whole;
}

}  // namespace scrump::colouring
