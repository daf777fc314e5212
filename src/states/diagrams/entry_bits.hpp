#pragma once
// The places of the entries of a state vector among its bits.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

class EntryBits {
  public:
    explicit EntryBits(std::span<const std::uint32_t> bits);

    std::size_t entries() const { return first_.size() - 1; }
    std::uint32_t bits() const { return first_.back(); }

    /// The first bit of an entry; for the one after the last, the number of all bits.
    std::uint32_t first(std::size_t entry) const { return first_[entry]; }

    /// The entry to which a bit belongs.
    std::uint32_t entry_of(std::uint32_t bit) const;

  private:
    std::vector<std::uint32_t> first_;
};

}  // namespace scrump::detail
