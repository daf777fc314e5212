#pragma once
// What an idle worker does before it sleeps: it looks around for a while, as waking up takes longer than most tasks.

#include <scrump/metrics/detail/meter.hpp>

namespace scrump::detail {

/// So many looks take about as long as the heartbeat interval of the adaptive skeleton.
inline constexpr unsigned looks_before_sleep = 512;

/// Asks `has_news` until it says yes, at most `at_most` times; says whether it did. Each look in vain counts as one
/// into a pool, however many pools `has_news` looks at: Grubel et al. (2015) tell starvation by these counts (figures 9
/// and 10), as its scheduler looks on. A look that finds something is made again, to take it, and counted there.
template <class News>
bool look_around(Meter& meter, const News& has_news, unsigned at_most = looks_before_sleep) {
    for (unsigned look = 0; look < at_most; ++look) {
        if (has_news()) return true;
        meter.looked_into_pool(false);
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
    meter.publish();  // who sleeps may sleep for long
    return false;
}

}  // namespace scrump::detail
