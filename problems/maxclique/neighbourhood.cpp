#include <scrump/problems/maxclique/detail/neighbourhood.hpp>

#include <bit>

namespace scrump::maxclique {
namespace {

/// Calls `visit` for every vertex that `vertex` is not adjacent to, itself excepted.
template <class Visit>
void for_each_stranger(const graph::Graph& graph, std::uint32_t vertex, Visit&& visit) {
    const auto row = graph.row(vertex);
    for (std::size_t w = 0; w < row.size(); ++w) {
        std::uint64_t left = ~row[w];
        const std::size_t first = w * graph::Graph::word_bits;
        if (graph.size() - first < graph::Graph::word_bits) left &= (std::uint64_t{1} << (graph.size() - first)) - 1;
        if (vertex / graph::Graph::word_bits == w) left &= ~(std::uint64_t{1} << (vertex % graph::Graph::word_bits));
        for (; left != 0; left &= left - 1)
            visit(static_cast<std::uint32_t>(first + static_cast<std::size_t>(std::countr_zero(left))));
    }
}

}  // namespace

CliqueNeighbourhood::CliqueNeighbourhood(const graph::Graph& graph)
    : graph_(&graph),
      place_in_clique_(graph.size()),
      in_clique_(graph.size()),
      blockers_(graph.size()),
      blocker_sum_(graph.size()),
      place_in_list_(graph.size()) {
    for (std::size_t v = 0; v < graph.size(); ++v) list_in(0, static_cast<Vertex>(v));
}

void CliqueNeighbourhood::join(Vertex vertex) {
    list_out(0, vertex);
    in_clique_[vertex] = 1;
    place_in_clique_[vertex] = static_cast<Vertex>(clique_.size());
    clique_.push_back(vertex);
    for_each_stranger(*graph_, vertex, [&](Vertex stranger) { block(stranger, vertex); });
}

void CliqueNeighbourhood::leave(Vertex vertex) {
    in_clique_[vertex] = 0;
    clique_[place_in_clique_[vertex]] = clique_.back();
    place_in_clique_[clique_.back()] = place_in_clique_[vertex];
    clique_.pop_back();
    list_in(0, vertex);
    for_each_stranger(*graph_, vertex, [&](Vertex stranger) { unblock(stranger, vertex); });
}

void CliqueNeighbourhood::block(Vertex vertex, Vertex member) {
    const std::uint32_t before = blockers_[vertex]++;
    blocker_sum_[vertex] += member;
    if (before < lists_.size()) list_out(before, vertex);
    if (before == 0) list_in(1, vertex);
}

void CliqueNeighbourhood::unblock(Vertex vertex, Vertex member) {
    const std::uint32_t before = blockers_[vertex]--;
    blocker_sum_[vertex] -= member;
    if (before < lists_.size()) list_out(before, vertex);
    if (before <= lists_.size()) list_in(before - 1, vertex);
}

void CliqueNeighbourhood::list_in(std::uint32_t blockers, Vertex vertex) {
    place_in_list_[vertex] = static_cast<Vertex>(lists_[blockers].size());
    lists_[blockers].push_back(vertex);
}

void CliqueNeighbourhood::list_out(std::uint32_t blockers, Vertex vertex) {
    auto& vertices = lists_[blockers];
    vertices[place_in_list_[vertex]] = vertices.back();
    place_in_list_[vertices.back()] = place_in_list_[vertex];
    vertices.pop_back();
}

}  // namespace scrump::maxclique
