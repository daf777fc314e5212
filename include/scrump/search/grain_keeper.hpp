#pragma once
// Keeps the grain of a locality's tasks right while a search runs: the heartbeat interval of the adaptive skeleton, or
// the budget, when none was given.
//
// Any worker that comes by when an interval is over sums up what all workers' meters say and asks the controller (see
// runtime/grain.hpp); the others read one relaxed number. No thread is needed for it, and no lock is waited for.

#include <scrump/base/cache_line.hpp>
#include <scrump/base/clock.hpp>
#include <scrump/metrics/activity.hpp>
#include <scrump/metrics/counting.hpp>
#include <scrump/runtime/grain.hpp>
#include <scrump/search/skeleton.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace scrump {

class GrainKeeper {
  public:
    explicit GrainKeeper(const Skeleton& skeleton)
        : has_grain_(skeleton.kind == Skeleton::Kind::budget || skeleton.kind == Skeleton::Kind::adaptive),
          chosen_(!has_grain_ || given(skeleton) > 0 || !counting),
          controller_(settings(skeleton)) {
        grain_.store(given(skeleton) > 0 ? given(skeleton) : controller_.grain(), std::memory_order_relaxed);
    }

    /// Whether it is chosen while running.
    bool chooses() const { return !chosen_; }
    /// Backtracks of a budget, or microseconds of a heartbeat interval; 0 for skeletons without either.
    double shown() const { return has_grain_ ? grain() : 0; }
    std::uint64_t budget() const { return static_cast<std::uint64_t>(grain()); }
    Clock::duration heartbeat_interval() const {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double, std::micro>(grain()));
    }

    /// To be called by workers now and then. `sum(now)` is the activity of all workers of the locality up to then.
    template <class Sum>
    void look(Clock::time_point now, const Sum& sum) {
        if (chosen_ || now.time_since_epoch().count() < next_look_.load(std::memory_order_relaxed)) return;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return;
        next_look_.store((now + interval).time_since_epoch().count(), std::memory_order_relaxed);
        const Activity all = sum(now);
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

    double grain() const { return grain_.load(std::memory_order_relaxed); }

    static double given(const Skeleton& skeleton) {
        if (skeleton.kind == Skeleton::Kind::budget) return static_cast<double>(skeleton.backtracks);
        return static_cast<double>(skeleton.heartbeat_interval.count());
    }
    static GrainController::Settings settings(const Skeleton& skeleton) {
        if (skeleton.kind == Skeleton::Kind::budget) return {.first = 10'000, .least = 16, .most = 1e9};
        return {.first = 20, .least = 5, .most = 500};
    }

    const bool has_grain_;
    const bool chosen_;  // once for all
    alignas(cache_line) std::atomic<double> grain_ = 0;
    std::atomic<Clock::rep> next_look_ = 0;
    std::mutex mutex_;  // guards what follows
    GrainController controller_;
    Activity seen_;
};

}  // namespace scrump
