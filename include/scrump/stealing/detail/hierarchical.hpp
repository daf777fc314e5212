#pragma once
// Victim selection: the nearest first. Hierarchical victim selection of HotSLAW (Min, Iancu and Yelick, PGAS 2011) as
// in part 2 of the distributed reachability slides: all candidates of a level in shuffled order, with as many attempts
// as the level has candidates, before those of the next level.

#include <scrump/net/topology.hpp>
#include <scrump/stealing/detail/candidates.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <array>

namespace scrump::detail {

/// Levels are those of Topology::distance(). After the last one, and after a success, it starts again with the first.
class Hierarchical final : public VictimSelector {
  public:
    Hierarchical(unsigned self, const Topology& topology, std::uint64_t seed) : random_(thief_random(self, seed)) {
        for (unsigned level = 0; level < Topology::levels; ++level) {
            const auto at_level = [&](unsigned other) { return topology.distance(self, other) == level; };
            levels_[level] = ShuffledRound(others(self, topology.size(), at_level));
        }
    }

    std::optional<unsigned> choose() override {
        for (unsigned passed = 0; passed <= Topology::levels; ++passed) {
            if (!levels_[level_].complete()) return levels_[level_].next(random_);
            enter((level_ + 1) % Topology::levels);
        }
        return std::nullopt;
    }

    void succeeded(unsigned /*victim*/) override { enter(0); }

  private:
    void enter(unsigned level) {
        level_ = level;
        levels_[level].restart();
    }

    std::array<ShuffledRound, Topology::levels> levels_;
    unsigned level_ = 0;
    SplitMix64 random_;
};

}  // namespace scrump::detail
