// Groups of MPI's processes, for programs that are linked without MPI.

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group.hpp>

#include "communicators.hpp"
#include "element_layout.hpp"
#include "mpi_launched.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace scrump::detail {
namespace {

constexpr const char* without =
    "Scrump was built without MPI: build it where an MPI library and its headers are installed, with -DSCRUMP_MPI=ON; "
    "or, for Python, with pip install ./python in its sources, as wheels come without MPI. SCRUMP_MPI=0 has each "
    "process search alone";

}  // namespace

bool linked_with_mpi() {
    return false;
}

std::unique_ptr<Group> group_of_running_mpi(AccessMode /*access_mode*/) {
    return nullptr;
}

std::unique_ptr<Group> join_launched_group(const std::optional<Launcher>& launched, AccessMode /*access_mode*/) {
    if (!launched) throw UsageError(std::string("SCRUMP_MPI=1 asks for MPI, but ") + without);
    if (launched->size < 2 && launched->rank == 0) return nullptr;
    const std::string all = launched->size > 1 ? std::to_string(launched->size) : "several";
    throw UsageError("this program was started as one of " + all + " processes (" + launched->sign + "), but " +
                     without);
}

std::unique_ptr<Group> group_of_communicator(int /*communicator*/, AccessMode /*access_mode*/) {
    throw UsageError(without);
}

ElementLayout layout_of_datatype(int /*datatype*/) {
    throw UsageError(without);
}

int no_communicator() {
    throw UsageError(without);
}

CommunicatorMembers members_of(int /*communicator*/) {
    throw UsageError(without);
}

int split(int /*communicator*/, int /*color*/) {
    throw UsageError(without);
}

void share(int /*communicator*/, std::span<int> /*values*/) {
    throw UsageError(without);
}

void meet(int /*communicator*/) {
    throw UsageError(without);
}

void abort_all(Group& /*group*/, const std::string& why) {
    abort_all(why);
}

void abort_all(const std::string& why) {
    std::fputs((why + "\n").c_str(), stderr);
    std::fflush(nullptr);
    std::_Exit(EXIT_FAILURE);
}

}  // namespace scrump::detail
