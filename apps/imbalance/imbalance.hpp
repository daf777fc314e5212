#pragma once
// The imbalance benchmark: iterations that each compute π by the midpoint rule with as many terms as their workload
// says, over parts whose loads differ by as much as is wanted (after Pisolver, section 5.2 of Shatri (2023)).

#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>

#include <cstdint>
#include <vector>

namespace scrump::apps {

/// How the loads of parts are spread about their mean.
enum class Spread : std::uint8_t { uniform, normal };

/// What is computed.
struct ImbalanceOptions {
    std::uint64_t iterations = 2'000'000;  ///< of all parts
    std::uint32_t workload = 100;          ///< terms of an iteration of a part of mean load, at most; at least 1
    double imbalance = 0;                  ///< coefficient of variation of the parts' loads, from 0 to 0.5
    Spread spread = Spread::uniform;       ///< their distribution
    std::uint64_t seed = 1;                ///< of loads and workloads
    std::uint64_t step = 0;                ///< of workloads, where they are drawn again and again for the same loads
};

/// What came of it.
struct ImbalanceResult {
    Status status = Status::complete;  ///< how it ended
    double pi = 0;                     ///< mean of what the iterations found
    LoopStatistics statistics{};       ///< what it cost
};

/// The load of each part in relation to their mean, at least 0.05. Throws UsageError for options that cannot be.
std::vector<double> part_loads(const ImbalanceOptions& options, unsigned parts);

/// The terms of each iteration of a part: between half and all of what its load says.
std::vector<std::int64_t> workloads(const ImbalanceOptions& options, unsigned part, unsigned parts);

/// π with so many terms.
double midpoint_pi(std::uint32_t terms);

/// Over the localities that the loop's options say, each with a part.
ImbalanceResult run_imbalance(const ImbalanceOptions& options, const LoopOptions& loop);

/// The same by hand, one part after the other.
double imbalance_by_hand(const ImbalanceOptions& options, unsigned parts);

}  // namespace scrump::apps
