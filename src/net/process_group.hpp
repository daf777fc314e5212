#pragma once
// The group in which this process was started, with or without MPI.

#include <scrump/net/detail/group.hpp>
#include <scrump/net/detail/window.hpp>

#include <memory>
#include <optional>
#include <string>

namespace scrump::detail {

/// MPI_COMM_WORLD if the program initialised MPI; otherwise the processes that a launcher started together with this
/// one, initialising MPI for as long as the group lives; a group of one if there is neither, without touching MPI.
/// SCRUMP_MPI=1 asks for MPI in any case, SCRUMP_MPI=0 forbids it. Throws UsageError if there should be several
/// processes but this build cannot connect them.
std::unique_ptr<Group> process_group(AccessMode access_mode);

/// The processes that a launcher has started.
struct Company {
    unsigned processes;  ///< more than one
    std::string sign;    ///< the environment variable that shows it
};
/// The others that a launcher started with this process, as far as can be told without a group; none if none exist, or
/// SCRUMP_MPI=0 forbids MPI.
std::optional<Company> started_with();

/// Whether this process is the first of those started together, as far as can be told without a group.
bool started_first();

}  // namespace scrump::detail
