#pragma once
// How long the iterations of plain calls took before.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// Of the plain calls with functions of the same types. On a simulated machine nothing is known, and nothing is added,
/// so that simulations and real loops do not depend on those before them.
class alignas(cache_line) PieceHistory {
  public:
    /// Loops that take less than this are brief: to wake a thread for them is not worth it.
    static constexpr Clock::duration brief = std::chrono::microseconds(10);

    struct Known {
        float ticks = 0;     ///< of Clock, that a worker spends on an iteration, at most; 0: not known
        bool brief = false;  ///< whether to expect a brief loop
    };
    Known known() const;

    struct Loop {
        std::size_t iterations;
        unsigned workers;
        Clock::duration taken;
        Clock::duration as_first;  ///< what it would take if its iterations were all as those of the first piece
        bool woke;                 ///< whether it woke threads, which may have taken most of its time
    };
    void add(const Loop& loop);

  private:
    static constexpr std::uint32_t least = 3;
    static constexpr std::uint32_t most = 100'000;

    // Brief loops in turn after which the next is expected to be brief. A long loop that wakes nobody loses up to the
    // time that it takes; a brief one that wakes threads for nothing, about `brief`. Neither adds up to much more.
    std::atomic<std::uint32_t> until_brief_ = least;
    std::atomic<float> ticks_ = 0;
};

/// The history of all plain calls with functions of these types.
template <class... Functions>
inline constinit PieceHistory piece_history;

}  // namespace scrump::detail
