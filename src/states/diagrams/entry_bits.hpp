#pragma once
// Where the entries of a state vector lie among its bits.

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

    /// The first bit of an entry; of the one behind the last, all bits.
    std::uint32_t first(std::size_t entry) const { return first_[entry]; }

    /// The entry that a bit belongs to.
    std::uint32_t entry_of(std::uint32_t bit) const;

  private:
    std::vector<std::uint32_t> first_;
};

}  // namespace scrump::detail
