#pragma once
// The plainest searches over the clique generator, for the tests.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/generator.hpp>
#include <scrump/problems/maxclique/detail/order.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::maxclique::test {

/// The space of `graph` in colour order, whatever order suits it.
template <std::size_t W>
Space<W> coloured_space(const graph::Graph& graph) {
    return make_space<W>(graph, colour_order(graph, 1000).order, true);
}

/// What a search saw.
struct Seen {
    std::int32_t best = 0;
    std::uint64_t nodes = 0;
};

/// Finds the largest clique below `node` if it is larger than `seen.best`.
template <std::size_t W>
void search(const Space<W>& space, const Node<W>& node, Seen& seen) {
    using G = Generator<W>;
    ++seen.nodes;
    if (G::objective(space, node) > seen.best) seen.best = G::objective(space, node);
    G generator(space, node, seen.best);
    for (Node<W> child; generator.next(child);)
        if (G::bound(space, child) > seen.best) search(space, child, seen);
}

/// Counts all nodes below `node` by their size.
template <std::size_t W>
void enumerate(const Space<W>& space, const Node<W>& node, std::vector<std::uint64_t>& counts) {
    const auto size = static_cast<std::size_t>(node.size);
    if (counts.size() <= size) counts.resize(size + 1);
    ++counts[size];
    Generator<W> generator(space, node);
    for (Node<W> child; generator.next(child);) enumerate(space, child, counts);
}

/// Counts the cliques of `size` vertices below `node`, by the tree of the search for one.
template <std::size_t W>
std::uint64_t count_cliques(const Space<W>& space, const Node<W>& node, std::int32_t size) {
    if (node.size == size) return 1;
    std::uint64_t count = 0;
    Generator<W> generator(space, node, size - 1);
    for (Node<W> child; generator.next(child);) count += count_cliques(space, child, size);
    return count;
}

}  // namespace scrump::maxclique::test
