#pragma once
// Victim selection: any candidate, each equally likely. Blumofe and Leiserson (JACM 46, 1999) prove it good enough for
// well-behaved computations on one machine; section 4.1.3.1 of Shatri (2023).

#include <scrump/stealing/detail/candidates.hpp>
#include <scrump/stealing/victim_selector.hpp>

namespace scrump::detail {

class UniformRandom final : public VictimSelector {
  public:
    UniformRandom(unsigned self, unsigned size, std::uint64_t seed)
        : self_(self), size_(size), random_(thief_random(self, seed)) {}

    std::optional<unsigned> choose() override {
        if (size_ < 2) return std::nullopt;
        const unsigned other = random_.below(size_ - 1);
        return other < self_ ? other : other + 1;
    }

  private:
    unsigned self_;
    unsigned size_;
    SplitMix64 random_;
};

}  // namespace scrump::detail
