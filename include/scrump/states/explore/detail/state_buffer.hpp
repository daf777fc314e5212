#pragma once
// States as words, stored one after another: those that a successor function yields before the table is asked, and
// those that wait to be expanded.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

class StateBuffer {
  public:
    /// For states of `width` words each; 0: of any number.
    explicit StateBuffer(std::size_t width) : width_(width) {}

    /// Appends one more state of this number of words, which are not set.
    std::uint64_t* extend(std::size_t words) {
        if (used_ + words > words_.size()) [[unlikely]]
            words_.resize((used_ + words) * 2);
        std::uint64_t* const to = words_.data() + used_;
        used_ += words;
        if (width_ == 0) ends_.push_back(used_);
        ++count_;
        return to;
    }
    void append(std::span<const std::uint64_t> state) {
        std::uint64_t* const to = extend(state.size());
        for (std::size_t i = 0; i < state.size(); ++i) to[i] = state[i];
    }

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    std::span<const std::uint64_t> operator[](std::size_t i) const {
        if (width_ != 0) return {words_.data() + i * width_, width_};
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return {words_.data() + begin, ends_[i] - begin};
    }
    /// The words of all states.
    std::span<const std::uint64_t> words() const { return {words_.data(), used_}; }
    void clear() {
        used_ = count_ = 0;
        ends_.clear();
    }

  private:
    std::size_t width_;
    std::size_t used_ = 0;
    std::size_t count_ = 0;
    std::vector<std::uint64_t> words_;
    std::vector<std::size_t> ends_;  // ends of states of any number of words
};

}  // namespace scrump::detail
