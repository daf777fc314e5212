#pragma once
// The bounds of a graph of a state space.

#include <scrump/base/clock.hpp>
#include <scrump/states/explore/options.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>

namespace scrump {

/// Bounds of a graph.
struct StateGraphOptions {
    std::size_t state_limit = 10'000;  ///< largest number of states; more are an error
    /// Largest distance from the initial states; states at this distance are not expanded.
    std::uint64_t level_limit = std::numeric_limits<std::uint64_t>::max();

    std::optional<std::uint64_t> stop_after{};  ///< stop where there are more states than this, without an error
    std::optional<std::size_t> memory_limit{};  ///< stop when the graph takes about this number of bytes
    /// Start of the clock. None: the clock starts with the walk.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after this time
    std::stop_token stop{};                                ///< cancels the walk from any other thread
};

/// The bounds of the graph that is drawn beside an exploration with these options.
inline StateGraphOptions graph_options(const ExploreOptions& limits, std::size_t state_limit) {
    return {.state_limit = state_limit,
            .level_limit = limits.level_limit,
            .stop_after = limits.state_limit,
            .memory_limit = limits.memory_limit,
            .began = limits.began,
            .time_limit = limits.time_limit,
            .stop = limits.stop};
}

}  // namespace scrump
