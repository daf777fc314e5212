#pragma once
// Iterations of loops that are measured: the same code, whoever runs the loop.

#include <scrump/base/random.hpp>

#include <cstdint>

namespace scrump::peers {

/// Does nothing, but each time: no compiler can make one step of many.
struct EmptyIteration {
    void operator()(std::uint64_t i) const { asm volatile("" : : "r"(i)); }
};

/// A chain of multiplications, each of which waits for the one before. All are as long, or each is as long as chance
/// has it, the same chance in every run: uniformly from none to twice the mean.
struct BusyIteration {
    std::uint32_t mean_steps = 0;
    bool alike = false;

    /// How long iteration `i` is.
    std::uint32_t steps(std::uint64_t i) const { return alike ? mean_steps : SplitMix64(i).below(2 * mean_steps + 1); }
    /// What came out of it.
    std::uint64_t operator()(std::uint64_t i) const {
        std::uint64_t value = i;
        for (std::uint32_t left = steps(i); left > 0; --left)
            value = value * 6364136223846793005U + 1442695040888963407U;
        return value;
    }
};

}  // namespace scrump::peers
