#pragma once
// What applications of many loops cost, time step by time step: chapter 5 of Shatri (2023) has the measures.

#include <scrump/loops/result.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::apps {

/// What the loops of a time step cost.
struct StepCost {
    double seconds = 0;            ///< parallel time
    double cost = 0;               ///< the parallel time times the number of workers
    double imbalance = 1;          ///< the parallel time by the mean of the workers' finishing times
    double variation = 0;          ///< coefficient of variation of the finishing times
    std::uint64_t iterations = 0;  ///< number of iterations that were run
    std::uint64_t chunks = 0;      ///< number of chunks in which they were handed out
    std::uint64_t stolen = 0;      ///< number of iterations that were run by another locality than their own
    LoopTransfers transfers{};     ///< steals of all localities together

    /// Of the sum of these loops.
    static StepCost of(const LoopStatistics& loops) {
        return {.seconds = loops.seconds,
                .cost = loops.cost(),
                .imbalance = loops.imbalance(),
                .variation = loops.variation(),
                .iterations = loops.iterations,
                .chunks = loops.chunks,
                .stolen = loops.stolen(),
                .transfers = loops.all_transfers()};
    }
};

/// Adds up what loops cost, in all and step by step.
class CostCounter {
  public:
    void add(const LoopStatistics& loop) {
        all_ += loop;
        step_ += loop;
    }
    void end_step() { steps_.push_back(StepCost::of(std::exchange(step_, {}))); }

    const LoopStatistics& all() const { return all_; }
    /// Of the steps that ended.
    const std::vector<StepCost>& steps() const { return steps_; }

  private:
    LoopStatistics all_;
    LoopStatistics step_;
    std::vector<StepCost> steps_;
};

}  // namespace scrump::apps
