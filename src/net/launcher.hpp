#pragma once
// Whether this process was started by an MPI launcher, by the marks that launchers leave in the environment. Asking MPI
// would require initialising it, which takes a hundred times as long as a short run.
//
// Children inherit the environment: a process that a started process starts itself (a pool of multiprocessing, another
// command) has its marks, but is not one of the processes that the launcher connects. Such a child has, between itself
// and the launcher, an ancestor with the same marks that has loaded an MPI library. Shells and other wrappers between a
// launcher and its program load none.

#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

struct Launcher {
    unsigned rank = 0;
    unsigned size = 0;  ///< number of processes that it started; 0 if unknown
    std::string sign;   ///< the environment variable that shows it
};

/// The launcher that started this process as one of several; none if there is none, or if the marks are an ancestor's.
/// SLURM_PROCID is a mark only in a step of several tasks: plain batch shells have it, too.
std::optional<Launcher> launcher();

/// An ancestor of this process.
struct Ancestor {
    std::string program;     ///< its name, of which Linux gives the first 15 characters
    bool has_marks = false;  ///< whether it has the same marks as this process
    bool has_mpi = false;    ///< whether it has loaded an MPI library
};

/// Whether one of the ancestors, the parent first, is the process for which the marks were made. Pure.
bool marks_are_inherited(const std::vector<Ancestor>& ancestors);

}  // namespace scrump::detail
