#pragma once
// Restarts of a decision, and their cost. See restarting_search.hpp.

#include <cstdint>

namespace scrump {

struct SearchOptions;

/// When a search begins again: worker by worker, after the backtracks of its current run.
struct Restarts {
    /// Number of backtracks that the terms of Luby's sequence, 1, 1, 2, 1, 1, 2, 4, …, are multiplied by to get the
    /// length of a worker's runs. At least 1.
    std::uint64_t unit = 660;
};

/// Cost and use of restarts, over all workers.
struct RestartStatistics {
    std::uint64_t restarts = 0;  ///< number of runs that were abandoned
    std::uint64_t nogoods = 0;   ///< number of nogoods that these left
    std::uint64_t received = 0;  ///< number of nogoods that localities got from others
    std::uint64_t excluded = 0;  ///< number of nodes and decisions that nogoods excluded

    /// Adds those of others.
    RestartStatistics& operator+=(const RestartStatistics& other) {
        restarts += other.restarts;
        nogoods += other.nogoods;
        received += other.received;
        excluded += other.excluded;
        return *this;
    }
};

/// Throws UsageError for options that a search with restarts cannot have.
void check_restarts(const SearchOptions& options, const Restarts& restarts);

namespace detail {

/// Term number `index`, from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, … (Luby, Sinclair and Zuckerman, "Optimal speedup
/// of Las Vegas algorithms", Information Processing Letters 47, 1993).
std::uint64_t luby(std::uint64_t index);

/// The options of a search with restarts, once they are checked.
SearchOptions with_restarts(const SearchOptions& options);

}  // namespace detail
}  // namespace scrump
