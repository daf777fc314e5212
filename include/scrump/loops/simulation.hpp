#pragma once
// What a loop would take under a technique, chunk by chunk, on workers that do not exist: for simulation-assisted
// selection (Mohammed and Ciorba 2020), for experiments, and for tests of rules.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/net/topology.hpp>

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

/// Localities that do not exist, with one worker each, and the network between them. Times are in seconds.
struct SimulatedLocalities {
    Topology topology{};  ///< where they are; one for each part
    /// Of each locality's worker; 1: iterations take what their costs say. Empty: all 1.
    std::vector<double> speeds{};
    double near_latency = 0;  ///< of a message within a host
    double far_latency = 0;   ///< of one between hosts
    double byte = 0;          ///< that each byte of data adds to it
    double overhead = 0;      ///< that a worker takes to get a chunk of its own locality's
    double handling = 0;      ///< that a locality takes for each message that comes, one after the other
    double bytes_each = 0;    ///< data of one iteration
    double results_each = 0;  ///< what of it goes home
};

/// What came of a loop over parts.
struct SimulatedParts {
    std::vector<double> finished{};          ///< when each locality had run its last chunk, in seconds
    std::vector<LoopTransfers> transfers{};  ///< what each stole
    std::uint64_t iterations = 0;            ///< that were run
    std::uint64_t chunks = 0;                ///< in which they were
    /// Sizes of the chunks that each locality has run, in the order in which it took them.
    std::vector<std::vector<std::uint64_t>> taken{};

    /// When the last one had; results go home meanwhile and after that.
    double seconds() const;
};

/// Runs a loop over parts, whose iterations take what `parts` say: the pieces, techniques, amounts and the coordinator
/// are those of distributed_loop(), and so are its thieves, who choose by `options.policy` where there is no
/// coordinator. Deterministic.
SimulatedParts simulate_parts(const LoopOptions& options, const std::vector<IterationTimes>& parts,
                              const SimulatedLocalities& machine);

/// The technique under which a loop of that shape would be over first, its iterations taking times with the mean and
/// deviation of `shape.costs`; FAC2 where that is not known.
Technique best_by_simulation(const LoopShape& shape);

}  // namespace scrump
