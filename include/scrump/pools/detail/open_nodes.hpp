#pragma once
// The private part of a steal stack as the protocols see it: open nodes in the order in which they were pushed, which
// leave at the front and come back at the end, as words.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

class OpenNodes {
  public:
    using PackedWord = std::uint64_t;  ///< a word that others can read

    virtual ~OpenNodes() = default;

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    /// Largest number of words that `count` nodes take in memory that others read.
    virtual std::size_t packed_words(std::size_t count) const = 0;
    /// Converts `count` nodes to words, from `first` on. Nodes of variable size may take more words than expected.
    virtual void pack(std::size_t first, std::size_t count, std::vector<PackedWord>& to) const = 0;
    /// Converts words to `count` nodes that are pushed; words after them are ignored. Throws Error if the words cannot
    /// be these nodes.
    virtual void unpack(std::size_t count, std::span<const PackedWord> from) = 0;
    virtual void drop_front(std::size_t count) = 0;

  protected:
    OpenNodes() = default;
    OpenNodes(const OpenNodes&) = default;
    OpenNodes& operator=(const OpenNodes&) = default;

    std::size_t size_ = 0;
};

}  // namespace scrump::detail
