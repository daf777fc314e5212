#include <scrump/problems/several/ext/several.hpp>

#include <algorithm>
#include <chrono>

namespace scrump {

std::optional<SearchOptions> left_of(SearchOptions options, const Statistics& cost) {
    options.began.reset();
    if (options.time_limit) {
        const auto spent =
            std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(cost.seconds));
        *options.time_limit = std::max<std::chrono::nanoseconds>(*options.time_limit - spent, {});
    }
    if (options.node_limit) {
        *options.node_limit -= std::min(*options.node_limit, cost.total.nodes);
        if (*options.node_limit == 0) return std::nullopt;
    }
    return options;
}

void expect_fit_for_several(const std::string& problem, const SearchOptions& options) {
    if (options.gap) throw UsageError(problem + ": a search for several solutions has no gap");
    refuse_estimate(options, "a search for several solutions");
    if (options.shard)
        throw UsageError(problem + ": several solutions are not searched in shards; search for one, or count all");
    if (options.depth_limit != unlimited_depth) throw UsageError(problem + ": a depth limit leaves some out");
}

}  // namespace scrump
