#pragma once
// The classes of a pattern's pairs: those with the same counts (pair_counts.hpp) and of the same kind (pair_kinds.hpp).

#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::sip {

/// What a class asks for: counts, and the number of a kind.
struct Asked {
    PairCounts counts{};
    std::uint32_t kind = 0;

    bool operator==(const Asked&) const = default;
    bool asks_for_nothing() const { return *this == Asked(); }
};

class PairClasses {
  public:
    /// `size`²: a number for each pair; a vertex and itself have 0.
    std::vector<std::uint16_t> numbers;
    std::vector<Asked> classes;

    /// Classes for pairs that ask for these, where counts above some number are taken for that number: the largest for
    /// which there are no more than `most` classes. If `apart`, pairs that ask for nothing have the number
    /// `unconstrained` instead. Throws Error if kinds alone are more than there are numbers.
    static PairClasses of(std::span<const Asked> pairs, std::size_t size, std::size_t most, bool apart);

    static constexpr std::uint16_t unconstrained = 0xffff;
};

}  // namespace scrump::sip
