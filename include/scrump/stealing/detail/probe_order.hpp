#pragma once
// The order in which a worker looks for work at all others: each one once per cycle, in pseudo-random order (section
// 3.1 of Olivier and Prins (2008)); or nearby ones before the others (section 6.2).

#include <scrump/base/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace scrump::detail {

class ProbeOrder {
  public:
    /// For worker `self` among `size`. Those for which `near(other)` is true come first.
    ProbeOrder(
        unsigned self, unsigned size, std::uint64_t seed,
        const std::function<bool(unsigned other)>& near = [](unsigned) { return false; });

    /// All others, in another order each time.
    const std::vector<unsigned>& next_cycle() {
        shuffle(0, near_);
        shuffle(near_, others_.size());
        return others_;
    }

    /// Any other, near or not; there must be one.
    unsigned any() { return others_[random_.below(static_cast<std::uint32_t>(others_.size()))]; }

  private:
    void shuffle(std::size_t first, std::size_t end) {
        for (std::size_t i = end; i > first + 1; --i)
            std::swap(others_[i - 1], others_[first + random_.below(static_cast<std::uint32_t>(i - first))]);
    }

    SplitMix64 random_;
    std::vector<unsigned> others_;
    std::size_t near_;  // number of those that come first
};

}  // namespace scrump::detail
