#pragma once
// Maximal common subgraphs, each once: for searches for several solutions.

#include <scrump/problems/mcs/detail/generator.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace scrump::mcs {

/// The common data of all nodes.
struct MaximalSpace {
    Space graphs;
    std::int32_t most = 0;  ///< no common subgraph has more vertices
};

/// Whether no pair can be added to those of a node. For a connected subgraph: none that leaves it connected.
bool is_maximal(const Space& space, const Node& node);

/// The tree of Generator, in which the pairs of each common subgraph end one path from the root: where nothing is left
/// to be matched. There the objective is their number.
class MaximalGenerator {
  public:
    using Space = MaximalSpace;
    using Node = mcs::Node;

    /// The children below which a common subgraph of more than `to_beat` vertices may exist.
    MaximalGenerator(const Space& space, const Node& node, std::int32_t to_beat)
        : all_(space.graphs, node, std::max(to_beat, -1)) {}

    bool next(Node& child) { return all_.next(child); }

    static std::int32_t objective(const Space& space, const Node& node) {
        return is_maximal(space.graphs, node) ? Generator::objective(space.graphs, node)
                                              : std::numeric_limits<std::int32_t>::lowest();
    }
    static std::int32_t bound(const Space& space, const Node& node) {
        return std::min(space.most, Generator::bound(space.graphs, node));
    }

    static bool valid(const Space& space, const Node& node) { return Generator::valid(space.graphs, node); }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return Generator::valid(space.graphs, node, depth);
    }

  private:
    Generator all_;
};

}  // namespace scrump::mcs
