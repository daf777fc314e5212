#pragma once
// Victim selection: the last victim that had something, otherwise any candidate (section 2.2.2 of Xie (2023): the usual
// "biased random" selection of search frameworks).

#include <scrump/stealing/detail/uniform_random.hpp>

namespace scrump::detail {

class StickyRandom final : public VictimSelector {
  public:
    StickyRandom(unsigned self, unsigned size, std::uint64_t seed) : anybody_(self, size, seed) {}

    std::optional<unsigned> choose() override { return good_ ? good_ : anybody_.choose(); }
    void succeeded(unsigned victim) override { good_ = victim; }
    void failed(unsigned /*victim*/) override { good_.reset(); }

  private:
    UniformRandom anybody_;
    std::optional<unsigned> good_;
};

}  // namespace scrump::detail
