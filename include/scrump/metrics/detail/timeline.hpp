#pragma once
// What happened when, on one thread: the raw material of a trace.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

/// One thing that happened: it took from `start` on so long, in nanoseconds of the steady clock.
struct TimelineEvent {
    enum class Kind : std::uint32_t {
        task,          ///< a task was worked on; value: nodes visited; peer: depth of its root
        give,          ///< work was given away in the middle of a task; value: tasks made
        look,          ///< looked for work
        wait,          ///< there was none to be had
        steal,         ///< a try to take a task of another worker of the locality, `peer`; value: tasks taken
        remote_steal,  ///< a request for work to another locality, `peer`, until the answer; value: tasks received
        send,          ///< a message to locality `peer`; value: its tag times 2^32, plus bytes (at most 2^32 - 1)
        receive,       ///< a message from locality `peer`; value as for send
        incumbent,     ///< a better solution; value: the bits of its objective as a double
        checkpoint,    ///< stood still while the state of the search was noted
    };

    std::int64_t start = 0;
    std::int64_t duration = 0;
    std::uint64_t value = 0;
    std::uint32_t peer = 0;
    Kind kind = Kind::task;

    /// Whether nothing came of it.
    bool in_vain() const {
        const bool tries = kind == Kind::steal || kind == Kind::remote_steal;
        return kind == Kind::look || kind == Kind::wait || (tries && value == 0);
    }

    bool operator==(const TimelineEvent&) const = default;
};

/// The newest events of one thread, in memory that is there from the beginning. Written by its thread alone, and read
/// when that has ended.
///
/// Who sees work that it cannot get yet, as the thread that has it was interrupted, tries again at once, millions of
/// times a second. After so many tries in a row, what follows is one long look for work: nothing else is lost for it.
class Timeline {
  public:
    static constexpr unsigned most_in_vain = 256;          ///< in a row
    static constexpr std::int64_t no_longer_than = 10000;  ///< each of these, in nanoseconds; a rest is longer

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

    /// How many were lost: older than what is there.
    std::uint64_t dropped() const { return added_ > events_.size() ? added_ - events_.size() : 0; }

    /// In the order in which they were added, which is that of their ends.
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
    std::uint64_t in_vain_ = 0;  // how many were short and in vain, up to the last
    std::uint64_t added_ = 0;
};

}  // namespace scrump::detail
