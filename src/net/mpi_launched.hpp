#pragma once
// Groups of all processes that MPI knows, declared without mpi.h. A program is linked with one of two definitions of
// these: that of mpi_group.cpp, or that of without_mpi.cpp, if there is no MPI or the program does without it.

#include <scrump/net/detail/group.hpp>
#include <scrump/net/detail/window.hpp>

#include <memory>
#include <optional>
#include <string>

#include "launcher.hpp"

namespace scrump::detail {

/// MPI_COMM_WORLD's group if the program has initialised MPI itself, otherwise null. Throws Error if MPI is finalised.
std::unique_ptr<Group> group_of_running_mpi(AccessMode access_mode);

/// Initialises MPI, and finalises it when the group is destroyed. `launched` describes how the process was started; it
/// is empty if only SCRUMP_MPI=1 asks for MPI. Throws Error if MPI finds another number of processes than the launcher
/// gives. Without MPI: null for a process that may be the only one, and UsageError for any other.
std::unique_ptr<Group> join_launched_group(const std::optional<Launcher>& launched, AccessMode access_mode);

/// Whether the program is linked with an MPI library.
bool linked_with_mpi();

/// Ends all processes of the group by force, with a status other than 0; one of them shows `why` on the standard error
/// stream. For programs that do not check for errors.
[[noreturn]] void abort_all(Group& group, const std::string& why);
/// The same without a group: this process shows `why`, and ends all processes that MPI knows, if MPI is initialised.
[[noreturn]] void abort_all(const std::string& why);

}  // namespace scrump::detail
