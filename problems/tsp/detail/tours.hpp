#pragma once
// All tours as the nodes of a tree, each once: for searches for several solutions.
//
// The search of generator.hpp leaves a subproblem once it has its shortest tour. Here the others in it are split by the
// edges of that tour: those without its first edge, those with the first and without the second, and so on (K. G.
// Murty, "An algorithm for ranking all the assignments in order of increasing cost", Operations Research 16, 1968; E.
// L. Lawler, Management Science 18, 1972). So each tour is the shortest one of exactly one subproblem.

#include <scrump/problems/tsp/detail/generator.hpp>
#include <scrump/problems/tsp/detail/node.hpp>
#include <scrump/problems/tsp/detail/relaxation.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::tsp {

/// The common data of all nodes.
struct ToursSpace {
    const Space& tours;   ///< its root is the root, and its nodes are the nodes
    Length shortest = 0;  ///< no tour is shorter
};

/// An upper bound of the length of a tour.
Length longest_tour(const Instance& instance);

/// The length of the k-th shortest of the tours that differ from `tour` in two edges, or of `tour` itself: at least k
/// tours are no longer. `longest_tour()` if there are fewer. They have the fixed edges.
Length kth_near(const Instance& instance, const Tour& tour, const FixedEdges& fixed, std::size_t k);

/// Yields the children of a subproblem: its shortest tour and the subproblems into which that splits the others, if the
/// relaxation found that tour; otherwise the subproblems of Generator.
class ToursGenerator {
  public:
    using Space = ToursSpace;
    using Node = tsp::Node;

    /// For tours shorter than `to_beat`.
    ToursGenerator(const Space& space, const Node& node, Length to_beat);

    bool next(Node& child);
    std::uint64_t remaining() const { return generator_.remaining() + (split_.size() - next_); }
    bool pruned() const { return generator_.pruned(); }

    static Length objective(const Space&, const Node& node) { return node.length; }
    static Length bound(const Space& space, const Node& node) { return std::max(space.shortest, node.bound); }

    static bool valid(const Space& space, const Node& node) { return Generator::valid(space.tours, node); }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return Generator::valid(space.tours, node, depth);
    }

  private:
    Generator generator_;
    std::vector<Edge> split_;  // edges of the shortest tour that the others need not have
    std::size_t next_ = 0;     // the first of them that they do not have
};

}  // namespace scrump::tsp
