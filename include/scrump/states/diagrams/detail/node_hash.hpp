#pragma once
// Hashes of nodes, and the probe sequence in a table that is spread over localities: in groups of eight buckets, two
// cache lines. A node's first group and the start in it come from its hash; if all eight are taken the next group is
// one step further; the step also comes from the hash. So full groups do not grow together like the clusters of linear
// probing.

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// Mixes all bits of two words into all bits of one: the halves of a product, folded.
[[gnu::always_inline]] inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a ^ 0x9e3779b97f4a7c15U} * (b ^ 0xd1b54a32d192ed03U);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// A number below `range` from the upper bits of a hash.
[[gnu::always_inline]] inline std::uint64_t scale(std::uint64_t hash, std::uint64_t range) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{hash} * range >> 64U);
}

/// The buckets in which a hash may lie, in their order.
class ProbeSequence {
  public:
    static constexpr unsigned group_buckets = 8;
    /// After this number of groups there is no room.
    static constexpr unsigned most_groups = 32;
    static constexpr unsigned max_buckets = most_groups * group_buckets;

    [[gnu::always_inline]] ProbeSequence(std::uint64_t hash, std::uint64_t groups)
        : hash_(hash), groups_(groups), group_(scale(hash, groups)) {}

    [[gnu::always_inline]] std::uint64_t bucket() const {
        return group_ * group_buckets + ((hash_ ^ place_) % group_buckets);
    }
    /// The next bucket; false if there is none.
    [[gnu::always_inline]] bool next() {
        if (++place_ % group_buckets != 0) return true;
        if (place_ == max_buckets) return false;
        // Odd, so that it reaches all groups if their number is a power of two.
        group_ = (group_ + (((hash_ >> 2U) & 0xfffU) | 1U)) % groups_;
        return true;
    }

  private:
    std::uint64_t hash_;
    std::uint64_t groups_;
    std::uint64_t group_;
    unsigned place_ = 0;
};

}  // namespace scrump::detail
