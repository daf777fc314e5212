#pragma once
// How a worker waits for what others do: it looks a few times, and then sleeps.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace scrump::detail {

/// How often it looks.
inline constexpr unsigned looks_before_waiting = 64;

/// For so long it is looked for what is likely to come at once: a little longer than it takes to wake a thread on an
/// idle processor of a virtual machine.
inline constexpr std::chrono::microseconds look_before_sleeping{200};

/// Between two looks, or more where nothing can change between them: says how many it stands for.
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

/// Between two looks at what changes without a notification: `round` is counted up from 0, and each is a little longer.
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

/// Until `over()`; whoever makes it true notifies, which may also be for what was there long ago.
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
