#pragma once
// The result of a search: how it ended, the answer, and the cost.

#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/search/shard.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

struct SearchEstimate;

/// A better solution, and the time when it was found.
struct Improvement {
    std::chrono::nanoseconds time{};  ///< time since `SearchOptions::began`
    double objective = 0;             ///< objective of the solution
};

/// Totals of the earlier runs that a run resumed.
struct EarlierRuns {
    std::uint64_t runs = 0;  ///< number of runs
    Counters counters;       ///< counters of all their workers
    double seconds = 0;      ///< duration of all of them
};

/// Statistics of the checkpoints of a run.
struct CheckpointStatistics {
    std::uint64_t written = 0;  ///< number of files written, each replacing the previous one
    std::uint64_t failed = 0;   ///< number of failed attempts
    std::uint64_t bytes = 0;    ///< size of the largest file written
    /// Longest time for which a worker stood still while a state was recorded.
    std::chrono::nanoseconds longest_pause{};
    std::chrono::nanoseconds writing{};  ///< total time to write the files, beside the search
    /// Whether the final checkpoint could not be written: all progress since the previous one is lost, except the
    /// answer of a complete run.
    bool last_failed = false;
};

/// What a run exchanged with other runs of the same search (`SearchOptions::incumbents`).
struct ExchangeStatistics {
    std::uint64_t taken = 0;   ///< number of better solutions taken over from other runs
    std::uint64_t told = 0;    ///< number of own solutions written for them
    std::uint64_t failed = 0;  ///< number of failed attempts to read or write the file
};

/// Cost of a run.
struct Statistics {
    Counters total;  ///< counters of all runs, including those that it resumed
    /// Statistics of this run by locality; in processes other than the first: their own.
    std::vector<LocalityStatistics> localities;
    double seconds = 0;                   ///< time from `SearchOptions::began` until the result was known
    std::vector<Improvement> incumbents;  ///< improvements in order of time, each better than the previous one
    /// For an optimisation: a bound that no solution improves on. None if nothing is known about the remaining nodes.
    std::optional<double> bound{};
    std::shared_ptr<const SearchEstimate> estimate{};  ///< of the whole search (search/estimate.hpp), if wanted
    std::optional<ShardStatistics> shard{};            ///< how the search was divided, of a shard
    std::optional<ExchangeStatistics> exchange{};      ///< solutions exchanged with other runs, if wanted
    EarlierRuns earlier;                               ///< the runs that were resumed
    CheckpointStatistics checkpoints;                  ///< checkpoints that were written
    TraceStatistics trace;                             ///< trace that was recorded

    /// Statistics of a run of `seconds`; the total is the sum over the localities.
    static Statistics of(std::vector<LocalityStatistics> localities, double seconds,
                         std::vector<Improvement> incumbents);

    /// Number of workers in all localities.
    std::size_t workers() const {
        std::size_t sum = 0;
        for (const LocalityStatistics& each : localities) sum += each.workers.size();
        return sum;
    }
};

/// Answer of a search. That of a complete one is proved: it is the best, or all of them, or, without a value, none
/// exists. That of a stopped one is the best so far, or what was found until then.
template <class T>
struct Answer {
    Status status = Status::complete;  ///< how the search ended
    T value{};                         ///< what it found
    Statistics statistics{};           ///< what the search cost

    /// The same search with the value that `make` makes of this one's.
    template <class Make>
    auto transform(const Make& make) && {
        return Answer<std::decay_t<decltype(make(std::move(value)))>>{status, make(std::move(value)),
                                                                      std::move(statistics)};
    }
};

/// The answer `value` to a search with this result, whose statistics it takes.
template <class Result, class T>
Answer<T> answer(Result& result, T value) {
    return {result.status, std::move(value), std::move(result.statistics)};
}

/// Result of `enumerate`: the fold over the visited nodes, a part of the tree if it was stopped.
template <class Value>
using EnumerationResult = Answer<Value>;

/// Result of `maximise` and `minimise`. If complete with a node, that node is optimal.
template <class Node, class Objective>
struct OptimisationResult {
    Status status = Status::complete;  ///< how the search ended
    /// Best node; none if no visited node is a solution: all objectives were the worst of their type.
    std::optional<Node> node;
    Objective objective{};  ///< objective of that node
    Statistics statistics;  ///< what the search cost
};

/// Result of `decide`. Complete without a node: it is proved that none exists.
template <class Node>
struct DecisionResult {
    Status status = Status::complete;  ///< how the search ended
    std::optional<Node> node;          ///< a witness
    Statistics statistics;             ///< what the search cost
};

}  // namespace scrump
