#pragma once
// The options of a check of a formula.

#include <scrump/base/clock.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace scrump {

class Session;

/// Progress of a running check.
struct LtlProgress {
    std::chrono::duration<double> elapsed{};  ///< time since `LtlOptions::began`
    std::uint64_t states = 0;                 ///< number of states of the model visited up to the last level
    std::uint64_t pairs = 0;                  ///< number of pairs visited up to the last level
    std::uint64_t level = 0;                  ///< number of levels of pairs that were visited
    std::uint64_t searches = 0;               ///< number of searches for accepting cycles that were begun
};

/// All options of check_ltl(). The defaults use every core and need no tuning.
struct LtlOptions {
    unsigned workers = 0;        ///< number of workers; 0: as many as there are cores
    Session* session = nullptr;  ///< session whose workers are used; a session of several processes is refused
    bool pin = true;             ///< bind workers to cores, if there are enough for all

    /// Stop after about this many states of the model. Cycles of the states visited by then are still found.
    std::optional<std::uint64_t> state_limit{};
    /// Memory in bytes for states and their steps: the check stops when they need more. None: three quarters of the
    /// memory that is free on the machine.
    std::optional<std::size_t> memory_limit{};
    /// Start of the clock. None: the clock starts with the check.
    std::optional<Clock::time_point> began{};
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after this time
    std::stop_token stop{};                                ///< cancels the check from any other thread

    std::function<void(const LtlProgress&)> progress{};  ///< called by the thread that runs the check
    std::chrono::milliseconds progress_interval{200};    ///< time between two calls of `progress`

    /// Number of pairs of a state of the model and a state of the automaton after which cycles are looked for the first
    /// time; after that, each time that there are four times as many, and at the end.
    std::uint64_t first_search = std::uint64_t{1} << 14U;
};

}  // namespace scrump
