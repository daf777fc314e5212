#pragma once
// Knowledge about a loop that is kept from one run to the next, as time-stepping applications run the same loop again
// and again.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/result.hpp>

#include <cstdint>
#include <vector>

namespace scrump {

/// History of a loop, kept by the program between its runs: `LoopOptions::history`. In several processes each keeps its
/// own, and all learn the same.
class LoopHistory {
  public:
    /// Number of runs in the history.
    std::uint64_t runs() const { return runs_; }
    /// Measured costs of an iteration.
    const IterationCosts& costs() const { return costs_; }
    /// Each worker's speed in relation to the mean over all runs, with later ones counting more (AWF); empty before the
    /// first run, or if the runs had another number of workers.
    std::vector<double> weights(std::size_t workers) const;

    /// Adds a run whose chunks were timed.
    void learn(const LoopStatistics& run);

  private:
    std::uint64_t runs_ = 0;
    std::vector<WorkerProgress> steps_;  // by worker: each run is one of its chunks
    IterationCosts costs_;
};

}  // namespace scrump
