#pragma once
// One process's end of a run's network on a simulated machine. Processes of a host share memory; everything else is
// messages.

#include "simulated_world.hpp"

#include <scrump/net/detail/network.hpp>

#include <chrono>
#include <cstddef>
#include <memory>

namespace scrump::detail {

class SimulatedNetwork final : public Network {
  public:
    SimulatedNetwork(SimulatedWorld& world, std::size_t run, unsigned self);
    ~SimulatedNetwork() override;

    unsigned here() const override { return 1; }
    Transport& endpoint(unsigned index) override;
    EventCount& events() override { return events_; }
    /// No limit: every message notifies.
    std::chrono::nanoseconds patience(bool /*reply_expected*/) override { return std::chrono::nanoseconds::max(); }

  private:
    class Endpoint;

    SimulatedWorld& world_;
    const std::size_t run_;
    const unsigned self_;
    EventCount events_;
    std::unique_ptr<Endpoint> endpoint_;
};

}  // namespace scrump::detail
