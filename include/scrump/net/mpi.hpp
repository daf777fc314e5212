#pragma once

// Include it for an MPI of your own.
//
// Scrump inside a program that uses MPI itself. Beside scrump/lb4mpi.h the only header that includes mpi.h; present
// only if Scrump was built with MPI. Programs that leave MPI to Scrump need scrump/runtime/session.hpp alone.

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group.hpp>
#include <scrump/net/detail/window.hpp>

// Disables the long abolished C++ bindings, which would have to be linked.
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include <memory>

namespace scrump {

/// The processes of `communicator`, which is duplicated, so that its messages and Scrump's never meet. Collective over
/// it. The program must have initialised MPI, with MPI_THREAD_FUNNELED or more, and must finalise it after the group
/// has been destroyed. With AccessMode::messages every process is treated as if on a host of its own. Throws Error if
/// MPI is not ready, or is called from a thread that MPI does not allow.
std::unique_ptr<detail::Group> mpi_group(MPI_Comm communicator,
                                         detail::AccessMode access_mode = detail::AccessMode::direct);

}  // namespace scrump
