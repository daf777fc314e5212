#pragma once
// The processes that run a program together, each the same program (SPMD).

#include <scrump/net/detail/network.hpp>
#include <scrump/net/detail/window.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

/// Whose failure: what the user asked for cannot be, or something went wrong.
enum class FailureKind : std::uint8_t { error, usage };

/// broadcast(), connect() and leave() are collective: every process calls them in the same order. The thread that made
/// the group makes all calls.
///
/// Failures: after fail() on one process, each other process's next collective call, or its next receive() of a
/// network, throws Error (UsageError for a failure of that kind) with a text that names the rank and says why; it
/// should then leave as well. A process that leaves before the others do has the same effect as soon as one of them
/// waits for it in a collective call, or in a run that it did not join.
class Group {
  public:
    Group() = default;
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    /// Leaves, if leave() was not called. If another process fails meanwhile, the one that is_reporter() then says so
    /// on the standard error stream, because nobody else can.
    virtual ~Group() = default;

    virtual unsigned self() const = 0;
    virtual unsigned size() const = 0;
    /// "rank 2 on node17": for messages. Empty in a group of one process.
    virtual std::string title_of(unsigned rank) const = 0;
    std::string title() const { return title_of(self()); }

    /// The bytes that process 0 gave, at every process.
    virtual Bytes broadcast(Bytes bytes) = 0;

    /// A network for one run. In a group of one process it has `localities` localities, all in this process; otherwise
    /// one in each process, and `localities` must be 1.
    virtual std::unique_ptr<Network> connect(unsigned localities) = 0;

    /// Operating-system numbers of the processors that this process's workers should use, best first: those it may use
    /// (base/processing_units.hpp), shared out where processes of one host may use the same ones. Empty where unknown.
    virtual const std::vector<unsigned>& processing_units() const = 0;

    /// This process cannot go on because of `why`. Does nothing once a failure of any process is known here: the first
    /// is the one that counts, and what follows from it is no news.
    virtual void fail(const std::string& why, FailureKind kind) noexcept = 0;

    /// Process `rank` does not answer any more: as fail(), and nobody waits for it any longer. What is left of the
    /// program should end soon: where processes cannot end without each other, the destructor ends all of them by
    /// force, with a status other than 0, once the others have left or have had their time to.
    virtual void mark_dead(unsigned rank, const std::string& why) noexcept = 0;

    /// Whether a process was marked so, here or, as far as is known here, elsewhere.
    virtual bool has_lost_one() const { return false; }

    /// Whether it is this process that shows what the program has to complain of: the first one that is not lost.
    virtual bool is_reporter() const { return self() == 0; }

    /// Waits for all processes to leave, so that nothing is on its way any more; the last call but processing_units()
    /// and the like. Throws Error when another process has failed and none has told this one's caller yet.
    virtual void leave() = 0;
};

/// The processes of a communicator, by the number that Fortran knows it by, as mpi_group() (net/mpi.hpp); also where
/// MPI was initialised without threads, for callers that start none which use it. Throws Error, also if Scrump was
/// built without MPI.
std::unique_ptr<Group> group_of_communicator(int communicator, AccessMode access_mode);

}  // namespace scrump::detail
