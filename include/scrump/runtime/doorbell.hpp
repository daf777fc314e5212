#pragma once
// Where idle threads sleep until something happens, and how they are woken: an event count.
//
// Protocol: a thread that found nothing to do calls listen(), looks once more, and then either cancel()s or wait()s
// with the ticket it got. Who makes something happen publishes it first and then rings. Both sides modify `sleepers_`
// in between, so one of the two modifications comes first: either the ringer sees the sleeper, or the sleeper, looking
// once more, sees what was published. A ring without sleepers costs one atomic operation.

#include <scrump/base/cache_line.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>

namespace scrump {

class alignas(cache_line) Doorbell {
  public:
    using Clock = std::chrono::steady_clock;
    using Ticket = std::uint64_t;

    /// Announces that this thread may sleep. To be followed by exactly one cancel() or wait().
    [[nodiscard]] Ticket listen();
    void cancel();

    /// Sleeps until somebody rings after the matching listen(), or until the deadline.
    void wait(Ticket ticket, std::optional<Clock::time_point> deadline = std::nullopt);

    /// Wakes at least so many sleepers, if there are so many.
    void ring(std::size_t count);
    void ring_one() { ring(1); }
    void ring_all() { ring(std::numeric_limits<std::size_t>::max()); }

  private:
    std::atomic<std::uint32_t> sleepers_ = 0;
    std::atomic<Ticket> rings_ = 0;
    std::mutex mutex_;
    std::condition_variable condition_;
};

}  // namespace scrump
