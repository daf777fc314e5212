#pragma once
// Messages between the workers of localities beside remote memory: contents that exceed a cell, and notices that a
// worker's cell was changed without the thread that serves it.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace scrump::detail {

/// The messages of one locality. Outgoing ones wait here for the serving thread, and incoming ones for their worker.
class TaskMessages {
  public:
    /// The destination of contents, and the value of the cell once they have arrived: see remote_cells.hpp.
    struct Address {
        unsigned index = 0;  ///< number of the worker in its locality
        unsigned cell = 0;
        std::uint64_t name = 0;
        std::uint64_t state = 0;
    };

    explicit TaskMessages(EventCount& server_events) : server_events_(server_events) {}

    // --- For workers

    void post(unsigned locality, const Address& to, const Bytes& content);
    /// Makes a locality check its workers' request cells.
    void notify(unsigned locality);
    /// The contents that arrived for a cell of this locality's worker `index`, which announces them.
    Bytes take(unsigned index, unsigned cell);

    // --- For the thread that serves

    /// The outgoing messages, with their destinations.
    struct Outgoing {
        std::vector<std::pair<unsigned, Bytes>> messages;
        std::vector<unsigned> to_notify;
    };
    Outgoing take_outgoing();
    /// Receives a message. Its cell must then be updated.
    Address deliver(Bytes message);

  private:
    EventCount& server_events_;
    std::mutex mutex_;  // guards all below
    Outgoing outgoing_;
    std::map<std::pair<unsigned, unsigned>, Bytes> come_;  // by worker and cell
};

}  // namespace scrump::detail
