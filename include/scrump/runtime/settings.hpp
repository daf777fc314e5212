#pragma once
// The settings of a run, as far as the runtime needs them. Each front door makes them from its own options.

#include <scrump/base/clock.hpp>
#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace scrump {

class Session;

/// Tracing: the times of events, in a file for Perfetto (ui.perfetto.dev) and chrome://tracing. See
/// docs/observability.md.
struct Tracing {
    std::string file{};  ///< file of the trace, written by the first process when the run is over; empty: no trace
    /// Number of events kept for each thread; older ones are dropped. Each takes 32 bytes; at most 67108864.
    std::size_t events = 1U << 16U;

    /// Whether a trace is wanted.
    bool wanted() const { return !file.empty(); }
};

/// Workers, choice of victims, and limits of a run.
struct Settings {
    unsigned workers = 0;        ///< workers per locality; 0: as many as there are cores for it
    unsigned localities = 1;     ///< number in this process; once a run is made, in all processes
    Session* session = nullptr;  ///< processes that take part; none: this one alone
    bool pin = true;             ///< bind workers to cores, if there are enough for all
    /// Number of workers with threads of their own, the first ones; none: all. Others belong to the caller, which
    /// drives them.
    std::optional<unsigned> own_threads{};
    /// Whether this process works for itself, even if several were started together.
    bool for_this_process = false;

    Policy policy = Policy();  ///< which victims to steal from, and how much
    bool look_on = false;      ///< whether workers without work look for it all the time, instead of sleeping
    std::uint64_t seed = 1;    ///< seed of the choices of victims

    std::optional<Clock::time_point> began{};              ///< start of the clock; none: the clock starts with the run
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< stop after this time
    std::stop_token stop{};                                ///< cancels the run from any other thread

    /// Time after which a locality that has not responded ends the run with an error that names it; zero: never.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    bool sampled = false;                              ///< whether to sample all workers some hundred times
    std::optional<Clock::duration> report_interval{};  ///< time between reports of progress; none: no reports
    /// Time between observations of all figures; none: no observations.
    std::optional<Clock::duration> observe_interval{};
    Tracing trace{};                 ///< whether events are recorded
    bool hardware_counters = false;  ///< whether to read the processors' counters of each worker

    /// Whether other processes take part.
    bool has_company() const;
};

}  // namespace scrump
