#pragma once
// The common data of all nodes of a knapsack search. The first branching is on the number of items: at most as many as
// the linear relaxation packs, or at least one more (the two sides of the cardinality bounds of Martello and Toth
// 1997). Each part has prices, a core and an order of its own.
//
// The search decides only which items outside the core deviate from the default by their prices. A deviation costs the
// absolute value of the item's surplus; items that cost more than the gap between bound and incumbent never deviate,
// which is Martello and Toth's reduction. Of the others, a node opens only the cheaper ones: so there are several
// prices, and those that best fit the undecided rest give the bound.

#include <scrump/problems/knapsack/detail/core_table.hpp>
#include <scrump/problems/knapsack/detail/kernel.hpp>
#include <scrump/problems/knapsack/detail/prices.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::knapsack {

/// Change of a default packing by decisions: profit, weight, number of items.
struct Change {
    std::int64_t profit = 0;
    std::int64_t weight = 0;
    std::int64_t count = 0;

    bool operator==(const Change&) const = default;
    Change& operator+=(const Change& other) {
        profit += other.profit;
        weight += other.weight;
        count += other.count;
        return *this;
    }
};

/// The packings with a certain number of items. By default each item is packed if it is worth its price; the search
/// decides which items outside the core deviate from that.
class Part {
  public:
    /// Keeps the packings that may be better than `incumbent`, with a table of at most `table_limit` packings of the
    /// core. Any price of items is valid; the best one for `count` gives the best bound.
    Part(const Kernel& kernel, const Count& count, double item_price, std::int64_t incumbent, std::size_t table_limit);

    /// Number of items that may deviate; the cheapest come first.
    std::size_t size() const { return deviations_.size(); }
    const Change& deviation(std::size_t index) const { return deviations_[index]; }
    /// Smallest loss of the bound if this item or one after it deviates; scaled.
    std::int64_t loss(std::size_t index) const { return losses_[index]; }

    /// Whether the next item has the same profit and weight.
    bool has_twin_after(std::size_t index) const {
        return index + 1 < size() && deviations_[index] == deviations_[index + 1];
    }

    /// An upper bound on the profit of this part, scaled.
    std::int64_t bound() const { return bound_; }

    /// An upper bound, scaled, if `change` is that of all deviating items, and the first `open` items still may
    /// deviate. `enough`: no further precision is needed once the bound is below this.
    std::int64_t bound(const Change& change, std::size_t open,
                       std::int64_t enough = std::numeric_limits<std::int64_t>::min()) const {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        const std::int64_t* const ahead = ahead_.data() + open * prices_.size();
        for (std::size_t i = 0; i < prices_.size() && least >= enough; ++i) {
            least = std::min(least, ahead[i] + gain(prices_[i], change));
        }
        return least;
    }

    /// The same by the first prices alone, to which items that do not deviate make no difference.
    std::int64_t first_bound(const Change& change) const { return bound_ + gain(prices_.front(), change); }

    /// The best profit of all packings that differ from the default in the core and by `change`; negative if none
    /// exists.
    std::int64_t best(const Change& change) const {
        const std::size_t packing = table_.find(room_ - change.weight);
        return packing == table_.size() ? -1 : base_ + change.profit + table_.profit(packing);
    }

    /// A packing better than the incumbent that was found while the table was made; empty if there is none.
    const Selection& met() const { return met_; }

    /// The packing with the profit of best().
    Selection packing(const Change& change, std::span<const std::uint32_t> deviating) const;

    const Market& market() const { return market_; }
    std::size_t core() const { return core_.size(); }
    std::size_t table_size() const { return table_.size(); }

  private:
    struct Candidate;

    std::int64_t gain(const Prices& prices, const Change& change) const {
        return market_.scaled(change.profit) - prices.weight * change.weight - prices.item * change.count;
    }

    std::vector<Candidate> rank(const Kernel& kernel, const Prices& prices, double weight_price,
                                double item_price) const;
    void pack_the_undecided(std::vector<Candidate>& candidates, std::int64_t capacity) const;
    std::int64_t tabulate(const Kernel& kernel, std::span<const Candidate> candidates, std::int64_t incumbent,
                          std::size_t limit);
    void add_to_core(const Item& item, const Candidate& candidate);
    void append_core(CoreMask mask, Selection& packing) const;
    void narrow(const Prices& prices, std::int64_t incumbent);
    void price(const Kernel& kernel, Relaxation& relaxation, const Prices& main, double weight_price,
               std::span<const Candidate> candidates);

    Count count_;
    Market market_;
    std::int64_t bound_ = 0;

    std::vector<std::uint32_t> core_;
    CoreTable table_;
    Selection met_;

    std::vector<std::uint32_t> default_;  // items packed by default, without the core
    std::int64_t base_ = 0;               // profit of these items
    std::int64_t room_ = 0;               // capacity that they leave

    std::vector<std::uint32_t> items_;
    std::vector<Change> deviations_;
    std::vector<std::int64_t> losses_;

    std::vector<Prices> prices_;       // the first ones define the order
    std::vector<std::int64_t> ahead_;  // bound for each number of items that may still deviate, and each of the prices
};

/// The search space: the kernel, a first packing, and the parts that may hold a better one.
class Space {
  public:
    static constexpr std::size_t usual_table = std::size_t{1} << 15;

    /// Takes time about n log n, and proportional to `table_limit`. Throws Error for an instance that fails check().
    explicit Space(const Instance& instance, std::size_t table_limit = usual_table);

    const Kernel& kernel() const { return kernel_; }
    const Selection& start() const { return start_; }
    /// Profit in the instance.
    std::int64_t start_profit() const { return start_profit_; }

    /// The parts, the most promising first.
    std::span<const Part> parts() const { return parts_; }

    /// No packing of the kernel has a greater profit.
    std::int64_t most() const { return most_; }
    /// Takes what is known from elsewhere. It only helps: nodes do not depend on it.
    void learn_most(std::int64_t most) { most_ = most; }

  private:
    void improve(Selection packing);

    Kernel kernel_;
    Selection start_;
    std::int64_t start_profit_ = 0;
    std::vector<Part> parts_;
    std::int64_t most_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace scrump::knapsack
