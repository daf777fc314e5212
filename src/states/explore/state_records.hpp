#pragma once
// States as records of sorted files. The first word of a record is spread over all 64 bits: a hash of the first word of
// the state, changed by its other words. So ranges of first words have equal shares of the states, most comparisons end
// with it, and the state can be computed from its record, which takes no more words than the state, or one more if
// states differ in their number of words: this number. Pure.

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/table/detail/state_hash.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

class RecordShape {
  public:
    using Word = std::uint64_t;

    /// For states of `width` words; 0: of any number.
    explicit RecordShape(std::size_t width) : width_(width) {}

    std::size_t width() const { return width_; }
    /// Number of words of a record.
    std::size_t size(const Word* record) const { return width_ != 0 ? width_ : record[1] + 1; }
    /// Number of words of the record of a state of this number of words.
    std::size_t size_for(std::size_t words) const { return width_ != 0 ? width_ : words + 1; }

    void write(StateWordsSpan state, Word* to) const {
        const StateWordsSpan rest = state.subspan(1);
        *to++ = hash_of(rest.empty() ? state.front() : state.front() ^ hash_of(rest));
        if (width_ == 0) *to++ = state.size();
        std::ranges::copy(rest, to);
    }
    void read(const Word* record, std::vector<Word>& state) const {
        state.resize(width_ != 0 ? width_ : record[1]);
        std::copy_n(record + size(record) - (state.size() - 1), state.size() - 1, state.begin() + 1);
        const StateWordsSpan rest = StateWordsSpan(state).subspan(1);
        state.front() = word_of_hash(*record);
        if (!rest.empty()) state.front() ^= hash_of(rest);
    }

    bool equal(const Word* a, const Word* b) const {
        if (*a != *b) return false;
        return width_ == 1 || std::equal(a, a + size(a), b, b + size(b));
    }
    bool less(const Word* a, const Word* b) const {
        if (*a != *b) return *a < *b;
        return width_ != 1 && std::lexicographical_compare(a, a + size(a), b, b + size(b));
    }

  private:
    std::size_t width_;
};

}  // namespace scrump::detail
