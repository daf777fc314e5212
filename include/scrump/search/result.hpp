#pragma once
// What a search answers: how it ended, what it found, and what it cost.

#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/traffic.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump {

/// How a run ended. Only `complete` is a proof; all else comes with the best that was known when it stopped.
enum class Status : std::uint8_t { complete, time_limit, node_limit, cancelled };

/// "complete", "time-limit", "node-limit" or "cancelled".
const char* name(Status status);

/// What one locality did.
struct LocalityStatistics {
    std::string title;              ///< of its process: "rank 2 on node17"; empty if there is one process
    std::vector<Counters> workers;  ///< worker by worker
    Traffic traffic;

    /// Of its workers, with the steals from other localities.
    Counters sum() const {
        Counters all;
        for (const Counters& worker : workers) all += worker;
        all.steals_tried += traffic.steals_tried;
        all.steals_won += traffic.steals_won;
        return all;
    }
};

/// What was done before by the runs that a run resumed.
struct EarlierRuns {
    std::uint64_t runs = 0;
    Counters counters;  ///< of all their workers
    double seconds = 0;
};

/// The checkpoints of a run.
struct CheckpointStatistics {
    std::uint64_t written = 0;
    std::uint64_t failed = 0;                  ///< attempts
    std::uint64_t bytes = 0;                   ///< size of the largest one written
    std::chrono::nanoseconds longest_pause{};  ///< no worker stood still for longer while a state was noted
    std::chrono::nanoseconds writing{};        ///< time spent on writing them all, beside the search
};

/// What a run cost.
struct Statistics {
    Counters total;                              ///< of all runs, if it resumed others
    std::vector<LocalityStatistics> localities;  ///< of this run
    double seconds = 0;                          ///< of this run: the search alone
    EarlierRuns earlier;
    CheckpointStatistics checkpoints;

    /// The workers of all localities.
    std::size_t workers() const {
        std::size_t sum = 0;
        for (const LocalityStatistics& each : localities) sum += each.workers.size();
        return sum;
    }
};

/// Of `enumerate`. A stopped run's value covers only a part of the tree.
template <class Value>
struct EnumerationResult {
    Status status = Status::complete;
    Value value{};
    Statistics statistics;
};

/// Of `maximise` and `minimise`. Complete with a node: that node is optimal.
template <class Node, class Objective>
struct OptimisationResult {
    Status status = Status::complete;
    std::optional<Node> node;  ///< none if no node visited is a solution: all objectives were the worst of their type
    Objective objective{};     ///< of that node
    Statistics statistics;
};

/// Of `decide`. Complete without a node: proved that there is none.
template <class Node>
struct DecisionResult {
    Status status = Status::complete;
    std::optional<Node> node;  ///< a witness
    Statistics statistics;
};

}  // namespace scrump
