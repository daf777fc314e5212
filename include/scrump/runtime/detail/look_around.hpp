#pragma once
// What an idle worker does before it sleeps: it looks around for a while, as waking up takes longer than most tasks.

#include <scrump/base/detail/platform.hpp>
#include <scrump/metrics/detail/meter.hpp>

#include <algorithm>
#include <cstdint>

namespace scrump::detail {

/// So many looks take about as long as the heartbeat interval of the adaptive skeleton.
inline constexpr unsigned looks_before_sleep = 512;

/// Asks `has_news` until it says yes, at most `at_most` times; says whether it did. Each look in vain counts as one
/// into a pool, however many pools `has_news` looks at: Grubel et al. (2015) tell starvation by these counts (figures 9
/// and 10), as its scheduler looks on. A look that finds something is made again, to take it, and counted there.
template <class News>
bool look_around(Meter& meter, const News& has_news, unsigned at_most = looks_before_sleep) {
    Platform& machine = Platform::current();
    Platform::Pace* const pace = machine.pace();
    for (unsigned look = 0; look < at_most; ++look) {
        if (has_news()) return true;
        meter.looked_into_pool(false);
        if (pace == nullptr) {
            machine.relax();
            continue;
        }
        // What nobody changes meanwhile need not be looked at.
        const auto in_vain =
            static_cast<unsigned>(std::min<std::uint64_t>(pace->step(Platform::Pace::Work::look), at_most - look));
        for (unsigned more = 1; more < in_vain; ++more, ++look) meter.looked_into_pool(false);
        pace->pass(Platform::Pace::Work::look, in_vain);
    }
    meter.publish();  // who sleeps may sleep for long
    return false;
}

}  // namespace scrump::detail
