#pragma once
// The packings with some numbers of items, and their linear relaxation where each item has a price (prices.hpp).

#include <scrump/problems/knapsack/detail/kernel.hpp>
#include <scrump/problems/knapsack/detail/prices.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::knapsack {

class PricedPart {
  public:
    /// Takes time about n log n.
    PricedPart(const Kernel& kernel, const Count& count, double price);

    double price() const { return price_; }
    /// What the price adds to the bound: its sum for the greatest number of items, or the least if it is negative.
    double rent() const { return price_ * static_cast<double>(price_ >= 0 ? count_.most : count_.least); }
    double surplus(const Item& item) const { return static_cast<double>(item.profit) - price_; }

    /// Items of the kernel by falling efficiency.
    const std::vector<std::uint32_t>& by_rate() const { return by_rate_; }
    /// Number of the first of these that the relaxation packs as a whole.
    std::size_t packed() const { return packed_; }
    /// The bound of the relaxation, and its price of weight; up to rounding.
    double bound() const { return bound_; }
    double rate() const { return rate_; }

    /// More than the rounding error of any bound that is made of these numbers.
    double rounding() const { return rounding_; }

    /// No packing of this part has a greater profit.
    std::int64_t most() const { return most_; }
    void lower_most(std::int64_t most) { most_ = most < most_ ? most : most_; }

  private:
    void relax(const Kernel& kernel);

    Count count_;
    double price_;
    std::vector<std::uint32_t> by_rate_;
    std::size_t packed_ = 0;
    double bound_ = 0;
    double rate_ = 0;
    double rounding_ = 0;
    std::int64_t most_ = std::numeric_limits<std::int64_t>::max();
};

/// The parts of all packings that promise the least work for finding one better than `incumbent`: two, on both sides of
/// the number of items in the relaxation, if these have much better bounds; else one.
std::vector<PricedPart> priced_parts(const Kernel& kernel, std::int64_t incumbent);

}  // namespace scrump::knapsack
