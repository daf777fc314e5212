#pragma once
// The processes of a simulated machine, and what connects them: what MPI is to real ones.

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
    /// The processors that the workers of each process have, by number: as many as the machine says that there are
    /// workers. What else its hosts have is left to the threads that serve.
    const std::vector<unsigned>& processing_units() const { return processing_units_; }

    // --- What a group is

    /// The `number`-th broadcast: the bytes of process 0, who gives them.
    void give(std::size_t number, Bytes bytes);
    Bytes await(unsigned self, std::size_t number);
    void fail(std::string why, FailureKind kind, std::optional<unsigned> lost) noexcept;
    /// If there was a failure.
    void throw_failure() const;
    std::optional<unsigned> lost() const;
    /// Process `self` leaves, after so many broadcasts and runs; waits for the others.
    void leave(unsigned self, std::size_t broadcasts, std::size_t runs);
    /// Throws Error if somebody has left who would have to take part in a run.
    void check_run(std::size_t run);

    // --- What a network is

    /// One end of a run's network: where messages for it wait.
    struct Mailbox {
        EventCount* events = nullptr;  // none: it is not open
        bool closed = false;
        std::deque<Message> messages;
    };
    Mailbox& mailbox(std::size_t run, unsigned process) { return runs_[run].mailboxes.at(process); }
    void open(std::size_t run, unsigned self, EventCount& events);
    void close(std::size_t run, unsigned self);
    void send(std::size_t run, unsigned to, Message message);
    /// How many were sent.
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
    EventCount moved_;  // whoever waits in a collective call
    std::vector<Bytes> broadcasts_;
    std::optional<Failure> failure_;
    std::vector<Left> left_;
    unsigned gone_ = 0;  // how many have left
    std::map<std::size_t, Run> runs_;
    std::uint64_t messages_ = 0;
};

}  // namespace scrump::detail
