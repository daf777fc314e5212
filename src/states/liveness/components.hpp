#pragma once
// Strongly connected components (Tarjan 1972), without recursion.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::detail {

/// The component of each node of a graph, of which `for_each_edge(node, visit)` visits the ends of all edges. Edges
/// lead to the same or a smaller number.
template <class ForEachEdge>
std::vector<std::uint32_t> components_of(std::size_t nodes, const ForEachEdge& for_each_edge) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    struct Visited {
        std::size_t node;
        std::size_t first_end;
    };
    std::vector<std::uint32_t> component(nodes, none), order(nodes, none), lowest(nodes);
    std::vector<std::size_t> waiting;
    std::vector<Visited> path;
    std::vector<std::size_t> ends;  // of edges that are left, for all nodes of the path
    std::uint32_t visited = 0, found = 0;
    const auto enter = [&](std::size_t node) {
        order[node] = lowest[node] = visited++;
        waiting.push_back(node);
        path.push_back({node, ends.size()});
        for_each_edge(node, [&](std::size_t end) { ends.push_back(end); });
    };
    const auto leave = [&](std::size_t node) {
        path.pop_back();
        if (!path.empty()) lowest[path.back().node] = std::min(lowest[path.back().node], lowest[node]);
        if (lowest[node] != order[node]) return;
        for (std::size_t last = nodes; last != node;) {
            last = waiting.back();
            waiting.pop_back();
            component[last] = found;
        }
        ++found;
    };
    for (std::size_t root = 0; root < nodes; ++root) {
        if (order[root] != none) continue;
        enter(root);
        while (!path.empty()) {
            const Visited top = path.back();
            if (ends.size() == top.first_end) {
                leave(top.node);
                continue;
            }
            const std::size_t end = ends.back();
            ends.pop_back();
            if (order[end] == none) {
                enter(end);
            } else if (component[end] == none) {
                lowest[top.node] = std::min(lowest[top.node], order[end]);
            }
        }
    }
    return component;
}

}  // namespace scrump::detail
