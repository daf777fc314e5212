#pragma once
// The communication of localities: tagged messages, in order between any two of them, never lost; and windows.

#include <scrump/base/clock.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/net/detail/window.hpp>
#include <scrump/net/topology.hpp>

#include <cstdint>
#include <memory>
#include <optional>

namespace scrump::detail {

/// A message from another locality.
struct Message {
    unsigned source = 0;
    std::uint32_t tag = 0;
    Bytes payload;
    std::optional<Clock::time_point> began{};  ///< when it began to arrive, if the network noticed
};

/// Tags from here on belong to the network.
inline constexpr std::uint32_t first_reserved_tag = 0xFFFF0000;

/// One locality's end of a network. Only the thread that serves the locality may call it.
class Transport {
  public:
    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    virtual unsigned self() const = 0;
    virtual unsigned size() const { return topology().size(); }
    virtual const Topology& topology() const = 0;

    /// Sends a message; never waits for the receiver.
    virtual void send(unsigned to, std::uint32_t tag, Bytes payload) = 0;
    /// The next message, if one has arrived. Also advances everything else that is under way. Throws Error if another
    /// process of the run has failed.
    virtual std::optional<Message> receive() = 0;

    /// Collective; closed by destroying it.
    virtual std::unique_ptr<Window> open_window(std::size_t words) = 0;
};

}  // namespace scrump::detail
