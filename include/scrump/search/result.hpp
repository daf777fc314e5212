#pragma once
// What a search answers: how it ended, what it found, and what it cost.

#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/traffic.hpp>

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
};

/// What a run cost.
struct Statistics {
    Counters total;
    std::vector<LocalityStatistics> localities;
    double seconds = 0;  ///< the search alone

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
