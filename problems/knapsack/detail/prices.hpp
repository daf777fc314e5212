#pragma once
// Lagrangian bounds: the greatest profit of a selection when weight and items have prices.
//
// Give each unit of weight the price μ ≥ 0 and each item the price λ. A packing of at most `most` and at least `least`
// items within the capacity c has a profit of at most
//
//     L(μ, λ) = Σ max(0, p_j − μ w_j − λ) + μ c + λ k,   k = most if λ ≥ 0, else least,
//
// for any prices. With λ = 0 and the best μ, the efficiency of the break item, this is Dantzig's bound (1957). The
// price of items brings in the cardinality bounds of Martello and Toth, "Upper bounds and algorithms for hard 0-1
// knapsack problems", Operations Research 45 (1997), without which strongly correlated instances are hopeless: if p_j =
// w_j + k, the prices (1, k) give at once the bound c + k · (the largest number of items that fit).
//
// Good prices are found in floating point. Bounds are then calculated with the prices rounded to multiples of 2^-shift,
// in whole numbers and so without error.

#include <scrump/problems/knapsack/detail/kernel.hpp>

#include <cstdint>
#include <vector>

namespace scrump::knapsack {

/// Number of packed items: from `least` to `most`.
struct Count {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

/// Prices in units of 2^-shift; the same shift for all prices of a space.
struct Prices {
    std::int64_t weight = 0;
    std::int64_t item = 0;
};

/// Calculates with prices of one shift.
class Market {
  public:
    /// The finest shift without overflow for prices like (`weight`, `item`), at most 32.
    Market(const Kernel& kernel, double weight, double item);

    unsigned shift() const { return shift_; }

    /// Rounds the prices; returns (0, 0), which cannot overflow, if they are too high.
    Prices round(const Kernel& kernel, double weight, double item) const;

    std::int64_t scaled(std::int64_t profit) const { return profit * (std::int64_t{1} << shift_); }
    std::int64_t whole(std::int64_t scaled) const { return scaled >> shift_; }

    /// p − μ w − λ, scaled.
    std::int64_t surplus(const Prices& prices, const Item& item) const {
        return scaled(item.profit) - prices.weight * item.weight - prices.item;
    }

    /// μ c + λ k, scaled.
    static std::int64_t rent(const Prices& prices, std::int64_t capacity, const Count& count) {
        return prices.weight * capacity + prices.item * (prices.item >= 0 ? count.most : count.least);
    }

    /// L(μ, λ), scaled.
    std::int64_t bound(const Prices& prices, const Kernel& kernel, const Count& count) const;

  private:
    bool safe(const Kernel& kernel, double weight, double item, unsigned shift) const;

    unsigned shift_ = 0;
};

/// The linear relaxation with a price of items: packed by decreasing efficiency (p − λ) / w until the sack is full.
struct Relaxed {
    double efficiency = 0;  ///< of the break item, the first that does not fit: the best price of weight
    double count = 0;       ///< number of packed items, including the fraction of the break item
};

/// Takes time linear in the number of items: Balas and Zemel, "An algorithm for large zero-one knapsack problems",
/// Operations Research 28 (1980), halve the items by efficiency until only the break item is left.
class Relaxation {
  public:
    explicit Relaxation(const Kernel& kernel);

    Relaxed solve(double item_price);

    /// The price of items with the smallest bound if there are `count` of them: the number that is packed at that price
    /// meets `count`.
    double best_item_price(const Count& count);

    /// The price of items with the smallest bound, given a price of weight.
    double best_item_price(const Count& count, double weight_price);

  private:
    struct Rated {
        double efficiency;
        std::uint32_t item;
    };

    void look_now_and_then();
    double raise_until_few(std::int64_t most);
    double lower_until_many(std::int64_t least);

    const Kernel& kernel_;
    std::vector<Rated> rated_;
    std::size_t examined_ = 0;  // items since the deadline was looked at
};

/// Largest number of items that fit.
std::int64_t most_that_fit(const Kernel& kernel);

}  // namespace scrump::knapsack
