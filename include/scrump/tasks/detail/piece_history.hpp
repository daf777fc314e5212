#pragma once
// How long the iterations of plain calls took before.

#include <scrump/base/clock.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// Of the plain calls with the same functions. On a simulated machine nothing is known, so that a simulation does not
/// depend on those before it.
class PieceHistory {
  public:
    /// Loops that take less than this are brief: to wake a thread for them is not worth it.
    static constexpr Clock::duration brief = std::chrono::microseconds(10);

    struct Known {
        float ticks = 0;          ///< of Clock, for an iteration of the last loop that was not brief; 0: there was none
        bool only_brief = false;  ///< whether the last loops were
    };
    Known known() const;
    /// Adds a loop of this number of iterations, which took this time.
    void add(Clock::duration taken, std::size_t iterations);

  private:
    static constexpr std::uint8_t some = 3;

    // Written only when they change much: threads may make such calls at the same time.
    std::atomic<float> ticks_ = 0;
    std::atomic<std::uint8_t> brief_in_turn_ = 0;  // at most `some`
};

/// The history of all plain calls with functions of these types.
template <class... Functions>
inline constinit PieceHistory piece_history;

}  // namespace scrump::detail
