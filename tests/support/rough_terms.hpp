#pragma once
// Terms of very different sizes, whose sum depends on the order in which they are added.

#include <scrump/base/random.hpp>

#include <cmath>
#include <cstdint>

namespace scrump::test {

inline double rough_term(std::uint64_t i) {
    SplitMix64 random(i);
    const double size = std::ldexp(random.unit(), static_cast<int>(random.below(60)));
    return random.below(2) == 0 ? size : -size;
}

}  // namespace scrump::test
