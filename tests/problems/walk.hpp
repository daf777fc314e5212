#pragma once
// The smallest driver of a node generator: one depth-first loop in one thread, for tests of the problems alone.

#include <scrump/search/generator.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace scrump::test {

/// The part that must be compiled for the generator's instruction set.
template <class G>
[[gnu::always_inline]] inline void count_below(const typename G::Space& space, typename G::Node* nodes, unsigned limit,
                                               std::uint64_t* counts, G* generators) {
    unsigned level = 0;
    G g(space, nodes[0]);
    counts[1] += g.remaining();
    for (;;) {
        typename G::Node& child = nodes[level + 1];
        if (g.next(child)) {
            G h(space, child);
            const std::uint64_t children = h.remaining();
            counts[level + 2] += children;
            if (children == 0 || level + 2 >= limit) continue;
            std::construct_at(generators + level, std::move(g));
            ++level;
            g = std::move(h);
        } else {
            if (level == 0) return;
            --level;
            g = std::move(generators[level]);
        }
    }
}

/// The number of nodes at each depth from 0 to `limit` >= 1; the nodes at depth `limit` are never made.
template <NodeGenerator G>
std::vector<std::uint64_t> count_by_depth(const typename G::Space& space, const typename G::Node& root,
                                          unsigned limit) {
    std::vector<std::uint64_t> counts(limit + 2);
    counts[0] = 1;
    std::vector<typename G::Node> nodes(limit + 1);
    nodes[0] = root;
    std::allocator<G> storage;
    G* const generators = storage.allocate(limit + 1);
    if (limit == 1) {
        counts[1] = G(space, root).remaining();
    } else if constexpr (requires { G::enter([] {}); }) {
        G::enter([&]() __attribute__((always_inline)) {
            count_below<G>(space, nodes.data(), limit, counts.data(), generators);
        });
    } else {
        count_below<G>(space, nodes.data(), limit, counts.data(), generators);
    }
    storage.deallocate(generators, limit + 1);
    counts.resize(limit + 1);
    return counts;
}

/// Folds `root` and all nodes below it; every node is made.
template <class G, class Fold>
[[gnu::always_inline]] inline void fold_below(const typename G::Space& space, std::vector<typename G::Node>& nodes,
                                              std::vector<G>& generators, const Fold& fold,
                                              typename Fold::Value& value) {
    G g(space, nodes[0]);
    for (;;) {
        const std::size_t level = generators.size();
        typename G::Node& child = nodes[level + 1];
        if (g.next(child)) {
            fold.add(value, child, static_cast<unsigned>(level + 1));
            G h(space, child);
            if (h.remaining() == 0) continue;
            generators.push_back(std::move(g));
            g = std::move(h);
        } else {
            if (level == 0) return;
            g = std::move(generators.back());
            generators.pop_back();
        }
    }
}

/// The fold of a whole tree that is at most `depth` deep.
template <NodeGenerator G, class Fold>
typename Fold::Value fold_all(const typename G::Space& space, const typename G::Node& root, unsigned depth,
                              const Fold& fold) {
    typename Fold::Value value = fold.identity();
    fold.add(value, root, 0);
    std::vector<typename G::Node> nodes(depth + 2);
    nodes[0] = root;
    std::vector<G> generators;
    generators.reserve(depth + 2);
    if constexpr (requires { G::enter([] {}); })
        G::enter([&]() __attribute__((always_inline)) { fold_below<G>(space, nodes, generators, fold, value); });
    else
        fold_below<G>(space, nodes, generators, fold, value);
    return value;
}

}  // namespace scrump::test
