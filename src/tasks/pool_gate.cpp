#include <scrump/tasks/detail/pool_gate.hpp>

#include <scrump/base/detail/platform.hpp>

#include <algorithm>
#include <bit>

namespace scrump::detail {

std::optional<unsigned> PoolGate::enter() {
    std::uint32_t taken = taken_.load(std::memory_order_relaxed);
    while (true) {
        const auto seat = static_cast<unsigned>(std::countr_one(taken));
        if (seat >= seats) return std::nullopt;
        if (taken_.compare_exchange_weak(taken, taken | (std::uint32_t{1} << seat))) return helpers_ + seat;
    }
}

void PoolGate::leave(unsigned worker) {
    taken_.fetch_and(~(std::uint32_t{1} << (worker - helpers_)), std::memory_order_release);
}

// Time passes by itself only outside of simulations: there, a worker that sees nothing new sleeps at once.
bool PoolGate::look(const std::function<bool()>& has_news, Clock::duration time) {
    static constexpr unsigned between_clocks = 16;
    Platform& machine = Platform::current();
    if (time == Clock::duration::zero() || machine.pace() != nullptr) return has_news();
    const Clock::time_point until = Clock::now() + time;
    do {
        for (unsigned i = 0; i < between_clocks; ++i) {
            if (has_news()) return true;
            machine.relax();
        }
    } while (Clock::now() < until);
    return false;
}

void PoolGate::wait(const std::function<bool()>& is_over) {
    const auto has_news = [&] { return busy() || is_over(); };
    const Clock::duration time(look_.load(std::memory_order_relaxed));
    const Clock::time_point began = longest_look_ > Clock::duration::zero() ? Clock::now() : Clock::time_point();
    const bool seen = look(has_news, time);
    if (!seen) {
        const EventCount::Key key = events_.prepare_wait();
        if (has_news()) {
            events_.cancel_wait();
        } else {
            events_.wait(key);
        }
    }
    if (longest_look_ == Clock::duration::zero()) return;
    // Whether the longest look would have seen it.
    const bool soon = seen || Clock::now() - began < longest_look_;
    const Clock::duration next = soon ? std::min(2 * time, longest_look_) : std::max(time / 2, shortest);
    look_.store(next.count(), std::memory_order_relaxed);
}

}  // namespace scrump::detail
