#pragma once
// Where idle threads sleep until something happens, and how they are woken: an event count on a futex.
//
// Protocol: a thread that found nothing to do calls listen(), looks once more, and then either cancel()s or wait()s
// with the ticket it got. Who makes something happen publishes it first and then rings. Both sides modify `sleepers`
// in between, so one of the two modifications comes first: either the ringer sees the sleeper, or the sleeper, looking
// once more, sees what was published. A ring without sleepers costs one atomic operation.

#include <scrump/base/cache_line.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace scrump {

class alignas(cache_line) Doorbell {
  public:
    using Clock = std::chrono::steady_clock;
    using Ticket = std::uint32_t;

    /// What a bell consists of. Zero bytes are a bell that nobody has used, so it may lie in memory that processes
    /// share.
    struct State {
        std::atomic<std::uint32_t> sleepers = 0;
        std::atomic<Ticket> rings = 0;
    };

    Doorbell() : state_(own_), shared_(false) {}
    /// A bell that other processes hear and ring too; `state` must outlive it.
    explicit Doorbell(State& state) : state_(state), shared_(true) {}
    Doorbell(const Doorbell&) = delete;
    Doorbell& operator=(const Doorbell&) = delete;
    ~Doorbell() = default;

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
    State own_;
    State& state_;
    const bool shared_;
};

}  // namespace scrump
