#pragma once
// The linear relaxation of some items for every room, if each has a price: they are packed by falling efficiency, the
// last one in part (Dantzig 1957).

#include <scrump/problems/knapsack/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::knapsack {

/// For queries by falling room: all of them together take time linear in their number and that of the items.
class Fractional {
  public:
    /// Begins anew, without items.
    void reset(double price) {
        price_ = price;
        breaks_.assign(1, {0, 0, 0, 0});
    }
    /// Adds an item that is worth its price and not more efficient than those before.
    void add(const Item& item) {
        Break next = breaks_.back();
        next.weight += item.weight;
        next.profit += item.profit;
        next.surplus = static_cast<double>(next.profit) - price_ * static_cast<double>(breaks_.size());
        next.rate = 0;
        breaks_.back().rate = item.efficiency(price_);
        breaks_.push_back(next);
    }

    /// Ready for any room.
    void rewind() { at_ = breaks_.size() - 1; }
    /// `room` is at least 0, and not more than before.
    void seek(std::int64_t room) {
        while (breaks_[at_].weight > room) --at_;
    }

    /// The first items, as many as fit, and their profit.
    std::size_t whole() const { return at_; }
    std::int64_t whole_profit() const { return breaks_[at_].profit; }
    /// An upper bound of profits less prices, except for rounding.
    double bound(std::int64_t room) const {
        const Break& at = breaks_[at_];
        return at.surplus + static_cast<double>(room - at.weight) * at.rate;
    }

  private:
    /// Where the items so far are packed, and the next one is begun.
    struct Break {
        std::int64_t weight;
        std::int64_t profit;
        double surplus;
        double rate;
    };

    std::vector<Break> breaks_;
    std::size_t at_ = 0;
    double price_ = 0;
};

}  // namespace scrump::knapsack
