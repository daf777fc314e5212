#pragma once
// A part of what serves a locality: stealing, termination, checkpoints and so on are one each. A component is a state
// machine. It is told what time it is and what messages came, says what to send, and when it is to be asked again; it
// neither waits nor looks at a clock. What it says to its like in other localities it names itself (net/tag.hpp) and
// takes in itself (message_dispatcher.hpp), so that a new one touches no other.

#include <scrump/base/clock.hpp>

#include <optional>

namespace scrump::detail {

class Component {
  public:
    Component() = default;
    Component(const Component&) = delete;
    Component& operator=(const Component&) = delete;
    virtual ~Component() = default;

    /// Does what there is to do now; says whether it did anything that may have made more to do.
    virtual bool on_time(Clock::time_point now) = 0;
    /// When on_time() is to be called again even if nothing happens.
    virtual std::optional<Clock::time_point> deadline() const { return std::nullopt; }
    /// The run ends here, `complete` or early: on_time() is not called any more, but messages may still come.
    virtual void on_end(bool /*complete*/) {}
    /// No worker of this locality is left, and what they found was put together.
    virtual void on_close() {}
    /// Whether it waits for the answer of another locality.
    virtual bool awaits_reply() const { return false; }
};

}  // namespace scrump::detail
