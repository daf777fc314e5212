#pragma once
// How a search is to be run, and what it tells while it runs.

#include <scrump/metrics/counters.hpp>
#include <scrump/search/skeleton.hpp>
#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>

namespace scrump {

class Session;

/// A moment of a running search, over all localities.
struct Progress {
    std::chrono::duration<double> elapsed{};  ///< since the search began
    Counters counters;                        ///< as last published by the workers
    double nodes_per_second = 0;              ///< since the last progress
    unsigned busy_workers = 0;
    unsigned workers = 0;               ///< in all localities
    std::optional<double> incumbent{};  ///< the best objective so far, where there is one
};

inline constexpr unsigned unlimited_depth = std::numeric_limits<unsigned>::max();

/// Everything that can be chosen about a run. The defaults use every core and need no tuning.
struct Options {
    Skeleton skeleton = Skeleton::adaptive();
    Policy policy{};          ///< whom to steal from, and how much
    unsigned workers = 0;     ///< of each locality; 0: as many as there are cores for it
    unsigned localities = 1;  ///< address spaces, simulated in this process; they share nothing and send messages
    /// The processes that search together, each a locality: all make the same call, and all get the same result. None,
    /// or a session of one process: this process alone.
    Session* session = nullptr;
    bool pin = true;  ///< bind workers to cores, if there are enough for all; turn it off for searches that run at once

    unsigned depth_limit = unlimited_depth;  ///< nodes deeper than this are not visited
    std::optional<std::chrono::nanoseconds> time_limit{};
    std::optional<std::uint64_t> node_limit{};  ///< stop soon after so many nodes
    std::stop_token stop{};                     ///< cancels from any other thread

    std::uint64_t seed = 1;  ///< of the choices of victims

    std::function<void(const Progress&)> progress{};  ///< called from the thread that runs the search
    std::chrono::milliseconds progress_interval{200};
};

}  // namespace scrump
