#pragma once
// What a loop would take under a technique, chunk by chunk, on workers that do not exist: for simulation-assisted
// selection (Mohammed and Ciorba 2020), for experiments, and for tests of rules.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/technique.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace scrump {

/// Where a simulated loop runs.
struct SimulatedWorkers {
    std::vector<double> speeds{};  ///< of each worker; 1: iterations take what their costs say
    double overhead = 0;           ///< seconds that a worker waits for a chunk
    double serial = 0;             ///< of these, seconds during which nobody else gets one
};

/// One chunk that was handed out.
struct SimulatedChunk {
    ChunkRule::Range range{};  ///< its iterations
    unsigned worker = 0;       ///< who got it
    double began = 0;          ///< seconds, when it began to work on it
    double ended = 0;          ///< seconds
};

/// What came of it.
struct SimulatedLoop {
    std::vector<SimulatedChunk> chunks{};  ///< in the order in which they were handed out
    std::vector<double> finished{};        ///< when each worker had nothing left to do, in seconds
    /// When the last one had.
    double seconds() const;
};

/// The costs of ranges of iterations.
class IterationTimes {
  public:
    /// Of each iteration, in seconds.
    explicit IterationTimes(const std::vector<double>& each);

    /// How many there are.
    std::uint64_t size() const { return sums_.size() - 1; }
    /// Of the iterations of a range together.
    double of(ChunkRule::Range range) const {
        return sums_[static_cast<std::size_t>(range.last)] - sums_[static_cast<std::size_t>(range.first)];
    }

  private:
    std::vector<double> sums_;
};

/// Runs all iterations by the rule. Deterministic: of workers that ask at the same time, the one with the lowest number
/// is first.
SimulatedLoop simulate_loop(const ChunkRule& rule, const IterationTimes& times, const SimulatedWorkers& workers,
                            const std::vector<double>& weights = {});

/// The technique under which a loop of that shape would be over first, its iterations taking times with the mean and
/// deviation of `shape.costs`; FAC2 where that is not known.
Technique best_by_simulation(const LoopShape& shape);

}  // namespace scrump
