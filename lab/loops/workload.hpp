#pragma once
// What the iterations of each rank's part take: those of the applications of section 5.1 of Shatri (2023), not run but
// counted, at so many seconds a term or step.

#include <apps/imbalance/imbalance.hpp>
#include <apps/mandelbrot/mandelbrot.hpp>

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/simulation.hpp>

#include <cstdint>
#include <vector>

namespace scrump::loop_bench {

/// Which application.
enum class Application : std::uint8_t { imbalance, mandelbrot };

/// What of it, and how fast it is.
struct WorkloadOptions {
    Application application = Application::imbalance;
    apps::ImbalanceOptions imbalance{};
    apps::MandelbrotOptions mandelbrot{};
    double seconds_per_step = 1e-9;  ///< a term of π, or a step of a pixel
};

/// The parts, and what is known of them.
struct Workload {
    std::vector<IterationTimes> parts{};  ///< of each rank
    IterationCosts costs{};               ///< mean and deviation of all iterations; no overhead
    double bytes_each = 0;                ///< data of an iteration
    double results_each = 0;              ///< what of it goes home

    /// What all parts would take if each rank had as much: no schedule is shorter.
    double bound() const;
};

/// The parts of so many ranks.
Workload workload_of(const WorkloadOptions& options, unsigned ranks);

}  // namespace scrump::loop_bench
