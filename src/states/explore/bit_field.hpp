#pragma once
// Where the bits of states are in a field of words, in each locality, that doubles as states come, so that no memory is
// touched for states that never come. Pure.
//
// The field is copies of a first part, beside one another. A state has one word in each of them, at the same place; its
// hash says which of those that there are is its own. When the field doubles, all of it is copied behind itself: so
// what was visited stays so, and a state that comes later shares its word with half as many of those that do.

#include <scrump/states/table/detail/state_hash.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

class BitField {
  public:
    using Word = std::uint64_t;

    /// So many words in each locality at most, but for a rest that makes no copy.
    explicit BitField(std::size_t most_words) : first_(most_words) {
        for (; first_ > largest_first; first_ /= 2) most_copies_ *= 2;
    }

    /// At present.
    std::size_t words() const { return first_ * copies_; }
    bool can_grow() const { return copies_ < most_copies_; }
    /// To twice as many.
    void grow() { copies_ *= 2; }
    /// How many states of each locality it is made for as long as it can grow: a word for every 32, so that of the
    /// bits that are copied there are few.
    std::size_t room() const { return words() / 32; }

    struct Place {
        std::size_t word = 0;
        Word bits = 0;  ///< three, of which some may be the same
    };
    /// Of a state with that hash. Localities are told apart by the hash's first bits, so these are to be multiplied
    /// away: `rest`.
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
