#pragma once
// The 0/1 knapsack problem as a node generator. A node is a part of the space and the items, outside the core, that
// deviate from their default; its solution is the best packing to which the core completes it. A packing that is known
// before the search is a node without children.

#include <scrump/problems/knapsack/detail/space.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::knapsack {

struct Node {
    static constexpr std::uint32_t no_part = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t part = no_part;          ///< none: the root, which stands for the space's first packing
    std::uint32_t open = 0;                ///< number of items that may still deviate, the cheapest ones
    Change change;                         ///< change by the deviating items
    std::vector<std::uint32_t> deviating;  ///< without a part: items of the kernel that are a known packing, ascending

    bool is_known_packing() const { return part == no_part && !deviating.empty(); }

    template <class Archive>
    void serialize(Archive& archive) {
        archive(part, open, change.profit, change.weight, change.count, deviating);
    }
};

/// Yields the parts below the root, and below a node of a part the same with one more deviating item, the cheapest
/// first. Each set of items is reached by its most expensive one first: depth first, all sets of the first m items come
/// before any other, like the binary numbers, so that the search does not get lost in expensive sets.
class Generator {
  public:
    using Space = knapsack::Space;
    using Node = knapsack::Node;

    /// The children below which a profit of more than `to_beat` is possible.
    Generator(const Space& space, const Node& node, std::int64_t to_beat)
        : space_(&space), node_(&node), needed_(space.kernel().least_above(to_beat)) {
        if (node.is_known_packing() || needed_ > space.most()) {
            next_ = static_cast<std::uint32_t>(space.parts().size());
            return;
        }
        if (node.part == Node::no_part) return;
        part_ = &space.parts()[node.part];
        needed_ = part_->market().scaled(needed_);
        slack_ = part_->first_bound(node.change) - needed_;
    }

    bool next(Node& child) { return part_ == nullptr ? next_part(child) : next_deviation(child); }

    /// Profit in the instance.
    static std::int64_t objective(const Space& space, const Node& node) {
        if (node.is_known_packing()) return space.kernel().full_profit(sum(space.kernel(), node.deviating).profit);
        if (node.part == Node::no_part) return space.start_profit();
        const std::int64_t profit = space.parts()[node.part].best(node.change);
        return profit < 0 ? std::numeric_limits<std::int64_t>::lowest() : space.kernel().full_profit(profit);
    }

    static std::int64_t bound(const Space& space, const Node& node) {
        if (node.is_known_packing()) return objective(space, node);
        if (node.part == Node::no_part) {
            std::int64_t most = space.start_profit();
            for (const Part& part : space.parts())
                most = std::max(most, space.kernel().full_profit(whole_bound(space, part.bound(), part)));
            return most;
        }
        const Part& part = space.parts()[node.part];
        return space.kernel().full_profit(whole_bound(space, part.bound(node.change, node.open), part));
    }

    /// Whether these items of the part can deviate, and give that change.
    static bool valid(const Space& space, const Node& node) {
        if (node.part == Node::no_part) return is_packing(space.kernel(), node.deviating);
        if (node.part >= space.parts().size()) return false;
        const Part& part = space.parts()[node.part];
        Change change;
        std::size_t open = part.size();
        for (const std::uint32_t index : node.deviating) {
            if (index >= open) return false;
            open = index;
            change += part.deviation(index);
        }
        return node.open == open && node.change == change;
    }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && depth == (node.part == Node::no_part ? 0 : 1 + node.deviating.size());
    }

  private:
    // If prices differ widely from profits, so may the bound.
    static std::int64_t whole_bound(const Space& space, std::int64_t scaled, const Part& part) {
        return std::clamp<std::int64_t>(part.market().whole(scaled), 0,
                                        std::min(space.most(), space.kernel().profit_of_all));
    }

    bool next_part(Node& child) {
        while (next_ < space_->parts().size()) {
            const std::uint32_t part = next_++;
            if (whole_bound(*space_, space_->parts()[part].bound(), space_->parts()[part]) < needed_) continue;
            child.part = part;
            child.open = static_cast<std::uint32_t>(space_->parts()[part].size());
            child.change = {};
            child.deviating.clear();
            return true;
        }
        return false;
    }

    bool next_deviation(Node& child) {
        for (; next_ < node_->open; ++next_) {
            if (part_->loss(next_) > slack_) break;
            // Of equal items, the last ones deviate.
            if (part_->has_twin_after(next_) && (next_ + 1 != node_->open || node_->deviating.empty())) continue;
            Change change = node_->change;
            change += part_->deviation(next_);
            if (part_->bound(change, next_, needed_) < needed_) continue;
            child.part = node_->part;
            child.open = next_;
            child.change = change;
            child.deviating = node_->deviating;
            child.deviating.push_back(next_++);
            return true;
        }
        next_ = node_->open;
        return false;
    }

    const Space* space_;
    const Node* node_;
    const Part* part_ = nullptr;
    std::uint32_t next_ = 0;
    std::int64_t needed_;     // whole below the root, scaled in a part
    std::int64_t slack_ = 0;  // loss that is still acceptable
};

}  // namespace scrump::knapsack
