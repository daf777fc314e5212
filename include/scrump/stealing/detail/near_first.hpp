#pragma once
// The common part of the locality-aware selections: a thief steals from near candidates. Work that begins in one place
// would never leave it, so after as many failed near attempts as there are near candidates (at once if there are none)
// a thief asks a single far one, and then returns to its neighbours. Far ones are dealt in shuffled rounds: with m near
// and k far candidates, any far one that has work is asked within (m + 1) k attempts.

#include <scrump/stealing/detail/candidates.hpp>
#include <scrump/stealing/victim_selector.hpp>

namespace scrump::detail {

class NearFirst : public VictimSelector {
  public:
    NearFirst(std::vector<unsigned> near, std::vector<unsigned> far, SplitMix64 random)
        : near_(std::move(near)), far_(std::move(far)), random_(random) {}

    std::optional<unsigned> choose() final {
        if (tries_ >= near_.size() && far_.size() > 0) {
            tries_ = 0;
            return far_.next(random_);
        }
        if (near_.empty()) return std::nullopt;
        ++tries_;
        return near_[random_.below(static_cast<std::uint32_t>(near_.size()))];
    }

    void succeeded(unsigned /*victim*/) final { tries_ = 0; }

  private:
    std::vector<unsigned> near_;
    ShuffledRound far_;
    std::size_t tries_ = 0;  // number of near attempts since the last success or far attempt
    SplitMix64 random_;
};

}  // namespace scrump::detail
