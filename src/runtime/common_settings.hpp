#pragma once
// The common options of all front doors.

#include <scrump/runtime/settings.hpp>

namespace scrump::detail {

template <class Options>
Settings common_settings(const Options& options) {
    Settings settings{.workers = options.workers,
                      .localities = options.localities,
                      .session = options.session,
                      .pin = options.pin,
                      .seed = options.seed,
                      .began = options.began,
                      .time_limit = options.time_limit,
                      .stop = options.stop,
                      .dead_after = options.dead_after,
                      .trace = options.trace,
                      .hardware_counters = options.hardware_counters};
    if constexpr (requires { options.policy; }) settings.policy = options.policy;
    if constexpr (requires { options.look_on; }) settings.look_on = options.look_on;
    return settings;
}

}  // namespace scrump::detail
