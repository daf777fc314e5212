#pragma once
// An event of a thread, for a trace.

#include <cstdint>

namespace scrump::detail {

/// An event: it took `duration` from `start` on, in nanoseconds of the steady clock.
struct TimelineEvent {
    enum class Kind : std::uint32_t {
        task,          ///< a task was worked on; value: nodes visited; peer: depth of its root
        give,          ///< work was given away in the middle of a task; value: tasks made
        look,          ///< the worker looked for work
        wait,          ///< there was no work available
        steal,         ///< an attempt to take a task of another worker of the locality, `peer`; value: tasks taken
        remote_steal,  ///< a request for work to another locality, `peer`, until the answer; value: tasks received
        send,          ///< a message to locality `peer`; value: its tag times 2^32, plus bytes (at most 2^32 - 1)
        receive,       ///< a message from locality `peer`; value as for send
        incumbent,     ///< a better solution; value: the bits of its objective as a double
        checkpoint,    ///< the worker stood still while the state of the search was recorded
    };

    std::int64_t start = 0;
    std::int64_t duration = 0;
    std::uint64_t value = 0;
    std::uint32_t peer = 0;
    Kind kind = Kind::task;

    /// Whether it had no success.
    bool in_vain() const {
        const bool tries = kind == Kind::steal || kind == Kind::remote_steal;
        return kind == Kind::look || kind == Kind::wait || (tries && value == 0);
    }

    bool operator==(const TimelineEvent&) const = default;
};

}  // namespace scrump::detail
