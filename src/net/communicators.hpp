#pragma once
// Communicators of a program that uses MPI itself, by their Fortran numbers, so that nothing outside net/ includes
// mpi.h. All functions are collective over the communicator, and wait as MPI's do.

#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

/// The number of MPI_COMM_NULL.
int no_communicator();

/// Number of this process in a communicator, and the name of each process's host, by their numbers.
struct CommunicatorMembers {
    unsigned self = 0;
    std::vector<std::string> hosts{};
};
CommunicatorMembers members_of(int communicator);

/// A communicator of all processes that give the same color, by their order in the given one. A negative color: of
/// none, and no_communicator() is returned.
int split(int communicator, int color);

/// Gives all processes the values of process 0.
void share(int communicator, std::span<int> values);

/// Waits until all processes are here.
void meet(int communicator);

}  // namespace scrump::detail
