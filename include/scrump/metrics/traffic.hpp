#pragma once
// The traffic of a locality with the other localities.

#include <scrump/metrics/histogram.hpp>

#include <cstdint>

namespace scrump {

/// Counts of one locality since the run began.
struct Traffic {
    std::uint64_t steals_tried = 0;    ///< number of requests for work sent to other localities
    std::uint64_t steals_won = 0;      ///< number of these that were answered with tasks
    std::uint64_t tasks_received = 0;  ///< number of tasks that came with those answers
    std::uint64_t round_trips = 0;  ///< number of times a fork-join task's thief waited for a word of another locality
    std::uint64_t messages = 0;     ///< number of messages sent, of all kinds except the monitor's
    std::uint64_t bytes = 0;        ///< size of their contents, in bytes
    std::uint64_t refreshes = 0;    ///< number of times that the performance monitor gathered the others' summaries
    /// Number of requests for a summary that had to be sent as messages (and as many answers).
    std::uint64_t monitor_messages = 0;
    LatencyHistogram steal_latency;  ///< duration of successful steals: from sending the request to having the tasks

    /// Adds another locality's traffic.
    Traffic& operator+=(const Traffic& other) {
        steals_tried += other.steals_tried;
        steals_won += other.steals_won;
        tasks_received += other.tasks_received;
        round_trips += other.round_trips;
        messages += other.messages;
        bytes += other.bytes;
        refreshes += other.refreshes;
        monitor_messages += other.monitor_messages;
        steal_latency += other.steal_latency;
        return *this;
    }
};

}  // namespace scrump
