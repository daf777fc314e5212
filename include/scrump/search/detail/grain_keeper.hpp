#pragma once
// Keeps the grain of a locality's tasks right while a search runs, in any unit: a budget in backtracks, a heartbeat
// interval in microseconds. The split policies of all its workers share it.
//
// A worker that calls it after the end of an interval sums up all workers' meters and asks the controller (see
// runtime/grain.hpp); the others read one relaxed number. It needs no thread, and waits for no lock.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/detail/counting.hpp>
#include <scrump/runtime/detail/grain.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace scrump::detail {

class GrainKeeper {
  public:
    /// The grain is `given`; if that is 0, it is chosen during the run.
    GrainKeeper(double given, const GrainController::Settings& chosen)
        : chooses_(given == 0 && counting), controller_(chosen), grain_(given > 0 ? given : controller_.grain()) {}

    /// Whether the grain is chosen during the run.
    bool chooses() const { return chooses_; }
    /// The current grain.
    double grain() const { return grain_.load(std::memory_order_relaxed); }

    /// To be called by workers from time to time. `sum()` is the activity of all workers of the locality so far.
    template <class Sum>
    void look(Clock::time_point now, const Sum& sum) {
        if (!chooses_ || now.time_since_epoch().count() < next_look_.load(std::memory_order_relaxed)) return;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return;
        next_look_.store((now + interval).time_since_epoch().count(), std::memory_order_relaxed);
        const Activity all = sum();
        const Activity cost = all.since(seen_);
        seen_ = all;
        if (cost.total_time == 0) return;
        const auto time = static_cast<double>(cost.total_time);
        grain_.store(controller_.learn({.management = static_cast<double>(cost.management_time()) / time,
                                        .waiting = static_cast<double>(cost.wait_time) / time}),
                     std::memory_order_relaxed);
    }

  private:
    static constexpr std::chrono::milliseconds interval{2};

    const bool chooses_;
    std::mutex mutex_;  // guards the next two
    GrainController controller_;
    Activity seen_;
    alignas(cache_line) std::atomic<double> grain_;
    std::atomic<Clock::rep> next_look_ = 0;
};

}  // namespace scrump::detail
