#pragma once
// Random numbers that are the same on every platform for the same seed, unlike the distributions of <random>.

#include <cstdint>
#include <limits>

namespace scrump {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): 64 bits of state, any seed is good. A
/// `uniform_random_bit_generator`.
class SplitMix64 {
  public:
    using result_type = std::uint64_t;

    explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

    constexpr result_type operator()() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, bound), `bound` > 0 and below 2^32; bias below 2^-32 (Lemire's multiplication).
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((((*this)() >> 32) * bound) >> 32);
    }

    /// Uniform in [0, 1), 53 bits.
    constexpr double unit() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

  private:
    std::uint64_t state_;
};

}  // namespace scrump
