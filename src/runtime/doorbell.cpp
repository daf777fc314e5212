#include <scrump/runtime/doorbell.hpp>

namespace scrump {

Doorbell::Ticket Doorbell::listen() {
    // The ticket is read before the sleeper is announced: a ring that the announcement misses cannot have made it
    // stale.
    const Ticket ticket = rings_.load(std::memory_order_acquire);
    sleepers_.fetch_add(1, std::memory_order_acq_rel);
    return ticket;
}

void Doorbell::cancel() {
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
}

void Doorbell::wait(Ticket ticket, std::optional<Clock::time_point> deadline) {
    std::unique_lock lock(mutex_);
    const auto rung = [&] { return rings_.load(std::memory_order_relaxed) != ticket; };
    if (deadline) {
        condition_.wait_until(lock, *deadline, rung);
    } else {
        condition_.wait(lock, rung);
    }
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
}

void Doorbell::ring(std::size_t count) {
    const std::uint32_t sleepers = sleepers_.fetch_add(0, std::memory_order_acq_rel);
    if (sleepers == 0) return;
    {
        const std::lock_guard lock(mutex_);
        rings_.fetch_add(1, std::memory_order_release);
    }
    if (count >= sleepers) {
        condition_.notify_all();
    } else {
        for (; count > 0; --count) condition_.notify_one();
    }
}

}  // namespace scrump
