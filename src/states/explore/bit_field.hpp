#pragma once
// The places of the bits of states in a field of words, in each locality, that doubles with the number of states, so
// that no memory is touched for states that never come. Pure.
//
// The field consists of copies of a first part, side by side. A state has one word in each of them, at the same place;
// its hash decides which of the existing ones is its own. When the field doubles, all of it is copied behind itself: so
// visited states stay visited, and a later state shares its word with half as many of the later ones.

#include <scrump/states/table/detail/state_hash.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

class BitField {
  public:
    using Word = std::uint64_t;

    /// Largest number of words in each locality, except for a rest that makes no copy.
    explicit BitField(std::size_t max_words) : first_(max_words) {
        for (; first_ > largest_first; first_ /= 2) most_copies_ *= 2;
    }

    /// Current number of words.
    std::size_t words() const { return first_ * copies_; }
    bool can_grow() const { return copies_ < most_copies_; }
    /// Doubles the number of words.
    void grow() { copies_ *= 2; }
    /// Number of states of each locality for which it is made as long as it can grow: a word for every 32, so that few
    /// of the copied bits are set.
    std::size_t room() const { return words() / 32; }

    struct Place {
        std::size_t word = 0;
        Word bits = 0;  ///< three, some of which may be equal
    };
    /// The place for a state with that hash. Localities are distinguished by the hash's first bits, so these must be
    /// removed by a multiplication: `rest`.
    Place place(Word hash, Word rest) const {
        const Word more = hash_of(hash);
        return {.word = high_product(rest, first_) + (more >> 18U & (copies_ - 1)) * first_,
                .bits = Word{1} << (more & 63U) | Word{1} << (more >> 6U & 63U) | Word{1} << (more >> 12U & 63U)};
    }

  private:
    static constexpr std::size_t largest_first = std::size_t{1} << 18U;  // two megabytes: a large page

    std::size_t first_;
    std::size_t copies_ = 1;
    std::size_t most_copies_ = 1;
};

}  // namespace scrump::detail
