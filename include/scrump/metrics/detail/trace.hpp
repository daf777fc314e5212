#pragma once
// A trace of a run: the timelines of all its threads in one file, in the Trace Event format that Perfetto
// (https://ui.perfetto.dev) and chrome://tracing open. See docs/observability.md.

#include <scrump/metrics/detail/timeline.hpp>

#include <cstdint>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

/// The events of one thread.
struct TraceLane {
    static constexpr unsigned communication = ~0U;  ///< the thread that serves a locality

    unsigned locality = 0;
    unsigned worker = communication;
    std::uint64_t dropped = 0;
    std::int64_t clock_error = 0;  ///< possible error of its times relative to those of locality 0, in nanoseconds
    std::vector<TimelineEvent> events{};  ///< times by the same clock in all lanes

    bool operator==(const TraceLane&) const = default;
};

/// Names of messages, by tag.
using MessageNames = std::map<std::uint32_t, const char*>;

/// Writes the lanes. `titles` are the localities' names, by number, and may be empty; `message_names` those of
/// messages. Returns the numbers of events and of dropped ones; the state of the stream tells whether writing
/// succeeded.
struct TraceCounts {
    std::uint64_t events = 0;
    std::uint64_t dropped = 0;
};
TraceCounts write_trace(std::ostream& to, std::span<const TraceLane> lanes, std::span<const std::string> titles,
                        const MessageNames& message_names);

/// The value of a message for TimelineEvent::value.
inline std::uint64_t message_value(std::uint32_t tag, std::uint64_t bytes) {
    constexpr std::uint64_t most = 0xffffffff;
    return std::uint64_t{tag} << 32U | (bytes < most ? bytes : most);
}

}  // namespace scrump::detail
