#include <scrump/problems/maxclique/detail/sparse_space.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/maxclique/detail/size_class.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace scrump::maxclique {

// Taken in order, vertices find themselves a place at the end of the lists of all that come before them: so the lists
// are ascending without being sorted.
OrderedGraph::OrderedGraph(const graph::SparseGraph& graph)
    : cores_(graph::cores_of(graph)), starts_(graph.size() + 1), later_(graph.edges()) {
    std::vector<Vertex> places(graph.size());
    for (std::size_t v = 0; v < size(); ++v) places[cores_.order[v]] = static_cast<Vertex>(v);
    constexpr std::size_t often = 4096;
    for (std::size_t v = 0; v < size(); ++v) {
        if (v % often == 0) Deadline::look();
        for (const Vertex neighbour : graph.neighbours(original(v)))
            if (places[neighbour] > v) ++starts_[v + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<std::uint64_t> ends(starts_.begin(), starts_.end() - 1);
    for (std::size_t v = 0; v < size(); ++v) {
        if (v % often == 0) Deadline::look();
        for (const Vertex neighbour : graph.neighbours(original(v)))
            if (places[neighbour] < v) later_[ends[places[neighbour]]++] = static_cast<Vertex>(v);
    }
}

std::size_t OrderedGraph::first_of_core(std::size_t core) const {
    const auto& order = cores_.order;
    const auto first =
        std::ranges::lower_bound(order, core, std::less<>{}, [&](Vertex v) { return std::size_t{cores_.numbers[v]}; });
    return static_cast<std::size_t>(first - order.begin());
}

graph::Graph OrderedGraph::dense_from(std::size_t first) const {
    graph::Graph dense(size() - first);
    for (std::size_t v = first; v < size(); ++v)
        for (const std::size_t neighbour : later(v)) dense.add_edge(v - first, neighbour - first);
    return dense;
}

bool suits_matrix(const OrderedGraph& graph, std::size_t first, std::size_t beside) {
    constexpr std::size_t always = 4096;
    constexpr double dense = 0.1;
    const std::size_t vertices = graph.size() - first;
    if (vertices <= always) return true;
    if (vertices + beside > max_vertices) return false;
    const double pairs = static_cast<double>(vertices) * static_cast<double>(vertices - 1) / 2;
    return graph.largest_possible() > widest_problem || static_cast<double>(graph.edges_from(first)) >= dense * pairs;
}

SparseSpace::SparseSpace(const OrderedGraph& graph, std::size_t to_beat, Clique known)
    : graph_(&graph), known_(std::move(known)) {
    for (std::size_t v = graph.size(); v-- > graph.first_of_core(to_beat);) {
        const std::size_t neighbours = graph.later(v).size();
        if (neighbours < to_beat) continue;
        starts_.push_back(static_cast<OrderedGraph::Vertex>(v));
        widest_ = std::max(widest_, neighbours);
    }
}

void SparseSpace::refuse_if_too_wide() const {
    if (widest_ <= widest_problem) return;
    throw Error("cliques: the graph is too dense: vertices have up to " + std::to_string(widest_) +
                " neighbours that cannot be ruled out; at most " + std::to_string(widest_problem) +
                " can be searched, or " + std::to_string(max_vertices) + " vertices in all");
}

std::size_t count_colours(const OrderedGraph& graph) {
    std::vector<std::size_t> colours(graph.size());
    std::vector<std::size_t> taken_by;  // of each colour the last vertex that has a neighbour of it, from 1
    std::size_t most = 0;
    for (std::size_t vertex = graph.size(); vertex-- > 0;) {
        for (const OrderedGraph::Vertex other : graph.later(vertex)) taken_by[colours[other]] = vertex + 1;
        std::size_t colour = 0;
        while (colour < most && taken_by[colour] == vertex + 1) ++colour;
        colours[vertex] = colour;
        most = std::max(most, colour + 1);
        taken_by.resize(most);
    }
    return most;
}

}  // namespace scrump::maxclique
