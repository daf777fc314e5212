#pragma once
// What is learned of a loop from one run to the next, as time-stepping applications run the same loop again and again.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/result.hpp>

#include <cstdint>
#include <vector>

namespace scrump {

/// Kept by the program between the runs of one loop: `LoopOptions::history`. In several processes each keeps its own,
/// and all learn the same.
class LoopHistory {
  public:
    /// How many runs it has seen.
    std::uint64_t runs() const { return runs_; }
    /// What an iteration costs, as measured.
    const IterationCosts& costs() const { return costs_; }
    /// Each worker's speed in relation to the mean, by all runs, the later ones counting more (AWF); empty before the
    /// first, or where others than `workers` took part.
    std::vector<double> weights(std::size_t workers) const;

    /// Takes in a run whose chunks were timed.
    void learn(const LoopStatistics& run);

  private:
    std::uint64_t runs_ = 0;
    std::vector<WorkerProgress> steps_;  // by worker: each run is one of its chunks
    IterationCosts costs_;
};

}  // namespace scrump
