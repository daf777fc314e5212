#pragma once
// The processes of a simulated machine, and their connections: the counterpart of MPI for real ones.

#include "simulated_platform.hpp"
#include "simulated_wire.hpp"

#include "../net/window_memory.hpp"

#include <scrump/base/detail/event_count.hpp>
#include <scrump/net/detail/group.hpp>
#include <scrump/net/detail/transport.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {

class SimulatedWorld {
  public:
    explicit SimulatedWorld(SimulatedPlatform& platform);

    SimulatedPlatform& platform() { return platform_; }
    const SimulatedMachine& machine() const { return platform_.machine(); }
    const Topology& topology() const { return topology_; }
    unsigned size() const { return topology_.size(); }
    std::string title_of(unsigned rank) const;
    /// The processors of each process's workers, by number: as many as the machine has workers. The other processors of
    /// its hosts are left to the serving threads.
    const std::vector<unsigned>& processing_units() const { return processing_units_; }

    // --- Interface for groups

    /// The `number`-th broadcast: the bytes given by process 0.
    void give(std::size_t number, Bytes bytes);
    Bytes await(unsigned self, std::size_t number);
    void fail(std::string why, FailureKind kind, std::optional<unsigned> lost) noexcept;
    /// The failure, if any.
    void throw_failure() const;
    std::optional<unsigned> lost() const;
    /// Process `self` leaves, after these numbers of broadcasts and runs; waits for the others.
    void leave(unsigned self, std::size_t broadcasts, std::size_t runs);
    /// Throws Error if a process has left that would have to take part in a run.
    void check_run(std::size_t run);

    // --- Interface for networks

    /// One end of a run's network: where messages for it wait.
    struct Mailbox {
        EventCount* events = nullptr;  // null: it is not open
        bool closed = false;
        std::deque<Message> messages;
    };
    Mailbox& mailbox(std::size_t run, unsigned process) { return runs_[run].mailboxes.at(process); }
    void open(std::size_t run, unsigned self, EventCount& events);
    void close(std::size_t run, unsigned self);
    void send(std::size_t run, unsigned to, Message message);
    /// Number of sent messages.
    std::uint64_t messages() const { return messages_; }
    /// The memory of a window that the processes of a host share, made by the first that opens it.
    std::shared_ptr<WindowMemory> window(std::size_t run, unsigned self, std::size_t number, std::size_t words);

  private:
    // Kept until all processes of a host have opened a window.
    struct Opening {
        std::shared_ptr<WindowMemory> memory;
        unsigned opened = 0;
    };
    struct Run {
        std::vector<Mailbox> mailboxes;
        std::size_t closed = 0;
        std::map<std::pair<unsigned, std::size_t>, Opening> openings;  // by host and number
    };
    struct Failure {
        std::string text;
        FailureKind kind;
        std::optional<unsigned> lost;
    };
    struct Left {
        bool has_left = false;
        std::size_t broadcasts = 0;
        std::size_t runs = 0;
    };

    void deliver(std::size_t run, unsigned to, Message message);
    template <class Ready>
    void wait_until(const Ready& ready);
    void wake_all();
    unsigned never_leaving() const;
    void throw_if_left(std::size_t Left::*count, std::size_t needed);

    SimulatedPlatform& platform_;
    SimulatedWire wire_;
    Topology topology_;
    std::vector<unsigned> processing_units_;
    EventCount moved_;  // for waiting in a collective call
    std::vector<Bytes> broadcasts_;
    std::optional<Failure> failure_;
    std::vector<Left> left_;
    unsigned gone_ = 0;  // number of processes that have left
    std::map<std::size_t, Run> runs_;
    std::uint64_t messages_ = 0;
};

}  // namespace scrump::detail
