#pragma once
// Unbalanced Tree Search: count the nodes of a tree that exists only as a hash function, so that no division of the
// work is good in advance. The node generator that suits the tree and the processor, and the fold that measures the
// tree.

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "generator.hpp"
#include "sha1.hpp"
#include "space.hpp"
#include "tree.hpp"

namespace scrump::uts {

/// Folds nodes into the shape of their tree.
struct Fold {
    using Value = Shape;

    Value identity() const { return {}; }

    template <class Node>
    void add(Value& value, const Node& node, unsigned depth) const {
        ++value.nodes;
        value.leaves += node.children == 0;
        value.depth = std::max<std::uint32_t>(value.depth, depth);
    }

    void merge(Value& value, const Value& other) const {
        value.nodes += other.nodes;
        value.leaves += other.leaves;
        value.depth = std::max(value.depth, other.depth);
    }
};

/// Which hash to use; `automatic`: the fastest one that the processor has.
enum class HashChoice { automatic, portable, sha_ni };

/// Whether this processor can run the hash.
inline bool available(HashChoice hash) {
#if defined(__x86_64__)
    if (hash == HashChoice::sha_ni) return ShaNi::available();
#endif
    return hash != HashChoice::sha_ni;
}

/// Calls `f(std::type_identity<G>{})`, G being the node generator for `tree`, and returns what it returns, which must
/// be the same type for all G. A search then runs over `Space(tree)` from `G::root(space)`. Throws `UsageError` when
/// the processor lacks the hash.
template <class F>
decltype(auto) with_generator(const Tree& tree, F&& f, HashChoice hash = HashChoice::automatic) {
    if (!available(hash)) throw UsageError("uts: this processor lacks the hash asked for");
    const auto with_hash = [&]<class Hash>(std::type_identity<Hash>) -> decltype(auto) {
        if (tree.law == Law::binomial) return std::forward<F>(f)(std::type_identity<Generator<Hash, BinomialNode>>{});
        return std::forward<F>(f)(std::type_identity<Generator<Hash, GeometricNode>>{});
    };
#if defined(__x86_64__)
    if (hash == HashChoice::sha_ni || (hash == HashChoice::automatic && ShaNi::available()))
        return with_hash(std::type_identity<ShaNi>{});
#endif
    return with_hash(std::type_identity<PortableSha1>{});
}

}  // namespace scrump::uts
