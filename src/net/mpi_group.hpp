#pragma once
// The processes of an MPI communicator as a group.
//
// Everything after the group has been formed is built from messages, so that no process ever hangs in an MPI collective
// that another process, having failed, will not enter. A message belongs to a run, numbered from 1 in the order of
// connect(); run 0 is the group's own. Messages for a run that is over are dropped, messages for a run that this
// process has not joined yet are kept.
//
// Failing: the process that fails tells all others, which throw when they next look. Leaving: each process says goodbye
// to all others, as the last message that it sends, and waits for all their goodbyes. MPI keeps the order between two
// processes, so when the last goodbye is here nothing is on its way, and every failure is known. A goodbye has the
// number of runs and broadcasts in which its sender took part: a process that waits for it in a later one knows that it
// will not come. It also names the failure because of which its sender leaves, whose own news may still be on its way
// from elsewhere. Process 0 also announces when it begins a run, in which it will wait for all: a process that waits
// for a broadcast that did not come before knows that it will not come, either.
//
// A lost process, which does not answer, says no goodbye, and without it MPI cannot be finalised: the job ends by
// force. The lowest remaining rank reports for all: it says goodbye when it has shown its messages, waits a moment for
// the others' goodbyes, and aborts. The others wait for that; if it does not come, they report and abort in turn, and
// tell each other, because the one that should have reported may wake when all are ended. A process that aborts for
// another reason (abort()) does so in the same order.

#include <scrump/base/clock.hpp>
#include <scrump/net/detail/group.hpp>

#include "mpi_host.hpp"
#include "mpi_post.hpp"

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {

class MpiNetwork;

class MpiGroup final : public Group {
  public:
    enum class AtEnd { leave_mpi, finalise_mpi };

    /// Collective over the communicator, which is duplicated.
    MpiGroup(MPI_Comm communicator, AccessMode access_mode, AtEnd at_end);
    MpiGroup(const MpiGroup&) = delete;
    MpiGroup& operator=(const MpiGroup&) = delete;
    ~MpiGroup() override;

    unsigned self() const override { return self_; }
    unsigned size() const override { return host_.topology().size(); }
    std::string title_of(unsigned rank) const override;
    Bytes broadcast(Bytes bytes) override;
    std::unique_ptr<Network> connect(unsigned localities) override;
    const std::vector<unsigned>& processing_units() const override { return host_.processing_units(); }
    void fail(const std::string& why, FailureKind kind) noexcept override;
    void mark_dead(unsigned rank, const std::string& why) noexcept override;
    bool has_lost_one() const override { return lost().has_value(); }
    bool is_reporter() const override { return !shown_ && self_ == reporter(); }
    void leave() override;

    /// See abort_all(). The others, which may fail for the same reason, leave the message to the reporter for a moment.
    [[noreturn]] void abort(const std::string& why);

    // For the networks.

    MpiHost& host() { return host_; }
    void send(unsigned to, std::uint32_t run, std::uint32_t tag, Bytes payload);
    /// Receives the next message, if any, for its destination; returns whether there was one.
    bool poll();
    /// Throws if a process has failed, or has left without joining the run.
    void check(std::uint32_t run);
    std::chrono::nanoseconds patience(bool reply_expected) const;
    /// Memory for a run's window that the processes of this host share; empty if there cannot be any.
    SharedMemory window_memory(std::uint32_t run, std::uint32_t window, std::size_t size);
    void close(std::uint32_t run) { networks_.erase(run); }

  private:
    enum Tag : std::uint32_t { failed, goodbye, shown, broadcast_part, window_made, window_attached, begun };
    using WindowName = std::pair<std::uint32_t, std::uint32_t>;  // number of its run and its number there

    struct Failure {
        std::string text;
        FailureKind kind = FailureKind::error;
        std::optional<unsigned> lost;  // the process that does not answer, if that is the failure

        template <class Archive>
        void serialize(Archive& archive) {
            archive(text, kind, lost);
        }
    };
    struct Goodbye {
        std::uint32_t runs = 0;
        std::uint32_t broadcasts = 0;
        std::optional<Failure> failure;

        template <class Archive>
        void serialize(Archive& archive) {
            archive(runs, broadcasts, failure);
        }
    };
    // The progress of process 0 when it last began a run.
    struct Begun {
        std::uint32_t runs = 0;
        std::uint32_t broadcasts = 0;
    };
    // A window's memory to which others of this host have not all attached yet.
    struct Offer {
        SharedMemory door;
        std::size_t missing = 0;
    };

    void tell_all(Tag tag, const Bytes& payload);
    void tell(unsigned to, Tag tag, Bytes payload) { send(to, 0, tag, std::move(payload)); }
    void sort(Parcel parcel);
    void handle(Message message);
    void attached(WindowName window);
    void pass_on(const Bytes& bytes);

    template <class Ready>
    void wait_until(const Ready& ready);
    void throw_failure();
    void throw_if_first_is_elsewhere();
    void throw_if_left(std::uint32_t Goodbye::*count, std::uint32_t needed);
    void note_failure(Failure failure);
    void fail(const std::string& why, FailureKind kind, std::optional<unsigned> lost);
    void spread(Failure failure);
    std::optional<unsigned> lost() const { return failure_ ? failure_->lost : std::nullopt; }
    unsigned reporter() const { return lost() == 0U ? 1 : 0; }
    bool all_left() const;
    void end_by_force();
    void show_in_turn(const std::string& why, Clock::duration patience);
    [[noreturn]] void abort();

    SharedMemory make_window_memory(WindowName window, std::size_t size);
    SharedMemory attach_window_memory(WindowName window, std::size_t size);

    const AtEnd at_end_;
    const AccessMode access_mode_;
    MPI_Comm communicator_ = MPI_COMM_NULL;
    unsigned self_ = 0;
    MpiHost host_;
    MpiPost post_;
    Clock::time_point last_arrival_ = Clock::now();

    std::uint32_t runs_ = 0;
    std::map<std::uint32_t, MpiNetwork*> networks_;
    std::map<std::uint32_t, std::deque<Message>> early_;

    std::uint32_t broadcasts_ = 0;
    std::deque<Bytes> broadcast_parts_;
    Begun begun_;

    std::map<WindowName, Offer> offers_;
    std::map<WindowName, SharedMemory::Address> offered_;

    std::optional<Failure> failure_;
    bool failure_told_ = false;  // to this process's caller
    bool shown_ = false;         // by a process that took the reporter's turn
    bool left_ = false;
    std::map<unsigned, Goodbye> goodbyes_;
};

}  // namespace scrump::detail
