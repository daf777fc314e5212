#pragma once
// Random walks through a model with states of any type.

#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/random_walk_options.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace scrump {

/// The steps of one worker.
struct RandomWalkWorker {
    std::uint64_t steps = 0;      ///< number of steps
    std::uint64_t walks = 0;      ///< number of walks that have ended
    std::uint64_t deadlocks = 0;  ///< number of these that ended in a state without a successor
};

/// Cost of random walks.
struct RandomWalkStatistics {
    std::uint64_t steps = 0;                  ///< number of steps
    std::uint64_t walks = 0;                  ///< number of walks that have ended
    std::uint64_t deadlocks = 0;              ///< number of these that ended in a state without a successor
    std::vector<RandomWalkWorker> workers{};  ///< the same by worker
    double seconds = 0;                       ///< time since `RandomWalkOptions::began`

    /// Number of steps per second.
    double steps_per_second() const { return seconds > 0 ? static_cast<double>(steps) / seconds : 0; }
};

namespace detail {

/// How the walks ended, and their finding, in words.
struct RandomWalkOutcome {
    Status status = Status::complete;
    std::optional<FoundState> found{};
    std::vector<std::uint64_t> greatest{};
    RandomWalkStatistics statistics{};
};

/// Throws as random_walk().
RandomWalkOutcome run_random_walk(const AnyModel& model, const RandomWalkOptions& options);

}  // namespace detail
}  // namespace scrump
