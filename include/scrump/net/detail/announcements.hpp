#pragma once
// Tells processes on other hosts that a message is on its way to them, because MPI does not wake sleeping threads: by
// datagrams (UDP over IPv4), for which a dedicated thread waits.
//
// A datagram carries the number of messages that its sender has sent to the receiver so far. So the next one makes up
// for a lost one, and a receiver that has fewer messages than announced knows that something is still under way. If no
// datagrams get through, only time is lost: sleepers then have to check by themselves (MpiGroup::patience()). A
// datagram without the receiver's secret wakes nobody.

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
    /// An address of this machine and its network, in network byte order.
    struct Interface {
        std::uint32_t address = 0;
        std::uint32_t mask = 0;
    };
    /// The addresses of a process; sent as its bytes.
    struct Contact {
        std::uint64_t secret = 0;
        std::uint32_t machine = 0;  ///< the same for processes of one machine, and for no others
        std::uint16_t port = 0;     ///< in network byte order; 0: it cannot be reached
        std::uint16_t interfaces = 0;
        std::array<Interface, 6> interface {};
    };

    /// `events` is notified whenever a datagram arrives.
    explicit Announcements(EventCount& events);
    Announcements(const Announcements&) = delete;
    Announcements& operator=(const Announcements&) = delete;
    ~Announcements();

    /// The contact of this process.
    Contact contact(std::uint32_t machine) const;
    /// Stores the contacts of all processes, of which this is number `self`.
    void connect(unsigned self, std::span<const Contact> contacts);

    // --- For the thread that sends and receives messages

    /// Announces one more message to a process.
    void announce(unsigned to);
    /// Repeats an announcement because an earlier message has only now left.
    void remind(unsigned to);
    /// Records a message from a process that announces its messages.
    void note_arrival() { ++arrived_; }
    /// Whether announced messages have not arrived yet.
    bool under_way() const { return announced_.load(std::memory_order_relaxed) > arrived_; }
    /// Whether all messages that arrived were announced.
    bool all_announced() const { return announced_.load(std::memory_order_relaxed) >= arrived_; }

    /// The addresses by which one process reaches another: those in networks that both are in; if there are none, all.
    static std::vector<std::uint32_t> ways(const Contact& from, const Contact& to);

  private:
    struct Datagram {
        std::uint64_t secret = 0;  // secret of the receiver
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
    int ends_ = -1;  // readable at the end
    std::uint64_t secret_ = 0;
    unsigned self_ = 0;
    std::vector<Peer> peers_;
    std::vector<std::uint64_t> heard_;  // used by the listening thread: the last number of each sender
    std::atomic<std::uint64_t> announced_ = 0;
    std::uint64_t arrived_ = 0;
    Thread listener_;
};

}  // namespace scrump::detail
