#pragma once
// In which order a worker looks for work at all others: every one once in each cycle, in pseudo-random order (section
// 3.1 of the paper on dynamic load balancing).

#include <scrump/base/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrump {

class ProbeOrder {
  public:
    /// Of worker `self` among `size`.
    ProbeOrder(unsigned self, unsigned size, std::uint64_t seed)
        : random_(seed + 0x9e3779b97f4a7c15 * (std::uint64_t{self} + 1)) {
        for (unsigned other = 0; other < size; ++other) {
            if (other != self) others_.push_back(other);
        }
    }

    /// All others, in another order each time.
    const std::vector<unsigned>& next_cycle() {
        for (std::size_t i = others_.size(); i > 1; --i)
            std::swap(others_[i - 1], others_[random_.below(static_cast<std::uint32_t>(i))]);
        return others_;
    }

    /// Any other; there must be one.
    unsigned any() { return others_[random_.below(static_cast<std::uint32_t>(others_.size()))]; }

  private:
    SplitMix64 random_;
    std::vector<unsigned> others_;
};

}  // namespace scrump
