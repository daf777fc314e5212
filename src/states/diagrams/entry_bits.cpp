#include "entry_bits.hpp"

#include <algorithm>
#include <numeric>

namespace scrump::detail {

EntryBits::EntryBits(std::span<const std::uint32_t> bits) : first_(bits.size() + 1) {
    std::partial_sum(bits.begin(), bits.end(), first_.begin() + 1);
}

std::uint32_t EntryBits::entry_of(std::uint32_t bit) const {
    const auto behind = std::upper_bound(first_.begin(), first_.end(), bit);
    return static_cast<std::uint32_t>(behind - first_.begin() - 1);
}

}  // namespace scrump::detail
