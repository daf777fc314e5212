#pragma once
// The counters of the processor on which a thread runs, as far as the system lets a program read them: on Linux, by
// perf_event_open(2).

#include <scrump/base/detail/platform.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

/// Instructions, cycles, and misses of the last cache, as this system names them, in this order.
std::span<const KernelEvent> events_of_processors();

/// Counts what the thread that makes it does, outside the kernel.
class ThreadCounters {
  public:
    /// Counts those of `events` that the system knows. Throws Error, which says what to change, if it counts none.
    explicit ThreadCounters(std::span<const KernelEvent> events);
    ThreadCounters(const ThreadCounters&) = delete;
    ThreadCounters& operator=(const ThreadCounters&) = delete;
    ~ThreadCounters();

    /// Count so far of the event at this place; none if it is not counted, or never had a counter. Where the kernel had
    /// to share counters between events, it is scaled up to the whole time. May be called by any thread.
    std::optional<std::uint64_t> read(std::size_t event) const;

  private:
    std::vector<int> descriptors_;  // -1: not counted
};

/// The message for a refusal: `error` is an errno, `paranoid` the content of perf_event_paranoid, if it is known.
std::string counters_refusal(int error, const std::optional<std::string>& paranoid);

/// `count` of an event that was counted for `running` of `enabled` nanoseconds, for all of them; none if it never was.
std::optional<std::uint64_t> whole_count(std::uint64_t count, std::uint64_t enabled, std::uint64_t running);

}  // namespace scrump::detail
