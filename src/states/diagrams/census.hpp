#pragma once
// What there is in a set of vectors, a list decision diagram: numbers of vectors and of enabled transitions, values,
// sums. Exact, however large.

#include "list_transitions.hpp"

#include <scrump/states/diagrams/counters.hpp>
#include <scrump/states/diagrams/detail/diagram_worker.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

/// The nodes of a set, each once, all that a node leads to before it. Nothing may be collected while it is made.
class ListNodes {
  public:
    struct Node {
        std::uint32_t value = 0;
        std::uint32_t down = 0;  ///< place of the node, from 2 on; 0: empty; 1: the vector without elements
        std::uint32_t right = 0;
    };

    /// A set of vectors of a number of elements.
    ListNodes(DiagramWorker& worker, Edge set, Level levels);

    std::uint64_t size() const { return nodes_.size() - first; }
    /// Places from `first` on have nodes.
    std::span<const Node> all() const { return nodes_; }
    Level levels() const { return static_cast<Level>(at_.size()); }
    /// Places of the nodes of a level, ascending.
    std::span<const std::uint32_t> at(Level level) const { return at_[level]; }
    std::uint32_t root() const { return root_; }

    static constexpr std::uint32_t first = 2;

  private:
    void add_all(DiagramWorker& worker, Edge set);

    std::vector<Node> nodes_;
    std::vector<std::vector<std::uint32_t>> at_;
    std::uint32_t root_ = 0;
};

/// Number of vectors. An element may stand for the sum of several (counter_lumps.hpp), by level: then a vector counts
/// once for each way to divide the sums. No numbers: each element stands for itself.
Count count_vectors(const ListNodes& nodes, std::span<const std::uint32_t> members = {});

/// Counts the transitions that vectors allow: the sum, and for each transition whether any vector allows it. Of
/// elements that stand for several, the parts must be large enough for each.
struct AllowedTransitions {
    Count all{};
    std::vector<bool> any{};
};
AllowedTransitions count_allowed(const ListNodes& nodes, const ListTransitions& transitions,
                                 std::span<const std::uint32_t> members = {});

/// The values at a level, ascending.
std::vector<std::uint32_t> values_at(const ListNodes& nodes, Level level);

/// The largest sum of a vector's elements, each counted as at most its level's cap.
std::uint64_t max_sum(const ListNodes& nodes, std::span<const std::uint32_t> caps);

}  // namespace scrump::detail
