#pragma once
// The events of one thread over time: the raw material of a trace.

#include <scrump/metrics/detail/timeline_event.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

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
