#pragma once
// Settings of a performance monitor: the constants of Xie (2023), chapter 3, and the limits of its refreshes.

#include <scrump/stealing/detail/equations.hpp>

#include <cstddef>

namespace scrump {

struct Policy;

namespace detail {

/// Times are in microseconds.
struct MonitorSettings {
    Weights weights{};
    double shortest_interval = 1'000;   ///< between automatic refreshes; the bound of messages rests on it
    double longest_interval = 100'000;  ///< between automatic refreshes
    std::size_t far_reads = 4;          ///< most messages of a refresh, and of a shortest interval
    std::size_t requests = 0;           ///< most unanswered steal requests; 0: as many as the thief has workers
    bool complete_cycles = false;       ///< whether work rates are those of complete cycles only

    /// Settings that follow from the outcomes, both from 0 to 1: the share of successful steals, and of the workers'
    /// idle time. At one half each they are these.
    ///
    /// - history + 0.6 (success - 1/2), within 0 and 1: when targets turn out empty, data are old; new measurements
    ///   count more.
    /// - delay * 2^(1 - 2 idle), half to double: busy workers can wait for a good target, idle ones take any.
    /// - longest interval * 4^(success - idle), a quarter to four times: useful data may grow old. The shortest is in
    ///   proportion, but never less than here.
    MonitorSettings tuned(double success, double idle) const;

    bool operator==(const MonitorSettings&) const = default;
};

/// The settings that a performance-driven policy asks for.
MonitorSettings monitor_settings(const Policy& policy);

}  // namespace detail
}  // namespace scrump
