#pragma once
// Checks whether each iteration of a loop was run once, without a list of them.

#include <scrump/loops/chunk_rule.hpp>

#include <cstdint>

namespace scrump::detail {

/// The number of iterations that were run, the sum of their numbers and that of the squares of these, all modulo 2^64.
struct IterationSums {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    std::uint64_t squares = 0;

    static IterationSums of(ChunkRule::Range range);
    void add(const IterationSums& other);
    bool operator==(const IterationSums&) const = default;
};

}  // namespace scrump::detail
