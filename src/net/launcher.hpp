#pragma once
// Whether this process was started by an MPI launcher, by the marks that launchers leave in the environment. Asking MPI
// would mean initialising it, which takes a hundred times as long as a short run.

#include <optional>
#include <string>

namespace scrump::detail {

struct Launcher {
    unsigned rank = 0;
    unsigned size = 0;  ///< how many processes it started; 0 where it does not say
    std::string sign;   ///< the environment variable that shows it
};

/// SLURM_PROCID is a mark only in a step of several tasks: plain batch shells have it, too.
std::optional<Launcher> launcher();

}  // namespace scrump::detail
