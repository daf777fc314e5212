#pragma once
// All packings as the nodes of a tree, each once: for searches for several solutions, where generator.hpp, which keeps
// one of several equally good ones, does not suffice.
//
// By default an item is packed if it is worth the price of its weight, that of the break item (Dantzig 1957). A node is
// the set of items that deviate from that, in an order in which the most expensive deviations come first: few of these
// deviate, and the items of the core, among which nearly everything is decided, come last (Balas and Zemel 1980). The
// best sums of the last items are in a table, as far as it fits, so that no node there is made without need.

#include <scrump/problems/knapsack/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::knapsack {

/// The common data of all nodes.
class PackingsSpace {
  public:
    static constexpr std::size_t usual_table = std::size_t{1} << 20;

    /// No packing has a greater profit than `most`. The table has about `table_limit` entries at most. Throws Error for
    /// an instance that fails check().
    explicit PackingsSpace(const Instance& instance, std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                           std::size_t table_limit = usual_table);

    /// Number of items that fit.
    std::size_t size() const { return items_.size(); }
    std::int64_t capacity() const { return capacity_; }
    std::int64_t most() const { return most_; }

    /// Profit and weight of all items that are packed by default.
    Item packed_by_default() const { return after_[0]; }
    /// Change of an item when it deviates.
    Item deviation(std::size_t place) const {
        const Item& item = items_[place];
        return packed_[place] ? Item{-item.profit, -item.weight} : item;
    }
    /// Profit and weight of the items packed by default from `place` on.
    const Item& default_from(std::size_t place) const { return after_[place]; }

    /// Upper bound of the profit of packings whose sums are `sums` by default, and in which only items from `open` on
    /// may deviate.
    std::int64_t bound(const Item& sums, std::size_t open) const;
    /// The same by prices alone: the later the deviating item, the less it falls.
    std::int64_t bound_by_price(const Item& sums) const;

    /// The items of the instance that are packed when these deviate; ascending.
    std::vector<std::size_t> packing(const std::vector<std::uint32_t>& deviating) const;

  private:
    /// The best packings of the last items: by increasing weight and profit.
    using Best = std::vector<Item>;

    void find_price(const Instance& instance);
    void tabulate(std::size_t limit);

    std::int64_t capacity_;
    std::int64_t most_;
    Item price_{0, 1};  ///< ratio of profit to weight
    std::vector<Item> items_;
    std::vector<std::size_t> numbers_;  ///< numbers of these in the instance
    std::vector<bool> packed_;          ///< whether each is packed by default
    std::vector<Item> after_;           ///< default_from() of each place
    std::size_t first_tabulated_ = 0;
    std::vector<Best> best_;  ///< best packings of the items from `first_tabulated_` + i on
};

/// A packing, which need not fit yet, and the items that may still deviate.
struct PackingNode {
    std::uint32_t open = 0;  ///< items before this place are decided
    Item sums;               ///< sums of the packed items, with later items as by default
    std::vector<std::uint32_t> deviating;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(open, sums.profit, sums.weight, deviating);
    }
};

/// The packing by default.
PackingNode root(const PackingsSpace& space);

/// Yields the packings in which one more item deviates that comes after those of the node, the last one first.
class PackingsGenerator {
  public:
    using Space = PackingsSpace;
    using Node = PackingNode;

    /// The children below which a packing with a greater profit than `to_beat` is possible.
    PackingsGenerator(const Space& space, const Node& node, std::int64_t to_beat)
        : space_(&space), node_(&node), to_beat_(to_beat), next_(space.size()) {}

    bool next(Node& child);

    static std::int64_t objective(const Space& space, const Node& node) {
        return node.sums.weight <= space.capacity() ? node.sums.profit : std::numeric_limits<std::int64_t>::lowest();
    }
    static std::int64_t bound(const Space& space, const Node& node) { return space.bound(node.sums, node.open); }

    /// Whether these items can deviate, and the sums match.
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
