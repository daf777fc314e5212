#include "run/live_run.hpp"

#include <algorithm>

namespace scrump::cli {

LiveRun::LiveRun(const Process& process, std::optional<std::chrono::nanoseconds> time_limit, bool simulated)
    : process_(process) {
    process.interrupts.begin(simulated ? std::nullopt : time_limit, process.first());
}

std::chrono::nanoseconds LiveRun::left_of(std::chrono::nanoseconds time_limit) const {
    return std::max<std::chrono::nanoseconds>(time_limit - (Clock::now() - began_), {});
}

void LiveRun::tell(const std::string& text) {
    const Clock::time_point now = Clock::now();
    if (now < told_ + ProgressLine::interval()) return;
    told_ = now;
    line_.show(text);
}

}  // namespace scrump::cli
