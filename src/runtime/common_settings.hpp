#pragma once
// The common options of all front doors.

#include <scrump/runtime/settings.hpp>

#include <algorithm>
#include <chrono>

namespace scrump::detail {

template <class Options>
Settings common_settings(const Options& options) {
    Settings settings{.workers = options.workers,
                      .session = options.session,
                      .pin = options.pin,
                      .began = options.began,
                      .time_limit = options.time_limit,
                      .stop = options.stop};
    // A front door that works in one process, and neither steals nor traces, has none of these.
    if constexpr (requires { options.localities; }) {
        settings.localities = options.localities;
        settings.seed = options.seed;
        settings.dead_after = options.dead_after;
        settings.trace = options.trace;
        settings.hardware_counters = options.hardware_counters;
    }
    if constexpr (requires { options.progress; })
        if (options.progress) settings.report_interval = options.progress_interval;
    if constexpr (requires { options.policy; }) settings.policy = options.policy;
    if constexpr (requires { options.look_on; }) settings.look_on = options.look_on;
    if constexpr (requires { options.observe; }) {
        if (options.observe) {
            // However short an interval is asked for, there is time for other things.
            settings.sampled = true;
            settings.observe_interval = std::clamp<Clock::duration>(
                options.observe_interval, std::chrono::milliseconds(1), std::chrono::hours(24 * 365));
        }
    }
    return settings;
}

}  // namespace scrump::detail
