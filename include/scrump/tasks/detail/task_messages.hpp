#pragma once
// What the workers of a locality have to say to those of others beside remote memory: contents that no cell has room
// for, and that somebody's cell was changed behind the back of the thread that serves it.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace scrump::detail {

/// That of one locality. Messages wait here for the thread that serves it, and those that came for their worker.
class TaskMessages {
  public:
    /// Where contents belong, and what the cell says once they are there: see remote_cells.hpp.
    struct Address {
        unsigned index = 0;  ///< of the worker in its locality
        unsigned cell = 0;
        std::uint64_t name = 0;
        std::uint64_t state = 0;
    };

    explicit TaskMessages(EventCount& server_events) : server_events_(server_events) {}

    // --- For workers

    void post(unsigned locality, const Address& to, const Bytes& content);
    /// Has a locality look at its workers' request cells.
    void notify(unsigned locality);
    /// What came for a cell of this locality's worker `index`, which says that it is there.
    Bytes take(unsigned index, unsigned cell);

    // --- For the thread that serves

    /// What is to be sent, and where to.
    struct Outgoing {
        std::vector<std::pair<unsigned, Bytes>> messages;
        std::vector<unsigned> to_notify;
    };
    Outgoing take_outgoing();
    /// Takes in a message. Its cell is to be told.
    Address deliver(Bytes message);

  private:
    EventCount& server_events_;
    std::mutex mutex_;  // guards all below
    Outgoing outgoing_;
    std::map<std::pair<unsigned, unsigned>, Bytes> come_;  // by worker and cell
};

}  // namespace scrump::detail
