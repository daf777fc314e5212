#include <scrump/base/error.hpp>
#include <scrump/search/estimate.hpp>
#include <scrump/search/options.hpp>

#include <array>
#include <cstdio>
#include <string>

namespace scrump {
namespace {

std::string rounded(const char* format, double number, const char* unit) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, number, unit);
    return text.data();
}

}  // namespace

std::string rough_time(double seconds) {
    struct Unit {
        double seconds;
        double most;
        const char* name;
    };
    static constexpr std::array<Unit, 4> units = {
        {{1, 120, "s"}, {60, 7200, "min"}, {3600, 48.0 * 3600, "h"}, {24.0 * 3600, 730 * 24.0 * 3600, "days"}}};
    for (const Unit& unit : units) {
        if (seconds < unit.most) return rounded("%.3g %s", seconds / unit.seconds, unit.name);
    }
    return rounded("%.3g %s", seconds / (365.25 * 24 * 3600), "years");
}

std::string SearchEstimate::describe_rest() const {
    std::string text = rounded("%.3g %s", 100 * part_done(), "% of ") + rounded("%.3g %s", nodes, "nodes");
    if (nodes_per_second > 0)
        text += ", " + rough_time(seconds_left()) + " left (" + rough_time(min_seconds_left()) + " to " +
                rough_time(max_seconds_left()) + ")";
    return text;
}

void refuse_estimate(const SearchOptions& options, std::string_view what) {
    if (options.estimate)
        throw UsageError("an estimate is of one search that nothing follows or reports on; leave it out for " +
                         std::string(what));
}

}  // namespace scrump
