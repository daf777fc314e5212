#pragma once
// A random tree that knows how good its nodes are, for tests of bounds.

#include "search/problems.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace scrump::test {

/// Knows the best value below each node, and promises `slack` more; of the root it promises much more. So as long as a
/// run has not found the best, and the root was visited, what is left says exactly how good it is, and the slack: less
/// if some of it was overlooked, more if the root still counted.
struct KnownTree {
    RandomTree tree;
    std::int64_t slack = 0;
    std::map<std::uint64_t, std::int64_t> best{};  // by label

    explicit KnownTree(const RandomTree& of, std::int64_t more = 0) : tree(of), slack(more) { look(tree.root()); }

    std::int64_t look(const RandomTree::Node& node) {
        std::int64_t most = RandomTree::value(node);
        for (unsigned i = 0; i < tree.children(node); ++i) most = std::max(most, look(tree.child(node, i)));
        return best[node.label] = most;
    }
    std::int64_t optimum() const { return best.at(tree.root().label); }
};

class KnownGenerator {
  public:
    using Space = KnownTree;
    using Node = RandomTree::Node;

    static constexpr std::int64_t promised = 5000;

    KnownGenerator(const Space& space, const Node& parent) : inner_(space.tree, parent) {}
    bool next(Node& child) { return inner_.next(child); }

    static std::int64_t objective(const Space&, const Node& node) { return RandomTree::value(node); }
    static std::int64_t bound(const Space& space, const Node& node) {
        return node.depth == 0 ? promised : space.best.at(node.label) + space.slack;
    }

  private:
    TreeGenerator<false> inner_;
};

}  // namespace scrump::test
