#pragma once
// How a thread waits for work that may come soon: it looks for a while, and then sleeps.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace scrump::detail {

/// Whether threads look for work before they sleep.
enum class Looks : std::uint8_t {
    never,      ///< there are fewer processors than threads that may have work
    in_turns,   ///< there is none for others, such as the thread that makes the work: it comes between two looks
    all_along,  ///< there are processors for others
};

/// Waking a thread takes longer than most short runs. How long threads look adapts: twice as long after work came soon,
/// half as long after it did not, so that a thread for which nothing comes looks a few microseconds in the end. May be
/// used by several threads at once.
class LookTime {
  public:
    explicit LookTime(Looks looks) : looks_(looks) {}

    void set(Looks looks) { looks_.store(looks, std::memory_order_relaxed); }
    /// How long a thread would look now.
    Clock::duration time() const { return Clock::duration(time_.load(std::memory_order_relaxed)); }
    /// Adapts it after work came in this time.
    void adapt(Clock::duration waited) {
        const Clock::duration next = waited < longest ? std::min(2 * time(), longest) : std::max(time() / 2, shortest);
        time_.store(next.count(), std::memory_order_relaxed);
    }

    /// Waits until `has_news()`. What makes that true notifies `events`.
    template <class News>
    void await(EventCount& events, const News& has_news) {
        // In a simulation time does not pass by itself.
        const Looks how = Platform::current().pace() == nullptr ? looks_.load(std::memory_order_relaxed) : Looks::never;
        const bool looks = how != Looks::never;
        const Clock::time_point began = looks ? Clock::now() : Clock::time_point();
        if (looks) look(how, has_news, began + time());
        while (!has_news()) {
            const EventCount::Key key = events.prepare_wait();
            if (has_news()) {
                events.cancel_wait();
                break;
            }
            events.wait(key);
        }
        if (looks) adapt(Clock::now() - began);
    }

    /// A little longer than it takes to wake a thread on an idle processor of a virtual machine.
    static constexpr Clock::duration longest = std::chrono::microseconds(200);
    static constexpr Clock::duration shortest = std::chrono::microseconds(5);

  private:
    template <class News>
    static void look(Looks how, const News& has_news, Clock::time_point until) {
        static constexpr unsigned between_clocks = 16;
        Platform& machine = Platform::current();
        do {
            for (unsigned i = 0; i < between_clocks; ++i) {
                if (has_news()) return;
                how == Looks::in_turns ? machine.yield() : machine.relax();
            }
        } while (Clock::now() < until);
    }

    std::atomic<Looks> looks_;
    std::atomic<Clock::rep> time_ = longest.count();
};

}  // namespace scrump::detail
