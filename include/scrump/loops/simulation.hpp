#pragma once

// Include it for predicting the time of a loop.
//
// The time that a loop would take under a technique, chunk by chunk, on simulated workers: for simulation-assisted
// selection (Mohammed and Ciorba 2020), for experiments, and for tests of rules.

#include <scrump/base/error.hpp>
#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/net/topology.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace scrump {

/// The workers of a simulated loop.
struct SimulatedWorkers {
    std::vector<double> speeds{};  ///< speed of each worker; 1: iterations take the time that their costs give
    double overhead = 0;           ///< time that a worker waits for a chunk, in seconds
    double serial = 0;             ///< part of that time during which no other worker gets a chunk, in seconds
};

/// A chunk that was handed out.
struct SimulatedChunk {
    ChunkRule::Range range{};  ///< its iterations
    unsigned worker = 0;       ///< worker that got it
    double began = 0;          ///< time when the worker began to work on it, in seconds
    double ended = 0;          ///< time when the worker finished it, in seconds
};

/// Result of a simulated loop.
struct SimulatedLoop {
    std::vector<SimulatedChunk> chunks{};  ///< chunks in the order in which they were handed out
    std::vector<double> finished{};        ///< time when each worker had nothing left to do, in seconds
    /// Time when the last worker finished, in seconds.
    double seconds() const;
};

/// The costs of ranges of iterations.
class IterationTimes {
  public:
    /// Takes the cost of each iteration, in seconds.
    explicit IterationTimes(const std::vector<double>& each);

    /// Number of iterations.
    std::uint64_t size() const { return sums_.size() - 1; }
    /// Total cost of the iterations of a range, in seconds.
    double of(ChunkRule::Range range) const {
        return sums_[static_cast<std::size_t>(range.last)] - sums_[static_cast<std::size_t>(range.first)];
    }

  private:
    std::vector<double> sums_;
};

/// Runs all iterations by the rule. Deterministic: of workers that ask at the same time, the one with the lowest number
/// goes first.
SimulatedLoop simulate_loop(const ChunkRule& rule, const IterationTimes& times, const SimulatedWorkers& workers,
                            const std::vector<double>& weights = {});

/// Simulated localities, with one worker each, and the network between them. Times are in seconds.
struct SimulatedLocalities {
    Topology topology{};  ///< position of the localities, one for each part
    /// Speed of each locality's worker; 1: iterations take the time that their costs give. Empty: all 1.
    std::vector<double> speeds{};
    double near_latency = 0;  ///< latency of a message within a host
    double far_latency = 0;   ///< latency of a message between hosts
    double byte = 0;          ///< additional time per byte of data
    double overhead = 0;      ///< time for a worker to get a chunk of its own locality
    double handling = 0;      ///< time of a locality to handle each incoming message, one after the other
    double bytes_each = 0;    ///< size of the data of one iteration
    double results_each = 0;  ///< size of the results of one iteration that are sent home
};

/// Result of a simulated loop over parts.
struct SimulatedParts {
    std::vector<double> finished{};          ///< time when each locality had run its last chunk, in seconds
    std::vector<LoopTransfers> transfers{};  ///< steals of each locality
    std::uint64_t iterations = 0;            ///< number of iterations that were run
    std::uint64_t chunks = 0;                ///< number of chunks that were run
    /// Sizes of the chunks that each locality ran, in the order in which it took them.
    std::vector<std::vector<std::uint64_t>> taken{};

    /// Time when the last locality finished, in seconds; results are sent home before and after that.
    double seconds() const;
};

/// Runs a loop over parts, whose iterations take the times of `parts`: the pieces, techniques, amounts and the
/// coordinator are those of distributed_loop(), and so are its thieves, which choose by `options.policy` if there is no
/// coordinator. Deterministic.
SimulatedParts simulate_parts(const LoopOptions& options, const std::vector<IterationTimes>& parts,
                              const SimulatedLocalities& machine);

/// The technique that would finish a loop of that shape first, if its iterations took times with the mean and deviation
/// of `shape.costs`; FAC2 if these are unknown.
Technique best_by_simulation(const LoopShape& shape);

}  // namespace scrump
