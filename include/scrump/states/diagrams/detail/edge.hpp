#pragma once
// An edge of a reduced ordered binary decision diagram with complement edges (Brace, Rudell and Bryant, DAC 1990): the
// node that it leads to, and whether the function of that node is complemented. There is one constant, node 0, which is
// false; its complement is true. So a function and its complement share all nodes, and complementing costs nothing.

#include <cstdint>

namespace scrump::detail {

struct Edge {
    static constexpr unsigned index_bits = 40;
    static constexpr std::uint64_t complement_bit = std::uint64_t{1} << index_bits;
    static constexpr unsigned bits_used = index_bits + 1;

    std::uint64_t bits = 0;

    static constexpr Edge no() { return {}; }
    static constexpr Edge yes() { return {complement_bit}; }

    /// Number of the node.
    constexpr std::uint64_t index() const { return bits & (complement_bit - 1); }
    constexpr bool is_constant() const { return index() == 0; }
    constexpr bool is_complemented() const { return (bits & complement_bit) != 0; }

    /// The complement.
    constexpr Edge operator!() const { return {bits ^ complement_bit}; }
    /// Complemented if `other` is.
    constexpr Edge complemented_as(Edge other) const { return {bits ^ (other.bits & complement_bit)}; }
    /// Not complemented.
    constexpr Edge regular() const { return {index()}; }

    constexpr bool operator==(const Edge&) const = default;
};

}  // namespace scrump::detail
