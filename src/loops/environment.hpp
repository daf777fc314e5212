#pragma once
// Options of loops of C programs in the environment: the variables of table 4.2 of Shatri (2023), under their names,
// and SCRUMP_LOOP.

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
    bool help = false;                        ///< SCRUMP_LOOP=help: whether to list the techniques
    std::optional<Technique> technique{};     ///< SCRUMP_LOOP, LB4MPI_SCHEDULING
    const char* technique_from = "";          ///< name of the variable
    std::optional<IterationAmount> amount{};  ///< LB4MPI_STEAL_RATIO, LB4MPI_WS_SCHEDULING
    /// SCRUMP_STEAL_ORDER; or LB4MPI_LAWS, LB4MPI_nLAWS: a coordinator with this choice. LB4MPI_STEAL_RATIO=0: nothing
    /// is stolen.
    std::optional<StealOrder> order{};
    bool keep_results = false;  ///< SCRUMP_KEEP_RESULTS: results of stolen iterations stay with the thief
    bool checked = false;       ///< SCRUMP_CHECK: LoopStealing::checked
    std::optional<std::chrono::seconds>
        dead_after{};              ///< SCRUMP_DEAD_AFTER: time after which a silent rank is given up
    bool iterations_info = false;  ///< LB4MPI_ITERATIONS_INFO: whether tables are to be written
    std::string folder = ".";      ///< LB4MPI_DIR_ID: their folder (iterations_info.hpp)

    /// Reads the variables. Throws UsageError that names the variable.
    static LoopEnvironment read(const Lookup& lookup);

    void apply(LoopOptions& options) const;

    /// Throws UsageError that names the variable if the technique in it cannot divide `iterations` among `workers`,
    /// with the costs and weights of the options.
    void check_techniques(const LoopOptions& options, std::uint64_t iterations, unsigned workers) const;
};

}  // namespace scrump::detail
