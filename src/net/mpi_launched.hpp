#pragma once
// Groups of all processes that MPI knows of, declared without mpi.h.

#include <scrump/net/detail/group.hpp>
#include <scrump/net/detail/window.hpp>

#include <memory>

namespace scrump::detail {

/// MPI_COMM_WORLD's group if the program has initialised MPI itself, otherwise null. Throws Error if MPI is over.
std::unique_ptr<Group> group_of_running_mpi(AccessMode access_mode);

/// Initialises MPI, and finalises it when the group is destroyed. `size` is how many processes the launcher says that
/// it started, 0 if it does not say. Throws Error when MPI finds another number.
std::unique_ptr<Group> join_launched_group(unsigned size, AccessMode access_mode);

}  // namespace scrump::detail
