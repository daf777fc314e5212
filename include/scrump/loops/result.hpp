#pragma once
// What comes of a loop, and how evenly it was divided.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>

#include <cstdint>
#include <vector>

namespace scrump {

/// One worker's share of a loop.
struct WorkerShare {
    unsigned locality = 0;         ///< whose worker it is
    unsigned worker = 0;           ///< its number there
    std::uint64_t chunks = 0;      ///< that it has run
    std::uint64_t iterations = 0;  ///< that it has run
    std::uint64_t stolen = 0;      ///< of these, those that were another locality's
    double finished = 0;           ///< seconds after the loop began, when it had nothing left to do
    WorkerProgress progress{};     ///< its times, where chunks are timed
};

/// What a locality stole, of a loop over data of which each locality has a part.
struct LoopTransfers {
    std::uint64_t own = 0;         ///< iterations of its own part
    std::uint64_t tried = 0;       ///< requests that it made
    std::uint64_t won = 0;         ///< those that it got something for
    std::uint64_t iterations = 0;  ///< that it got
    std::uint64_t bytes = 0;       ///< of data with them
    std::uint64_t sent = 0;        ///< chunks that it sent to others
    double send_seconds = 0;       ///< to put these together and hand them to the network
    double receive_seconds = 0;    ///< to take in what it got

    /// Adds the other's.
    LoopTransfers& operator+=(const LoopTransfers& other);
};

/// What a loop cost, or several, one after another. Chapter 5 of Shatri (2023) says what is measured.
struct LoopStatistics {
    std::uint64_t loops = 0;                       ///< how many
    std::uint64_t iterations = 0;                  ///< that were run
    std::uint64_t chunks = 0;                      ///< in which they were handed out
    double seconds = 0;                            ///< parallel time: until the last worker had nothing left to do
    std::vector<WorkerShare> shares{};             ///< by locality and worker
    std::vector<LoopTransfers> transfers{};        ///< by locality; empty where nothing could be stolen
    Counters total{};                              ///< of the runtime
    std::vector<LocalityStatistics> localities{};  ///< in processes but the first: their own
    TraceStatistics trace{};                       ///< what was recorded

    /// Parallel cost: the parallel time times the number of workers, in seconds.
    double cost() const { return seconds * static_cast<double>(shares.size()); }
    /// The parallel time, divided by the mean of the workers' finishing times; 1: all were finished at the same time.
    double imbalance() const;
    /// Their standard deviation, divided by their mean.
    double variation() const;
    /// Iterations that were run by another locality than the one that had them.
    std::uint64_t stolen() const;

    /// Adds what another loop cost after this one, but for what the runtime has of each worker and for traces.
    LoopStatistics& operator+=(const LoopStatistics& other);
};

/// How a loop ended. All its iterations were run if it is complete; each was run at most once in any case.
struct LoopResult {
    Status status = Status::complete;  ///< how it ended
    LoopStatistics statistics{};       ///< what it cost
};

/// Of a loop that adds something up.
template <class T>
struct ReducedLoop {
    Status status = Status::complete;  ///< how it ended
    T value{};                         ///< of all iterations that were run
    LoopStatistics statistics{};       ///< what it cost
};

}  // namespace scrump
