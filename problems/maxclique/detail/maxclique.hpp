#pragma once
// The maximum clique problem: find as many vertices of a graph as possible that are all adjacent to one another.
//
// Size classes, spaces, nodes and the node generator; local search for a first clique, and its schedule.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/generator.hpp>
#include <scrump/problems/maxclique/detail/size_class.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/maxclique/ext/local_search.hpp>
#include <scrump/problems/maxclique/ext/schedule.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// The node of a clique given in the graph's own vertex numbers, as an incumbent or to be searched from.
template <std::size_t W>
Node<W> node_of(const Space<W>& space, std::span<const std::size_t> clique) {
    Node<W> node = root(space);
    for (const std::size_t original : clique) {
        const std::size_t vertex = space.vertex(original);
        node.candidates &= space.row(vertex);
        node.clique.set(vertex);
        ++node.size;
    }
    node.limit = node.size + static_cast<std::int32_t>(node.candidates.count());
    return node;
}

/// The clique of a node in the graph's own vertex numbers, ascending.
template <std::size_t W>
std::vector<std::size_t> vertices_of(const Space<W>& space, const Node<W>& node) {
    std::vector<std::size_t> vertices;
    vertices.reserve(static_cast<std::size_t>(node.size));
    node.clique.for_each([&](std::size_t vertex) { vertices.push_back(space.original(vertex)); });
    std::sort(vertices.begin(), vertices.end());
    return vertices;
}

/// Whether `vertices` are vertices of `graph`, all different and all adjacent to one another.
bool is_clique(const graph::Graph& graph, std::span<const std::size_t> vertices);

}  // namespace scrump::maxclique
