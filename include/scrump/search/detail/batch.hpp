#pragma once
// The step of a search that works on many nodes at once: the children of a batch of nodes, all folded, of which those
// that may have children are put on a stack.

#include <scrump/metrics/counters.hpp>
#include <scrump/pools/node_columns.hpp>
#include <scrump/search/fold.hpp>
#include <scrump/search/generator.hpp>
#include <scrump/search/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// Generators that do not make batches are asked for one child after the other, so any generator with nodes that are
/// their bytes is supported.
template <NodeGenerator G, class Visitor>
requires ColumnNode<typename G::Node>
class Batch {
  public:
    using Node = typename G::Node;
    using Columns = NodeColumns<Node>;

    /// Number of nodes whose children are made at once: as many as the generator asks for, or one if there is nothing
    /// to gain.
    static constexpr std::size_t size = [] {
        if constexpr (requires { G::batch_size; }) return G::batch_size;
        return GeneratesBatches<G> ? std::size_t{64} : std::size_t{1};
    }();

    Batch(const typename G::Space& space, Visitor& visitor, Counters& counters, unsigned depth_limit)
        : space_(space), visitor_(visitor), counters_(counters), depth_limit_(depth_limit) {}

    /// Replaces the topmost nodes of the stack, at most `size` and `most`, by those of their children that may have
    /// children; all children are folded. Returns the number of replaced nodes. Nodes at the depth limit must not be on
    /// the stack.
    std::size_t expand_top(Columns& stack, std::uint64_t most) {
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>({stack.size(), size, std::max<std::uint64_t>(most, 1)}));
        expand(stack, stack.size() - count, count);
        stack.drop_back(count);
        keep(stack);
        counters_.backtracks += count;
        return count;
    }

    /// The same for one node, wherever it is.
    void expand_one(const Node& node, unsigned depth, Columns& to) {
        one_.clear();
        one_.push(node, depth);
        expand(one_, 0, 1);
        keep(to);
        ++counters_.backtracks;
    }

  private:
    void expand(const Columns& nodes, std::size_t first, std::size_t count) {
        children_.clear();
        if constexpr (GeneratesBatches<G>) {
            G::expand(space_, nodes, first, count, children_);
        } else {
            for (std::size_t index = first; index < first + count; ++index) {
                const Node parent = nodes.node(index);
                G generator(space_, parent);
                for (Node child{}; generator.next(child);) children_.push(child, nodes.depth(index) + 1);
            }
        }
        counters_.nodes += children_.size();
        visitor_.visit_columns(children_);
    }

    // Childless nodes are done. Nodes at the depth limit have no children to be explored.
    void keep(Columns& stack) {
        const std::size_t before = stack.size();
        if constexpr (DropsChildless<G>) {
            G::append_inner(space_, children_, stack);
        } else {
            stack.append(children_, 0, children_.size());
        }
        const std::size_t at_limit = count_at_limit();
        if (at_limit > 0) drop_at_limit(stack, before);
        counters_.backtracks += children_.size() - at_limit - (stack.size() - before);
    }

    std::size_t count_at_limit() const {
        if (depth_limit_ == unlimited_depth) return 0;
        const auto* const depths = children_.depths();
        return static_cast<std::size_t>(
            std::count_if(depths, depths + children_.size(), [this](auto depth) { return depth >= depth_limit_; }));
    }
    // Starting at `first`.
    void drop_at_limit(Columns& stack, std::size_t first) const {
        std::size_t kept = first;
        for (std::size_t index = first; index < stack.size(); ++index) {
            if (stack.depth(index) >= depth_limit_) continue;
            for (std::size_t word = 0; word < stack.columns(); ++word)
                stack.column(word)[kept] = stack.column(word)[index];
            ++kept;
        }
        stack.drop_back(stack.size() - kept);
    }

    const typename G::Space& space_;
    Visitor& visitor_;
    Counters& counters_;
    const unsigned depth_limit_;
    Columns children_;
    Columns one_;
};

}  // namespace scrump::detail
