#pragma once
// How a worker waits for what others do: it looks a few times, and then sleeps.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>

#include <chrono>

namespace scrump::detail {

/// How often it looks.
inline constexpr unsigned looks_before_waiting = 64;

/// Between two looks.
inline void relax() {
    Platform::current().relax();
}

/// Between two looks at what changes without a notification: `round` is counted up from 0, and each is a little longer.
inline void pause(unsigned round) {
    constexpr unsigned yields = 4096;
    constexpr std::chrono::microseconds nap{50};
    if (round < looks_before_waiting) return relax();
    if (round < yields) return Platform::current().yield();
    Platform::current().sleep_for(nap);
}

/// Until `over()`; whoever makes it true notifies, which may also be for what was there long ago.
template <class Over>
void wait_until(EventCount& events, const Over& over) {
    for (unsigned look = 0; look < looks_before_waiting; ++look) {
        if (over()) return;
        relax();
    }
    while (!over()) {
        const EventCount::Key key = events.prepare_wait();
        if (over()) return events.cancel_wait();
        events.wait(key);
    }
}

}  // namespace scrump::detail
