#pragma once
// Pisolver (section 5.2 of Shatri (2023)): time steps, each with two loops over data of which every locality has a
// part. The first loop, which each locality runs by itself, draws the workloads of the locality's iterations at random:
// up to what its load says, which differs between localities by the imbalance and stays the same. The second one is
// self-scheduled: each iteration computes π by the midpoint rule with as many terms as its workload says. A step ends
// with the sum over all localities. A single step is the imbalance benchmark.

#include <apps/imbalance/imbalance.hpp>
#include <apps/step_cost.hpp>

#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>

#include <functional>
#include <vector>

namespace scrump::apps {

/// What is computed.
struct PisolverOptions {
    ImbalanceOptions loop{};  ///< the loop of each step; its `step` counts for nothing
    unsigned steps = 20;      ///< of time; 150 in the thesis
};

/// What came of it.
struct PisolverResult {
    Status status = Status::complete;  ///< of the loops; what follows ends with the last step that was complete
    std::vector<double> steps{};       ///< mean of what the iterations found, step by step
    LoopStatistics loops{};            ///< what the loops cost; nothing if they were run without Scrump
    std::vector<StepCost> costs{};     ///< the same, step by step

    /// Mean over all steps; 0 if there are none.
    double pi() const;
};

/// Over the localities that the loop's options say, each with a part. A time limit is one for each loop, or for all of
/// them if `loop.began` is set. `told` is called with what a step found, after each, in every process. Throws
/// UsageError for options that cannot be.
PisolverResult run_pisolver(const PisolverOptions& options, const LoopOptions& loop,
                            const std::function<void(double pi)>& told = {});

/// The same by hand, one part after the other.
PisolverResult pisolver_by_hand(const PisolverOptions& options, unsigned parts);

}  // namespace scrump::apps
