#pragma once
// A part of the service of a locality: stealing, termination, checkpoints and so on are one each. A component is a
// state machine. It gets the time and the messages, decides what to send, and when it is to be called again; it neither
// waits nor reads a clock. It names its own messages to its counterparts in other localities (net/tag.hpp) and receives
// them itself (message_dispatcher.hpp), so that a new component changes no other.

#include <scrump/base/clock.hpp>

#include <optional>

namespace scrump::detail {

class Component {
  public:
    Component() = default;
    Component(const Component&) = delete;
    Component& operator=(const Component&) = delete;
    virtual ~Component() = default;

    /// Does everything that is due now; returns whether it did anything that may have made more work.
    virtual bool on_time(Clock::time_point now) = 0;
    /// When on_time() is to be called again even if nothing happens.
    virtual std::optional<Clock::time_point> deadline() const { return std::nullopt; }
    /// The run ends here, `complete` or early: on_time() is not called any more, but messages may still arrive.
    virtual void on_end(bool /*complete*/) {}
    /// All workers of this locality have ended, and their results were combined.
    virtual void on_close() {}
    /// Whether it waits for the answer of another locality.
    virtual bool awaits_reply() const { return false; }
};

}  // namespace scrump::detail
