#include <scrump/tasks/detail/pool_gate.hpp>

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

void PoolGate::wait(const std::function<bool()>& is_over) {
    look_.await(events_, [&] { return busy() || is_over(); });
}

}  // namespace scrump::detail
