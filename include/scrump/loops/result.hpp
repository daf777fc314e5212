#pragma once
// The result of a loop, and how evenly its work was divided.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump {

/// One worker's share of a loop.
struct WorkerShare {
    unsigned locality = 0;         ///< locality of the worker
    unsigned worker = 0;           ///< number of the worker in its locality
    std::uint64_t chunks = 0;      ///< number of chunks that it ran
    std::uint64_t iterations = 0;  ///< number of iterations that it ran
    std::uint64_t stolen = 0;      ///< number of these that belonged to another locality
    double finished = 0;           ///< time from the start of the loop until it had nothing left to do, in seconds
    WorkerProgress progress{};     ///< its times, if chunks are timed
};

/// Steals of one locality, in a loop over data of which each locality has a part.
struct LoopTransfers {
    std::uint64_t own = 0;         ///< number of iterations of its own part
    std::uint64_t tried = 0;       ///< number of requests that it made
    std::uint64_t won = 0;         ///< number of requests that were granted
    std::uint64_t iterations = 0;  ///< number of iterations that it got
    std::uint64_t bytes = 0;       ///< size of their data, in bytes
    std::uint64_t sent = 0;        ///< number of chunks that it sent to others
    double send_seconds = 0;       ///< time to prepare these chunks and hand them to the network
    double receive_seconds = 0;    ///< time from the arrival of the chunks that it got until they were unpacked
    double send_min = 0;           ///< shortest time to send a chunk; 0 if it sent none
    double send_max = 0;           ///< longest time to send a chunk
    double receive_min = 0;        ///< shortest time to receive a chunk; 0 if it got none
    double receive_max = 0;        ///< longest time to receive a chunk

    /// Mean time to send a chunk; 0 if it sent none.
    double send_mean() const { return sent == 0 ? 0 : send_seconds / static_cast<double>(sent); }
    /// Mean time to receive a chunk; 0 if it got none.
    double receive_mean() const { return won == 0 ? 0 : receive_seconds / static_cast<double>(won); }

    /// Counts a chunk that was sent.
    void add_sent(double seconds);
    /// Counts a chunk that was received.
    void add_received(double seconds);
    /// Adds another locality's steals.
    LoopTransfers& operator+=(const LoopTransfers& other);
};

/// Cost of a loop, or of several, one after another. Chapter 5 of Shatri (2023) defines the measures.
struct LoopStatistics {
    std::uint64_t loops = 0;                 ///< number of loops
    std::uint64_t iterations = 0;            ///< number of iterations that were run
    std::uint64_t chunks = 0;                ///< number of chunks in which they were handed out
    double seconds = 0;                      ///< parallel time: until the last worker had nothing left to do
    std::vector<WorkerShare> shares{};       ///< shares by locality and worker
    std::vector<LoopTransfers> transfers{};  ///< steals by locality; empty if nothing could be stolen
    Counters total{};                        ///< counters of the runtime
    /// Statistics by locality; in processes other than the first: their own.
    std::vector<LocalityStatistics> localities{};
    TraceStatistics trace{};  ///< trace that was recorded
    std::string
        technique{};       ///< technique that divided the loop, as Technique::describe() tells it; of several: the last
    std::string reason{};  ///< why, if Scrump chose it; otherwise empty

    /// Parallel cost: the parallel time times the number of workers, in seconds.
    double cost() const { return seconds * static_cast<double>(shares.size()); }
    /// The parallel time, divided by the mean of the workers' finishing times; 1: all finished at the same time.
    double imbalance() const;
    /// Standard deviation of the finishing times, divided by their mean.
    double variation() const;
    /// Number of iterations that were run by another locality than their own.
    std::uint64_t stolen() const;
    /// Steals of all localities together.
    LoopTransfers all_transfers() const;

    /// Adds the cost of another loop after this one, except the runtime's statistics of each worker and the traces.
    LoopStatistics& operator+=(const LoopStatistics& other);
};

/// Result of a loop. If it is complete, all its iterations were run; each was run at most once in any case.
struct LoopResult {
    Status status = Status::complete;  ///< how the loop ended
    LoopStatistics statistics{};       ///< what the loop cost
};

/// Result of a loop that combines values.
template <class T>
struct ReducedLoop {
    Status status = Status::complete;  ///< how the loop ended
    T value{};                         ///< combination over all iterations that were run
    LoopStatistics statistics{};       ///< what the loop cost
};

}  // namespace scrump
