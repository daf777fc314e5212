#pragma once
// All packings as the nodes of a tree, each once: what a search for several solutions needs, and generator.hpp, which
// keeps one of those that are equally good, does not have.
//
// By default an item is packed if it is worth the price of its weight, that of the break item (Dantzig 1957). A node is
// the set of items that deviate from that, in an order in which those to which it costs most come first: so few of them
// deviate, and those of the core, among which nearly all is decided, come last (Balas and Zemel 1980). What the last
// ones add up to at best is in a table, as far as it fits, so that no node there is made in vain.

#include <scrump/problems/knapsack/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::knapsack {

/// What all nodes share.
class PackingsSpace {
  public:
    static constexpr std::size_t usual_table = std::size_t{1} << 20;

    /// No packing is worth more than `most`. The table has at most some `table_limit` entries. Throws Error for an
    /// instance that fails check().
    explicit PackingsSpace(const Instance& instance, std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                           std::size_t table_limit = usual_table);

    /// Items that fit, and where they come in the order.
    std::size_t size() const { return items_.size(); }
    std::int64_t capacity() const { return capacity_; }
    std::int64_t most() const { return most_; }

    /// Profit and weight of all items that are packed by default.
    Item packed_by_default() const { return after_[0]; }
    /// What an item changes when it deviates.
    Item deviation(std::size_t place) const {
        const Item& item = items_[place];
        return packed_[place] ? Item{-item.profit, -item.weight} : item;
    }
    /// Profit and weight of what is packed by default from `place` on.
    const Item& default_from(std::size_t place) const { return after_[place]; }

    /// No packing is worth more that is `sums` by default, and in which only items from `open` on may deviate from it.
    std::int64_t bound(const Item& sums, std::size_t open) const;
    /// The same by prices alone: it falls the less, the later the item is that deviates.
    std::int64_t bound_by_price(const Item& sums) const;

    /// The items of the instance that are packed when these deviate; ascending.
    std::vector<std::size_t> packing(const std::vector<std::uint32_t>& deviating) const;

  private:
    /// The best packings of the last items: by rising weight and profit.
    using Best = std::vector<Item>;

    void find_price(const Instance& instance);
    void tabulate(std::size_t limit);

    std::int64_t capacity_;
    std::int64_t most_;
    Item price_{0, 1};  ///< so much profit for so much weight
    std::vector<Item> items_;
    std::vector<std::size_t> numbers_;  ///< of these in the instance
    std::vector<bool> packed_;          ///< by default
    std::vector<Item> after_;           ///< of each place, default_from()
    std::size_t first_tabulated_ = 0;
    std::vector<Best> best_;  ///< of the items from `first_tabulated_` + i on
};

/// A packing, which need not fit yet, and what may still deviate.
struct PackingNode {
    std::uint32_t open = 0;  ///< items before this place deviate or not, as decided
    Item sums;               ///< of what is packed, with what comes later as it is by default
    std::vector<std::uint32_t> deviating;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(open, sums.profit, sums.weight, deviating);
    }
};

/// What is packed by default.
PackingNode root(const PackingsSpace& space);

/// Yields the packings in which one more item deviates that comes after those of the node, the last one first.
class PackingsGenerator {
  public:
    using Space = PackingsSpace;
    using Node = PackingNode;

    /// The children below which a packing worth more than `to_beat` may be.
    PackingsGenerator(const Space& space, const Node& node, std::int64_t to_beat)
        : space_(&space), node_(&node), to_beat_(to_beat), next_(space.size()) {}

    bool next(Node& child);

    static std::int64_t objective(const Space& space, const Node& node) {
        return node.sums.weight <= space.capacity() ? node.sums.profit : std::numeric_limits<std::int64_t>::lowest();
    }
    static std::int64_t bound(const Space& space, const Node& node) { return space.bound(node.sums, node.open); }

    /// Whether these items can deviate, and the sums are theirs.
    static bool valid(const Space& space, const Node& node);
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && depth == node.deviating.size();
    }

  private:
    const Space* space_;
    const Node* node_;
    std::int64_t to_beat_;
    std::size_t next_;  // places from here on are done
};

}  // namespace scrump::knapsack
