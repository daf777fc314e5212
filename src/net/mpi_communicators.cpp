#include "communicators.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace scrump::detail {

int no_communicator() {
    return static_cast<int>(MPI_Comm_c2f(MPI_COMM_NULL));
}

CommunicatorMembers members_of(int communicator) {
    const MPI_Comm all = MPI_Comm_f2c(communicator);
    int self = 0;
    int size = 0;
    MPI_Comm_rank(all, &self);
    MPI_Comm_size(all, &size);
    using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;
    Name own{};
    int length = 0;
    MPI_Get_processor_name(own.data(), &length);
    std::vector<Name> names(static_cast<std::size_t>(size));
    MPI_Allgather(own.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, all);
    CommunicatorMembers members{.self = static_cast<unsigned>(self)};
    for (const Name& name : names) members.hosts.emplace_back(name.begin(), std::ranges::find(name, '\0'));
    return members;
}

int split(int communicator, int color) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_Comm_f2c(communicator), color < 0 ? MPI_UNDEFINED : color, 0, &part);
    return static_cast<int>(MPI_Comm_c2f(part));
}

void share(int communicator, std::span<int> values) {
    MPI_Bcast(values.data(), static_cast<int>(values.size()), MPI_INT, 0, MPI_Comm_f2c(communicator));
}

void meet(int communicator) {
    MPI_Barrier(MPI_Comm_f2c(communicator));
}

}  // namespace scrump::detail
