#pragma once
// The options of random walks through a state space.

#include <scrump/base/clock.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace scrump {

class Session;

/// Progress of running random walks.
struct RandomWalkProgress {
    std::chrono::duration<double> elapsed{};  ///< time since `RandomWalkOptions::began`
    std::uint64_t steps = 0;                  ///< number of steps of all workers
    std::uint64_t walks = 0;                  ///< number of walks that have ended
    double steps_per_second = 0;              ///< rate since the last progress
};

/// All options of random_walk(). The defaults use every core and need no tuning.
struct RandomWalkOptions {
    std::uint64_t depth = 10'000;  ///< largest number of steps of a walk; the next one begins at an initial state
    unsigned workers = 0;          ///< number of workers, each with walks of its own; 0: as many as there are cores
    Session* session = nullptr;    ///< session whose workers are used; a session of several processes is refused
    bool pin = true;               ///< bind workers to cores, if there are enough for all
    std::uint64_t seed = 1;        ///< seed of all choices: the same seed makes one worker walk the same way

    /// Start of the clock. None: the clock starts with the walks.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds>
        time_limit{};        ///< stop after this time; none: walk until something is found
    std::stop_token stop{};  ///< cancels the walks from any other thread

    /// Called by the thread that called random_walk().
    std::function<void(const RandomWalkProgress&)> progress{};
    std::chrono::milliseconds progress_interval{200};  ///< time between two calls of `progress`
};

}  // namespace scrump
