#pragma once
// The travelling salesman problem as a node generator: branch and bound on 1-trees.
//
// The work is done when a generator is made: its node is relaxed then, which takes about as long as 100 minimum
// spanning trees. So a child that is handed to another worker has cost nothing before it gets there, and a tree of a
// few dozen nodes is enough for several workers.

#include <scrump/problems/tsp/detail/node.hpp>
#include <scrump/problems/tsp/detail/relaxation.hpp>
#include <scrump/problems/tsp/fixed_edges.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace scrump::tsp {

/// The common data of all nodes.
struct Space {
    /// Throws Error for an instance without cities, which must outlive the space, and for edges that no tour can have.
    explicit Space(const Instance& the_instance, std::function<bool()> to_hurry = {}, FixedEdges the_fixed = {},
                   std::optional<Length> the_most = {}, bool may_use_cuts = true);

    const Instance& instance;
    const FixedEdges fixed;  ///< edges in every tour
    /// Whether the search is about to stop, so that nodes should be cut short: their bounds may then be worse. None:
    /// never.
    std::function<bool()> hurried;
    const Length most;     ///< longer tours are not needed; by default those longer than some tour
    const bool with_cuts;  ///< whether linear programs may be used, which may differ between machines
};

/// All tours of the instance that have its fixed edges. With one or two cities there is only one, which is the root
/// itself.
Node root(const Space& space);

/// Yields the children of a subproblem: its shortest tour, if the relaxation found that; otherwise the two or three
/// subproblems into which it is split. A `NodeGenerator` that counts its children, has an objective and a bound, knows
/// the incumbent and reports pruning.
class Generator {
  public:
    using Space = tsp::Space;
    using Node = tsp::Node;

    /// For tours shorter than `to_beat`.
    Generator(const Space& space, const Node& node, Length to_beat);

    bool next(Node& child);
    std::uint64_t remaining() const { return children_ - next_; }
    bool pruned() const { return pruned_; }
    const Relaxed& relaxed() const { return relaxed_; }

    static Length objective(const Space&, const Node& node) { return node.length; }
    static Length bound(const Space&, const Node& node) { return node.bound; }

    /// Whether it is a tour of its length, or a subproblem whose edges are those of the instance, each once.
    static bool valid(const Space& space, const Node& node);
    static bool valid(const Space& space, const Node& node, unsigned depth);

  private:
    Relaxed relaxed_;
    std::size_t children_ = 0;
    std::size_t next_ = 0;
    bool pruned_ = false;
};

}  // namespace scrump::tsp
