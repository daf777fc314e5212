#pragma once
// States that wait for their own worker, the newest first; the oldest go to others. Each is an entry of words: their
// number, the number of its entry in a log, the words, and their number again, so that it can be read from both ends.

#include "state_log.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

class StateStack {
  public:
    using Word = std::uint64_t;

    /// Number of words of an entry for a state of this size.
    static constexpr std::size_t entry_words(std::size_t state_words) { return state_words + 3; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t memory() const { return words_.capacity() * sizeof(Word); }

    void push(StateWordsSpan state, EntryNumber number) {
        words_.push_back(state.size());
        words_.push_back(number.bits());
        words_.insert(words_.end(), state.begin(), state.end());
        words_.push_back(state.size());
        ++size_;
    }
    /// The newest state; valid until the next call.
    StateWordsSpan top() const { return {words_.data() + words_.size() - 1 - words_.back(), words_.back()}; }
    EntryNumber top_number() const { return EntryNumber(words_[words_.size() - 2 - words_.back()]); }
    void pop() {
        words_.resize(words_.size() - entry_words(words_.back()));
        --size_;
    }

    /// Takes at most `most` of the oldest entries that have room in `to`, and returns their number of words.
    std::size_t take_oldest(std::size_t most, std::span<Word> to) {
        std::size_t end = bottom_;
        for (; most > 0 && size_ > 0 && end - bottom_ + entry_words(words_[end]) <= to.size(); --most) {
            end += entry_words(words_[end]);
            --size_;
        }
        const std::size_t taken = end - bottom_;
        std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(bottom_), taken, to.begin());
        bottom_ = end;
        if (bottom_ * 2 > words_.size()) close_gap();
        return taken;
    }
    /// Pushes entries that another stack gave. Returns their number.
    std::size_t give(std::span<const Word> entries) {
        words_.insert(words_.end(), entries.begin(), entries.end());
        std::size_t count = 0;
        for (std::size_t at = 0; at < entries.size(); at += entry_words(entries[at])) ++count;
        size_ += count;
        return count;
    }

  private:
    void close_gap() {
        words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(bottom_));
        bottom_ = 0;
    }

    std::vector<Word> words_;
    std::size_t bottom_ = 0;  // the oldest entry
    std::size_t size_ = 0;
};

}  // namespace scrump::detail
