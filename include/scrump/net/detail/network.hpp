#pragma once
// The connection of the localities of one run: those of this process, and how long their thread may sleep.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/net/detail/transport.hpp>

#include <chrono>

namespace scrump::detail {

/// Messages of one run never reach another: a network is opened for each run and closed after it, by all processes.
class Network {
  public:
    Network() = default;
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;
    virtual ~Network() = default;

    /// Number of the run's localities in this process.
    virtual unsigned here() const = 0;
    /// The endpoint of the `index`-th of them. Locality 0 of the run is the first one of the first process.
    virtual Transport& endpoint(unsigned index) = 0;

    /// Wakes the one thread that serves all localities of this process. The network notifies it when a message arrives,
    /// where that is possible; any thread of this process may notify it.
    virtual EventCount& events() = 0;
    /// Longest time for which that thread may sleep, because some messages notify nobody. Shorter if a reply is
    /// expected. Called once before each sleep.
    virtual std::chrono::nanoseconds patience(bool reply_expected) = 0;
};

}  // namespace scrump::detail
