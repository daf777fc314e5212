#pragma once
// Victim selection: any candidate whose number is close to the thief's, each equally likely. For systems that number
// their localities along the machine and reveal nothing else about it (section 4.1.3.3 of Shatri (2023)).

#include <scrump/stealing/detail/near_first.hpp>

#include <algorithm>

namespace scrump::detail {

/// The window of half of all localities that is close to `self`, as the paper makes it from number and size alone: all
/// of the side towards the nearer end, then the nearest of the other side, until they are half of `size`. The paper's
/// example, 14 of 24, gives 15 ... 23, 13, 12, 11. (Its text has another thief and another size in places, and inverts
/// the condition; only this reading gives its list.) With another `divisor` the window is that part of all.
inline std::vector<unsigned> naive_window(unsigned self, unsigned size, unsigned divisor = 2) {
    const std::size_t wanted = std::max(size / divisor, 1U);
    std::vector<unsigned> window;
    const auto fill_above = [&] {
        for (unsigned other = self + 1; other < size && window.size() < wanted; ++other) window.push_back(other);
    };
    const auto fill_below = [&] {
        for (unsigned other = self; other > 0 && window.size() < wanted; --other) window.push_back(other - 1);
    };
    if (self >= size / 2) {
        fill_above();
        fill_below();
    } else {
        fill_below();
        fill_above();
    }
    return window;
}

class NaiveLocalityAware final : public NearFirst {
  public:
    /// Candidates outside the window are asked only after a round without success (see near_first.hpp).
    NaiveLocalityAware(unsigned self, unsigned size, std::uint64_t seed)
        : NearFirst(naive_window(self, size), outside(self, size), thief_random(self, seed)) {}

  private:
    static std::vector<unsigned> outside(unsigned self, unsigned size) {
        const std::vector<unsigned> window = naive_window(self, size);
        return others(self, size, [&](unsigned other) { return std::ranges::find(window, other) == window.end(); });
    }
};

}  // namespace scrump::detail
