#pragma once
// How something is to be run, as far as the runtime needs to know. Each front door makes it from its own options.

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

/// What happened when, in a file for Perfetto (ui.perfetto.dev) and chrome://tracing. See docs/observability.md.
struct Tracing {
    std::string file{};  ///< written by the first process when the run is over; empty: no trace
    /// Of each thread: older ones are dropped. Each takes 32 bytes; there are at most 67108864.
    std::size_t events = 1U << 16U;

    /// Whether there is to be one.
    bool wanted() const { return !file.empty(); }
};

/// Where, by whose choice of victims, and for how long.
struct Settings {
    /// By which all time is told.
    unsigned workers = 0;        ///< of each locality; 0: as many as there are cores for it
    unsigned localities = 1;     ///< in this process; once a run is made, of all processes
    Session* session = nullptr;  ///< the processes that take part; none: this one alone
    bool pin = true;             ///< bind workers to cores, if there are enough for all
    /// No threads are started: the workers are the caller's, who drives them and the run.
    bool external_workers = false;

    Policy policy = Policy();  ///< whom to steal from, and how much
    std::uint64_t seed = 1;    ///< of the choices of victims

    std::optional<Clock::time_point> began{};              ///< from when on time counts; none: when the run begins
    std::optional<std::chrono::nanoseconds> time_limit{};  ///< the run is stopped after so long
    std::stop_token stop{};                                ///< cancels from any other thread

    /// A locality of which nothing was heard for so long ends the run with an error that names it; zero: never.
    std::chrono::nanoseconds dead_after = std::chrono::minutes(2);

    bool sampled = false;                               ///< look at all workers some hundred times
    std::optional<Clock::duration> report_interval{};   ///< between reports of progress; none: no reports
    std::optional<Clock::duration> observe_interval{};  ///< between looks at all figures; none: no looks
    Tracing trace{};                                    ///< whether what happens is recorded

    /// Whether other processes take part.
    bool has_company() const;
};

}  // namespace scrump
