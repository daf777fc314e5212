#pragma once
// What a locality's dealings with the other localities came to.

#include <scrump/metrics/histogram.hpp>

#include <cstdint>

namespace scrump {

/// Counts of one locality since the run began.
struct Traffic {
    std::uint64_t steals_tried = 0;      ///< requests for work sent to other localities
    std::uint64_t steals_won = 0;        ///< of these, answered with tasks
    std::uint64_t tasks_received = 0;    ///< tasks that came with those answers
    std::uint64_t round_trips = 0;       ///< how often a fork-join task's thief waited for a word of another locality
    std::uint64_t messages = 0;          ///< messages sent, of all kinds but the monitor's
    std::uint64_t bytes = 0;             ///< their contents
    std::uint64_t refreshes = 0;         ///< times that the performance monitor gathered the others' summaries
    std::uint64_t monitor_messages = 0;  ///< questions for a summary that had to be sent as messages (answers: as many)
    LatencyHistogram steal_latency;      ///< of won steals: from sending the request to having the tasks

    /// Adds what another locality did.
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
