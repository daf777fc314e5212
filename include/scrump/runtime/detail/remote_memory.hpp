#pragma once
// The remote memory of one locality: the arrays that it has a part of, served together.

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
    /// For `workers` in each locality; `server_events` wakes the thread that serves.
    RemoteMemory(Transport& transport, unsigned workers, EventCount& server_events);
    ~RemoteMemory() override;

    /// A new array of so many words in each locality. To be called by all localities, in the same order, before workers
    /// are started; a client does so when it makes its locality.
    RemoteArray& open(std::string name, std::size_t words);

    /// What it was made for.
    unsigned workers() const { return workers_; }
    const Transport& transport() const { return transport_; }
    EventCount& server_events() const { return server_events_; }

    bool on_time(Clock::time_point /*now*/) override { return serve(); }
    bool awaits_reply() const override;

    /// Sends off what workers have queued; says whether there was anything.
    bool serve();
    /// The run ends: nobody waits any more.
    void end();

  private:
    Transport& transport_;
    const unsigned workers_;
    EventCount& server_events_;
    std::vector<std::unique_ptr<RemoteArray>> arrays_;
};

}  // namespace scrump::detail
