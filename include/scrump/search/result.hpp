#pragma once
// What a search answers: how it ended, what it found, and what it cost.

#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump {

/// A better solution, and when it was found.
struct Improvement {
    std::chrono::nanoseconds time{};  ///< since `SearchOptions::began`
    double objective = 0;             ///< of the solution
};

/// What was done before by the runs that a run resumed.
struct EarlierRuns {
    std::uint64_t runs = 0;  ///< how many
    Counters counters;       ///< of all their workers
    double seconds = 0;      ///< of all of them
};

/// The checkpoints of a run.
struct CheckpointStatistics {
    std::uint64_t written = 0;                 ///< files, each replacing the one before
    std::uint64_t failed = 0;                  ///< attempts
    std::uint64_t bytes = 0;                   ///< size of the largest one written
    std::chrono::nanoseconds longest_pause{};  ///< no worker stood still for longer while a state was noted
    std::chrono::nanoseconds writing{};        ///< time spent on writing them all, beside the search
    /// The run was to end with one that could not be written: what was done since the one before is lost, but for the
    /// answer of a run that is complete.
    bool last_failed = false;
};

/// What a run cost.
struct Statistics {
    Counters total;                              ///< of all runs, if it resumed others
    std::vector<LocalityStatistics> localities;  ///< of this run; in processes but the first: their own
    double seconds = 0;                          ///< from `SearchOptions::began` until all was known
    std::vector<Improvement> incumbents;         ///< in the order of time, each better than the one before
    /// Of an optimisation: no solution has a better objective. None if nothing is known of what was left.
    std::optional<double> bound{};
    EarlierRuns earlier;               ///< those that were resumed
    CheckpointStatistics checkpoints;  ///< what was kept
    TraceStatistics trace;             ///< what was recorded

    /// Of a run that took so long; the total is the localities'.
    static Statistics of(std::vector<LocalityStatistics> localities, double seconds,
                         std::vector<Improvement> incumbents);

    /// The workers of all localities.
    std::size_t workers() const {
        std::size_t sum = 0;
        for (const LocalityStatistics& each : localities) sum += each.workers.size();
        return sum;
    }
};

/// How far a solution may be from the best one: |bound - objective| / |objective|. 0 where they are equal, infinity
/// where the objective alone is 0.
double relative_gap(double objective, double bound);

/// Of two searches one after the other with the same workers: what both cost together. What is known by time is known
/// of each alone, so it is left out, but for the incumbents of the first one.
Statistics one_after_the_other(const Statistics& first, Statistics second);

/// Of `enumerate`. A stopped run's value covers only a part of the tree.
template <class Value>
struct EnumerationResult {
    Status status = Status::complete;  ///< how it ended
    Value value{};                     ///< of all nodes that were visited
    Statistics statistics;             ///< what it cost
};

/// Of `maximise` and `minimise`. Complete with a node: that node is optimal.
template <class Node, class Objective>
struct OptimisationResult {
    Status status = Status::complete;  ///< how it ended
    std::optional<Node> node;  ///< none if no node visited is a solution: all objectives were the worst of their type
    Objective objective{};     ///< of that node
    Statistics statistics;     ///< what it cost
};

/// Of `decide`. Complete without a node: proved that there is none.
template <class Node>
struct DecisionResult {
    Status status = Status::complete;  ///< how it ended
    std::optional<Node> node;          ///< a witness
    Statistics statistics;             ///< what it cost
};

}  // namespace scrump
