#include "iteration_sums.hpp"

namespace scrump::detail {
namespace {

// 0 + 1 + ... + (n - 1), modulo 2^64.
std::uint64_t sum_below(std::uint64_t n) {
    return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

// 0 + 1 + 4 + ... + (n - 1)², modulo 2^64: (n - 1) n (2n - 1) / 6.
std::uint64_t squares_below(std::uint64_t n) {
    if (n == 0) return 0;
    std::uint64_t a = n - 1;
    std::uint64_t b = n;
    std::uint64_t c = 2 * n - 1;
    (a % 2 == 0 ? a : b) /= 2;
    if (a % 3 == 0) {
        a /= 3;
    } else if (b % 3 == 0) {
        b /= 3;
    } else {
        c /= 3;
    }
    return a * b * c;
}

}  // namespace

IterationSums IterationSums::of(ChunkRule::Range range) {
    return {.count = range.size(),
            .sum = sum_below(range.last) - sum_below(range.first),
            .squares = squares_below(range.last) - squares_below(range.first)};
}

void IterationSums::add(const IterationSums& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
}

}  // namespace scrump::detail
