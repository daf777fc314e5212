#pragma once
// Scrump inside a program that uses MPI itself. The only public header that includes mpi.h; there only if Scrump was
// built with MPI. Programs that leave MPI to Scrump need scrump/runtime/session.hpp alone.

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group.hpp>
#include <scrump/net/detail/window.hpp>

// The long abolished C++ bindings, which would have to be linked.
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
/// it. The program must have initialised MPI, with MPI_THREAD_FUNNELED or more, and must finalise it after the group is
/// gone. With AccessMode::messages every process is taken to be on a host of its own. Throws Error where MPI is not
/// ready for that, or is called from another thread than it allows.
std::unique_ptr<detail::Group> mpi_group(MPI_Comm communicator,
                                         detail::AccessMode access_mode = detail::AccessMode::direct);

}  // namespace scrump
