#pragma once
// How localities talk: tagged messages, in order between any two of them, never lost.

#include <scrump/net/codec.hpp>

#include <cstdint>
#include <optional>

namespace scrump {

/// What came from another locality.
struct Message {
    unsigned source = 0;
    std::uint32_t tag = 0;
    Bytes payload;
};

/// One locality's end of the network. Only the thread that serves the locality may call it.
class Transport {
  public:
    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    virtual unsigned self() const = 0;
    virtual unsigned size() const = 0;
    virtual void send(unsigned to, std::uint32_t tag, Bytes payload) = 0;
    virtual std::optional<Message> receive() = 0;
};

}  // namespace scrump
