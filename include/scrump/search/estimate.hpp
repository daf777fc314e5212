#pragma once
// Estimates of how large a tree is, and of how long a search of it takes.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace scrump {

struct SearchOptions;

/// Estimate of a search: the nodes that it visits from beginning to end, known solutions and resumed runs included.
/// The interval is the mean of independent samples of the tree, plus and minus two standard errors. An optimisation
/// visits fewer nodes if it finds better solutions.
struct SearchEstimate {
    double nodes = 0;             ///< estimated number of nodes
    double min_nodes = 0;         ///< lower end of the interval; at least the number of visited nodes
    double max_nodes = 0;         ///< upper end of the interval
    std::uint64_t visited = 0;    ///< number of nodes visited so far
    double nodes_per_second = 0;  ///< measured rate of all workers; 0: not measured yet
    std::uint64_t samples = 0;    ///< number of samples; 0: the whole tree was visited
    std::uint64_t probed = 0;     ///< number of nodes that the samples took

    /// Visited part of the tree, from 0 to 1.
    double part_done() const { return nodes > 0 ? std::min(static_cast<double>(visited) / nodes, 1.0) : 0; }
    /// Time for that many nodes, in seconds; NaN if the rate is not known.
    double seconds_for(double count) const {
        return nodes_per_second > 0 ? count / nodes_per_second : std::numeric_limits<double>::quiet_NaN();
    }
    /// Time for the remaining nodes, in seconds.
    double seconds_left() const { return seconds_for(nodes - static_cast<double>(visited)); }
    /// The same at the lower end of the interval.
    double min_seconds_left() const { return seconds_for(min_nodes - static_cast<double>(visited)); }
    /// The same at the upper end of the interval.
    double max_seconds_left() const { return seconds_for(max_nodes - static_cast<double>(visited)); }
    /// "12 % of 3.1e+09 nodes, 45 s left (40 s to 51 s)".
    std::string describe_rest() const;
};

/// "45 s", "3.2 min", "5.1 h", "12 days".
std::string rough_time(double seconds);

/// Throws UsageError if the options ask for an estimate of `what`, which is not a single search.
void refuse_estimate(const SearchOptions& options, std::string_view what);

}  // namespace scrump
