#pragma once
// Workers that work in step, once the first one has let the others in: until then it works alone.

#include "../../runtime/wait_until.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace scrump::detail {

class WorkersInStep {
  public:
    explicit WorkersInStep(unsigned workers) : workers_(workers) {}

    bool is_alone() const { return alone_.load(std::memory_order_acquire); }
    /// By the first worker: lets all others in.
    void let_in() {
        alone_.store(false, std::memory_order_release);
        events_.notify_all();
    }
    /// By the others. Returns true when they are let in, false when `ending()` is true.
    template <class Ending>
    bool await_first(const Ending& ending) {
        await([&] { return !is_alone(); }, ending);
        return !ending();
    }
    /// Waits for all, unless the first one is alone. Returns false when `ending()` is true: then some may not be here,
    /// and some may have been here and have left.
    template <class Ending>
    bool meet(const Ending& ending) {
        if (!is_alone() && workers_ > 1) come(ending);
        return !ending();
    }

  private:
    template <class Ending>
    void come(const Ending& ending) {
        const std::uint64_t meeting = meetings_.load(std::memory_order_acquire);
        if (come_.fetch_add(1, std::memory_order_acq_rel) + 1 == workers_) {
            come_.store(0, std::memory_order_relaxed);
            meetings_.store(meeting + 1, std::memory_order_release);
            events_.notify_all();
        } else {
            await([&] { return meetings_.load(std::memory_order_acquire) != meeting; }, ending);
        }
    }

    // Nobody is notified of the end of the run.
    template <class Over, class Ending>
    void await(const Over& over, const Ending& ending) {
        constexpr std::chrono::milliseconds nap{1};
        for (unsigned look = 0; look < looks_before_waiting; look += relax())
            if (over()) return;
        while (!over() && !ending()) {
            const EventCount::Key key = events_.prepare_wait();
            if (over()) return events_.cancel_wait();
            events_.wait(key, Clock::now() + nap);
        }
    }

    const unsigned workers_;
    std::atomic<bool> alone_ = true;
    std::atomic<unsigned> come_ = 0;
    std::atomic<std::uint64_t> meetings_ = 0;
    EventCount events_;
};

}  // namespace scrump::detail
