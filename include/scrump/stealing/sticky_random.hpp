#pragma once
// Whom to steal from: the last victim that had something, else anybody (chapter 2.2.2 of the performance-driven paper:
// the usual "biased random" selection of search frameworks).

#include <scrump/base/random.hpp>

#include <cstdint>
#include <optional>

namespace scrump {

/// A pure policy: it is told what came of its choices and answers with the next one.
class StickyRandom {
  public:
    /// For the thief `self` among `size` candidates.
    StickyRandom(unsigned self, unsigned size, std::uint64_t seed)
        : self_(self), size_(size), random_(seed ^ (std::uint64_t{self} << 32)) {}

    /// The next victim: never the thief itself; none if there is nobody else.
    std::optional<unsigned> choose() {
        if (size_ < 2) return std::nullopt;
        if (good_) return good_;
        const unsigned other = random_.below(size_ - 1);
        return other < self_ ? other : other + 1;
    }

    void succeeded(unsigned victim) { good_ = victim; }
    void failed() { good_.reset(); }

  private:
    unsigned self_;
    unsigned size_;
    SplitMix64 random_;
    std::optional<unsigned> good_;
};

}  // namespace scrump
