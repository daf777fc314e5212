#pragma once
// The counts of a vertex with all others (pair_counts.hpp), compared as a whole: an image has at least as many large
// ones.

#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::sip {

/// The largest numbers, falling: what an injection into others shows to be no larger than theirs, one by one.
class Profile {
  public:
    void clear() { numbers_.clear(); }
    void add(std::uint16_t number) {
        if (number > 0) numbers_.push_back(number);
    }
    /// Keeps the first `most`.
    void sort(std::size_t most) {
        if (numbers_.size() > most) {
            std::ranges::nth_element(numbers_, numbers_.begin() + static_cast<std::ptrdiff_t>(most), std::greater<>());
            numbers_.resize(most);
        }
        std::ranges::sort(numbers_, std::greater<>());
    }
    bool within(const Profile& other) const {
        return numbers_.size() <= other.numbers_.size() &&
               std::equal(numbers_.begin(), numbers_.end(), other.numbers_.begin(), std::less_equal<>());
    }

  private:
    std::vector<std::uint16_t> numbers_;
};

/// A profile for each count, and one of the neighbours' degrees.
class Profiles {
  public:
    /// Of the vertex that `counter` has counted last; at most `most` numbers of each.
    void take(const PairCounter& counter, std::size_t most);

    /// Whether the image of a vertex with these may have the others.
    bool within(const Profiles& image) const {
        return std::equal(all_.begin(), all_.end(), image.all_.begin(),
                          [](const Profile& own, const Profile& other) { return own.within(other); });
    }

  private:
    std::array<Profile, counts_of_induced + 1> all_;
};

}  // namespace scrump::sip
