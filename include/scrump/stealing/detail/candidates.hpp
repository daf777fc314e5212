#pragma once
// Common parts of selectors that draw their victims: all candidates but the thief, drawn at random or dealt in rounds.

#include <scrump/base/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Random numbers of the thief `self`: different thieves draw different ones from the same seed.
inline SplitMix64 thief_random(unsigned self, std::uint64_t seed) {
    return SplitMix64(seed ^ (std::uint64_t{self} << 32));
}

/// The candidates below `size` that are not the thief and for which `belongs` returns true, in order.
template <class Belongs>
std::vector<unsigned> others(unsigned self, unsigned size, const Belongs& belongs) {
    std::vector<unsigned> chosen;
    for (unsigned candidate = 0; candidate < size; ++candidate) {
        if (candidate != self && belongs(candidate)) chosen.push_back(candidate);
    }
    return chosen;
}

/// Members dealt in shuffled order: each once per round; every round is shuffled anew.
class ShuffledRound {
  public:
    ShuffledRound() = default;
    explicit ShuffledRound(std::vector<unsigned> members) : members_(std::move(members)) {}

    std::size_t size() const { return members_.size(); }
    bool complete() const { return dealt_ == members_.size(); }
    void restart() { dealt_ = 0; }

    /// The next member; a complete round is followed by another one. There must be members.
    unsigned next(SplitMix64& random) {
        if (complete()) restart();
        const std::size_t left = members_.size() - dealt_;
        std::swap(members_[dealt_], members_[dealt_ + random.below(static_cast<std::uint32_t>(left))]);
        return members_[dealt_++];
    }

  private:
    std::vector<unsigned> members_;
    std::size_t dealt_ = 0;
};

}  // namespace scrump::detail
