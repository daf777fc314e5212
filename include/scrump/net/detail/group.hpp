#pragma once
// The processes that run a program together, each the same program (SPMD).

#include <scrump/net/detail/network.hpp>
#include <scrump/net/detail/window.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

/// Cause of a failure: an invalid request of the user, or any other error.
enum class FailureKind : std::uint8_t { error, usage };

/// broadcast(), connect() and leave() are collective: every process calls them in the same order. All calls are made by
/// the thread that made the group.
///
/// Failures: after fail() on one process, each other process's next collective call, or its next receive() of a
/// network, throws Error (UsageError for a failure of that kind) with a text that names the rank and the reason; it
/// should then leave as well. A process that leaves before the others do has the same effect as soon as one of them
/// waits for it in a collective call, or in a run that it did not join.
/// waits for it in a collective call, or in a run that it did not join.
class Group {
  public:
    Group() = default;
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    /// Leaves, if leave() was not called. If another process fails meanwhile, the process that is_reporter() reports it
    /// on the standard error stream, because no other can.
    virtual ~Group() = default;

    virtual unsigned self() const = 0;
    virtual unsigned size() const = 0;
    /// Title for messages, such as "rank 2 on node17". Empty in a group of one process.
    virtual std::string title_of(unsigned rank) const = 0;
    std::string title() const { return title_of(self()); }

    /// Returns the bytes of process 0, in every process.
    virtual Bytes broadcast(Bytes bytes) = 0;

    /// A network for one run. In a group of one process it has `localities` localities, all in this process; otherwise
    /// one in each process, and `localities` must be 1.
    virtual std::unique_ptr<Network> connect(unsigned localities) = 0;

    /// Operating-system numbers of the processors that this process's workers should use, best first: those it may use
    /// (base/processing_units.hpp), divided if processes of one host may use the same ones. Empty if unknown.
    virtual const std::vector<unsigned>& processing_units() const = 0;

    /// Reports that this process cannot continue because of `why`. Does nothing once a failure of any process is known
    /// here: the first one counts, and its consequences are not reported.
    virtual void fail(const std::string& why, FailureKind kind) noexcept = 0;

    /// Reports that process `rank` does not respond any more: as fail(), and no process waits for it any longer. The
    /// rest of the program should end soon: if processes cannot end without each other, the destructor ends all of them
    /// by force, with a status other than 0, once the others have left or have had time to.
    virtual void mark_dead(unsigned rank, const std::string& why) noexcept = 0;

    /// Whether a process was marked so, here or, as far as is known here, elsewhere.
    virtual bool has_lost_one() const { return false; }

    /// Whether this process shows the program's errors: the first one that is not lost.
    virtual bool is_reporter() const { return self() == 0; }

    /// Waits for all processes to leave, so that no messages are on their way any more; the last call except
    /// processing_units() and the like. Throws Error if another process has failed and this one's caller does not know
    /// yet.
    virtual void leave() = 0;
};

/// The processes of a communicator, given by its Fortran number, as mpi_group() (net/mpi.hpp); also if MPI was
/// initialised without threads, for callers that start no threads that use it. Throws Error, also if Scrump was built
/// without MPI.
std::unique_ptr<Group> group_of_communicator(int communicator, AccessMode access_mode);

}  // namespace scrump::detail
