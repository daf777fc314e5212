#pragma once
// The actions of an idle worker before it sleeps: it looks around for a while, as waking up takes longer than most
// tasks.

#include <scrump/base/detail/platform.hpp>
#include <scrump/metrics/detail/meter.hpp>

#include <algorithm>
#include <cstdint>

namespace scrump::detail {

/// This number of looks takes about as long as the heartbeat interval of the adaptive skeleton.
inline constexpr unsigned looks_before_sleep = 512;

/// Calls `has_news` until it returns true, at most `at_most` times; returns whether it did. Each failed look counts as
/// one look into a pool, however many pools `has_news` examines: Grubel et al. (2015) recognise starvation by these
/// counts (figures 9 and 10), as its scheduler keeps looking. A successful look is made again, to take the work, and
/// counted there.
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
        // Unchanged data need not be examined again.
        const auto in_vain =
            static_cast<unsigned>(std::min<std::uint64_t>(pace->step(Platform::Pace::Work::look), at_most - look));
        for (unsigned more = 1; more < in_vain; ++more, ++look) meter.looked_into_pool(false);
        pace->pass(Platform::Pace::Work::look, in_vain);
    }
    meter.publish();  // a sleeping worker may sleep for long
    return false;
}

}  // namespace scrump::detail
