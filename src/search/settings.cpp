#include "settings.hpp"

#include "../runtime/common_settings.hpp"
#include "../runtime/worker_layout.hpp"

#include <algorithm>
#include <chrono>

namespace scrump::detail {
namespace {

// Workers watch a node limit themselves, but only when they backtrack, and only that of their locality.
std::optional<Clock::duration> report_interval(const SearchOptions& options) {
    constexpr std::chrono::milliseconds for_node_limit{10};
    if (!options.progress && !options.node_limit) return std::nullopt;
    Clock::duration interval = options.progress_interval;
    if (options.node_limit) interval = std::min<Clock::duration>(interval, for_node_limit);
    return interval;
}

}  // namespace

Settings settings_of(const SearchOptions& options) {
    Settings settings = common_settings(options);
    settings.sampled = settings.sampled || options.history;
    settings.report_interval = report_interval(options);
    WorkerLayout::check(settings);
    if (options.skeleton.is_sequential()) {
        settings.workers = 1;
        settings.localities = 1;
        settings.pin = false;
    }
    return settings;
}

}  // namespace scrump::detail
