#pragma once
// The events of one thread over time: the raw material of a trace.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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

/// The newest events of one thread, in memory that is allocated at the beginning. Written by its thread alone, and read
/// after the thread has ended.
///
/// A worker that sees work that it cannot get yet, because the thread that has it was interrupted, tries again at once,
/// millions of times a second. After a number of consecutive failures, the following ones are merged into one long look
/// for work, so that they do not displace other events.
class Timeline {
  public:
    static constexpr unsigned most_in_vain = 256;          ///< failures in a row
    static constexpr std::int64_t no_longer_than = 10000;  ///< longest of these, in nanoseconds; a rest is longer

    explicit Timeline(std::size_t capacity) : events_(std::max<std::size_t>(capacity, 1)) {}

    void add(TimelineEvent event) {
        in_vain_ = event.in_vain() && event.duration <= no_longer_than ? in_vain_ + 1 : 0;
        if (in_vain_ > most_in_vain + 1) return lengthen(event.start + event.duration);
        if (in_vain_ > most_in_vain) {
            event.kind = TimelineEvent::Kind::look;
            event.peer = 0;
        }
        events_[next_] = event;
        last_ = next_;
        next_ = next_ + 1 == events_.size() ? 0 : next_ + 1;
        ++added_;
    }

    /// Number of events lost because they were older than the kept ones.
    std::uint64_t dropped() const { return added_ > events_.size() ? added_ - events_.size() : 0; }

    /// The events in the order in which they were added, which is that of their ends.
    std::vector<TimelineEvent> events() const {
        std::vector<TimelineEvent> all;
        const std::size_t held = static_cast<std::size_t>(std::min<std::uint64_t>(added_, events_.size()));
        all.reserve(held);
        const std::size_t first = added_ > events_.size() ? next_ : 0;
        for (std::size_t i = 0; i < held; ++i) all.push_back(events_[(first + i) % events_.size()]);
        return all;
    }

  private:
    void lengthen(std::int64_t end) { events_[last_].duration = std::max(end - events_[last_].start, std::int64_t{0}); }

    std::vector<TimelineEvent> events_;
    std::size_t last_ = 0;
    std::size_t next_ = 0;
    std::uint64_t in_vain_ = 0;  // number of short failures in a row, up to the last event
    std::uint64_t added_ = 0;
};

}  // namespace scrump::detail
