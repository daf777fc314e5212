#include <scrump/stealing/detail/monitor_settings.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {

MonitorSettings MonitorSettings::tuned(double success, double idle) const {
    MonitorSettings settings = *this;
    settings.weights.history = std::clamp(weights.history + 0.6 * (success - 0.5), 0.0, 1.0);
    settings.weights.fresh = 1 - settings.weights.history;
    settings.weights.delay *= std::exp2(1 - 2 * idle);
    const double factor = std::pow(4.0, success - idle);
    settings.longest_interval *= factor;
    settings.shortest_interval *= std::max(factor, 1.0);
    return settings;
}

}  // namespace scrump::detail
