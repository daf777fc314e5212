#pragma once
// How a worker waits for others: it looks a few times, and then sleeps.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace scrump::detail {

/// Number of looks.
inline constexpr unsigned looks_before_waiting = 64;

/// A pause between two looks, or several if nothing can change between them: returns the number for which it stands.
inline unsigned relax() {
    Platform& machine = Platform::current();
    Platform::Pace* const pace = machine.pace();
    if (pace == nullptr) {
        machine.relax();
        return 1;
    }
    constexpr std::uint64_t most = looks_before_waiting / 4;
    const std::uint64_t looks = std::min(pace->step(Platform::Pace::Work::look), most);
    pace->pass(Platform::Pace::Work::look, looks);
    return static_cast<unsigned>(looks);
}

/// A pause between two looks at data that change without a notification: `round` counts up from 0, and each is a little
/// longer.
inline void pause(unsigned round) {
    constexpr unsigned yields = 4096;
    constexpr std::chrono::microseconds nap{50};
    if (round < looks_before_waiting) {
        relax();
        return;
    }
    if (round < yields) return Platform::current().yield();
    Platform::current().sleep_for(nap);
}

/// Waits until `over()` is true; the thread that makes it true notifies, and notifications may also be for earlier
/// events.
template <class Over>
void wait_until(EventCount& events, const Over& over) {
    for (unsigned look = 0; look < looks_before_waiting; look += relax()) {
        if (over()) return;
    }
    while (!over()) {
        const EventCount::Key key = events.prepare_wait();
        if (over()) return events.cancel_wait();
        events.wait(key);
    }
}

}  // namespace scrump::detail
