#pragma once
// Tells processes on other hosts that a message is on its way to them, because MPI wakes nobody who sleeps: by
// datagrams (UDP over IPv4), which a thread waits for that does nothing else.
//
// A datagram says how many messages its sender has sent to the receiver so far. So one that is lost is made up for by
// the next, and a receiver that is told of more than it has knows that something is still under way. Where no datagrams
// come through nothing is lost but time: who sleeps then has to look by itself (MpiGroup::patience()). Whoever sends
// one without having been told a receiver's secret wakes nobody.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/thread.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

class Announcements {
  public:
    /// An address of this machine and its network, in the network's byte order.
    struct Interface {
        std::uint32_t address = 0;
        std::uint32_t mask = 0;
    };
    /// How a process can be reached; in bytes, as it is.
    struct Contact {
        std::uint64_t secret = 0;
        std::uint32_t machine = 0;  ///< the same for processes of one machine, and no others
        std::uint16_t port = 0;     ///< in the network's byte order; 0: it cannot be reached
        std::uint16_t interfaces = 0;
        std::array<Interface, 6> interface {};
    };

    /// `events` is notified whenever a datagram comes.
    explicit Announcements(EventCount& events);
    Announcements(const Announcements&) = delete;
    Announcements& operator=(const Announcements&) = delete;
    ~Announcements();

    /// This process's own.
    Contact contact(std::uint32_t machine) const;
    /// Those of all processes, of which this is the one numbered `self`.
    void connect(unsigned self, std::span<const Contact> contacts);

    // --- For the thread that sends and receives messages

    /// One more message was sent to a process.
    void announce(unsigned to);
    /// None was, but what was sent before has only now left.
    void remind(unsigned to);
    /// A message has come from one of those who announce them.
    void note_arrival() { ++arrived_; }
    /// Whether messages were announced that have not come.
    bool under_way() const { return announced_.load(std::memory_order_relaxed) > arrived_; }
    /// Whether all that came was announced.
    bool all_announced() const { return announced_.load(std::memory_order_relaxed) >= arrived_; }

    /// The addresses by which one process reaches another: those in networks that both are in; if there are none, all.
    static std::vector<std::uint32_t> ways(const Contact& from, const Contact& to);

  private:
    struct Datagram {
        std::uint64_t secret = 0;  // the receiver's
        std::uint64_t sent = 0;
        std::uint32_t from = 0;
        std::uint32_t unused = 0;
    };
    struct Peer {
        std::uint64_t secret = 0;
        std::uint16_t port = 0;
        std::vector<std::uint32_t> addresses;
        std::uint64_t sent = 0;
    };

    void listen();
    void take(const Datagram& datagram);

    EventCount& events_;
    int socket_ = -1;
    int ends_ = -1;  // can be read at the end
    std::uint64_t secret_ = 0;
    unsigned self_ = 0;
    std::vector<Peer> peers_;
    std::vector<std::uint64_t> heard_;  // the listening thread's: what each said last
    std::atomic<std::uint64_t> announced_ = 0;
    std::uint64_t arrived_ = 0;
    Thread listener_;
};

}  // namespace scrump::detail
