#pragma once
// The permutation flow shop as a node generator: branch and bound from both ends of the order.
//
// The children of a node fix one of its open jobs at the beginning of the order, or all of them fix one at its end:
// where fewer children are left by their bounds, as in J. Gmys, M. Mezmaz, N. Melab and D. Tuyttens, "A computationally
// efficient branch-and-bound algorithm for the permutation flow-shop scheduling problem", EJOR 284 (2020). As they
// also found, the bound of two machines costs more time than it saves: only the reported bound uses it.

#include <scrump/problems/flowshop/detail/bounds.hpp>
#include <scrump/problems/flowshop/detail/node.hpp>
#include <scrump/problems/flowshop/instance.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::flowshop {

/// What is the same for all nodes.
struct Space {
    /// The instance has to outlive the space.
    explicit Space(const Instance& the_instance) : instance(the_instance), least(instance) {}

    const Instance& instance;
    const LeastTimes least;
};

/// All orders of the instance. Of one job there is one order, which is the root already.
Node root(const Space& space);

/// Yields the children of a subproblem by rising bound. A `NodeGenerator` that counts its children, has an objective
/// and bounds, knows the incumbent and reports pruning.
class Generator {
  public:
    using Space = flowshop::Space;
    using Node = flowshop::Node;
    static constexpr bool bounds_never_improve = true;

    /// Those below which an order may end before `to_beat`; if that is not given, all.
    Generator(const Space& space, const Node& parent, Time to_beat);
    Generator(const Space& space, const Node& parent) : Generator(space, parent, no_order) {}

    bool next(Node& child);
    std::uint64_t remaining() const { return children_.size() - next_; }
    bool pruned() const { return pruned_; }

    static Time objective(const Space&, const Node& node) { return node.open() == 0 ? node.bound : no_order; }
    static Time bound(const Space&, const Node& node) { return node.bound; }
    static Time dual_bound(const Space& space, const Node& node);

    /// Whether it is a subproblem of the instance, with the times that follow from its order, and with a bound that is
    /// at least that of one machine.
    static bool valid(const Space& space, const Node& node);
    /// Each step down fixes a job.
    static bool valid(const Space& space, const Node& node, unsigned depth);

  private:
    struct Child {
        Time bound;
        Job place;  // of its job in the parent's order
        auto operator<=>(const Child&) const = default;
    };
    /// The children that fix a job at one end.
    struct Branching {
        std::vector<Child> children;  // that are not pruned
        std::int64_t bounds = 0;      // of all, added up

        bool is_better_than(const Branching& other) const;
    };

    template <class BoundOf>
    Branching branch(Time to_beat, const BoundOf& bound_of) const;
    Time bound_at_the_beginning(Job job) const;
    Time bound_at_the_end(Job job) const;

    const Space* space_;
    const Node* parent_;
    std::vector<Child> children_;
    std::size_t next_ = 0;
    bool at_the_end_ = false;  // children fix a job there
    bool pruned_ = false;
};

}  // namespace scrump::flowshop
