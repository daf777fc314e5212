#pragma once
// The remote memory of one locality: the arrays of which it has a part, served together.

#include <scrump/net/detail/transport.hpp>
#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/remote_array.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

class RemoteMemory final : public Component {
  public:
    /// For `workers` workers in each locality; `server_events` wakes the serving thread.
    RemoteMemory(Transport& transport, unsigned workers, EventCount& server_events);
    ~RemoteMemory() override;

    /// Opens a new array with `words` words in each locality. To be called by all localities, in the same order, before
    /// workers are started; a client does so when it makes its locality.
    RemoteArray& open(std::string name, std::size_t words);

    /// Number of workers for which it was made.
    unsigned workers() const { return workers_; }
    const Transport& transport() const { return transport_; }
    EventCount& server_events() const { return server_events_; }

    bool on_time(Clock::time_point /*now*/) override { return serve(); }
    bool awaits_reply() const override;

    /// Sends the operations that workers have queued; returns whether there were any.
    bool serve();
    /// Ends the run: no worker waits any more.
    void end();

  private:
    Transport& transport_;
    const unsigned workers_;
    EventCount& server_events_;
    std::vector<std::unique_ptr<RemoteArray>> arrays_;
};

}  // namespace scrump::detail
