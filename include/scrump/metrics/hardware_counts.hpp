#pragma once
// What the processors counted while workers ran, if it was read (docs/observability.md, "Hardware counters").

#include <array>
#include <cstdint>
#include <optional>

namespace scrump {

/// Counts of one worker, or of several. Those that were not read have no value.
struct HardwareCounts {
    std::optional<std::uint64_t> instructions{};  ///< instructions, outside the kernel
    std::optional<std::uint64_t> cycles{};        ///< cycles, outside the kernel
    std::optional<std::uint64_t> cache_misses{};  ///< accesses to memory that missed the last cache

    /// Adds another worker's counts. A sum is known only if both parts are.
    HardwareCounts& operator+=(const HardwareCounts& other) {
        for (const auto member : members) {
            auto& mine = this->*member;
            const auto& theirs = other.*member;
            mine = mine && theirs ? std::optional(*mine + *theirs) : std::nullopt;
        }
        return *this;
    }
    /// Whether all counts are the same, and the same ones are known.
    bool operator==(const HardwareCounts&) const = default;

    /// Sum of `counts_of(each)` over `all`. Nothing is known of nobody.
    template <class Range, class CountsOf>
    static HardwareCounts sum(const Range& all, const CountsOf& counts_of) {
        std::optional<HardwareCounts> sum;
        for (const auto& each : all) {
            if (sum) {
                *sum += counts_of(each);
            } else {
                sum = counts_of(each);
            }
        }
        return sum.value_or(HardwareCounts{});
    }

    /// All counts, in the order of their declaration.
    static const std::array<std::optional<std::uint64_t> HardwareCounts::*, 3> members;
};

inline constexpr std::array<std::optional<std::uint64_t> HardwareCounts::*, 3> HardwareCounts::members = {
    &HardwareCounts::instructions, &HardwareCounts::cycles, &HardwareCounts::cache_misses};

}  // namespace scrump
