#pragma once
// The network between localities that live in one process: a mailbox each. Everything distributed can be run and tested
// with it, without a launcher; with AccessMode::messages and a topology of several hosts, as if on a cluster.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/net/detail/network.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace scrump::detail {

class WindowMemory;

class InProcessNetwork final : public Network, public AlignedObject {
  public:
    /// A locality for each place of the topology, which is used unchanged.
    explicit InProcessNetwork(Topology topology, AccessMode access_mode = AccessMode::direct);
    /// `localities` localities in one memory domain of one host.
    explicit InProcessNetwork(unsigned localities) : InProcessNetwork(Topology::one_host(localities)) {}
    ~InProcessNetwork() override;

    unsigned here() const override { return topology_.size(); }
    Transport& endpoint(unsigned index) override;
    EventCount& events() override { return events_; }
    /// No limit: every message notifies.
    std::chrono::nanoseconds patience(bool /*reply_expected*/) override { return std::chrono::nanoseconds::max(); }

  private:
    class Endpoint;

    // A window's memory, kept here until all endpoints have opened the window.
    struct Opening {
        std::shared_ptr<WindowMemory> memory;
        unsigned opened = 0;
    };

    // The memory of the endpoints' n-th window, made by the first endpoint that opens it.
    std::shared_ptr<WindowMemory> open(std::size_t window, std::size_t words);

    const Topology topology_;
    const AccessMode access_mode_;
    EventCount events_;
    std::vector<std::unique_ptr<Endpoint>> endpoints_;
    std::mutex opening_;
    std::map<std::size_t, Opening> openings_;
};

}  // namespace scrump::detail
