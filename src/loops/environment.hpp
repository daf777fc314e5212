#pragma once
// What the environment says of loops of C programs: the variables of table 4.2 of Shatri (2023), under their names, and
// SCRUMP_LOOP.

#include <scrump/loops/options.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace scrump::detail {

/// The value of a variable; null: it is not set.
using Lookup = std::function<const char*(const char* name)>;

struct LoopEnvironment {
    bool help = false;                        ///< SCRUMP_LOOP=help: the techniques are to be listed
    std::optional<Technique> technique{};     ///< SCRUMP_LOOP, LB4MPI_SCHEDULING
    const char* technique_from = "";          ///< which of them
    std::optional<IterationAmount> amount{};  ///< LB4MPI_STEAL_RATIO, LB4MPI_WS_SCHEDULING
    /// LB4MPI_LAWS, LB4MPI_nLAWS: a coordinator that chooses so. LB4MPI_STEAL_RATIO=0: nothing is stolen.
    std::optional<StealOrder> order{};
    std::optional<std::chrono::seconds> dead_after{};  ///< SCRUMP_DEAD_AFTER: silence of a rank that is given up
    bool iterations_info = false;                      ///< LB4MPI_ITERATIONS_INFO: tables are to be written
    std::string folder = ".";                          ///< LB4MPI_DIR_ID: where (iterations_info.hpp)

    /// Throws UsageError that names the variable.
    static LoopEnvironment read(const Lookup& lookup);

    void apply(LoopOptions& options) const;

    /// Throws UsageError that names the variable if the technique in it cannot divide `iterations` among `workers`,
    /// with the costs and weights of the options.
    void check_techniques(const LoopOptions& options, std::uint64_t iterations, unsigned workers) const;
};

}  // namespace scrump::detail
