#include <scrump/tasks/detail/piece_history.hpp>

#include <scrump/base/detail/platform.hpp>

namespace scrump::detail {

PieceHistory::Known PieceHistory::known() const {
    if (Platform::current().pace() != nullptr) return {};
    return {.ticks = ticks_.load(std::memory_order_relaxed),
            .only_brief = brief_in_turn_.load(std::memory_order_relaxed) == some};
}

void PieceHistory::add(Clock::duration taken, std::size_t iterations) {
    const std::uint8_t brief_before = brief_in_turn_.load(std::memory_order_relaxed);
    if (taken < brief) {
        if (brief_before < some) brief_in_turn_.store(brief_before + 1, std::memory_order_relaxed);
        return;
    }
    if (brief_before > 0) brief_in_turn_.store(0, std::memory_order_relaxed);
    const float ticks = static_cast<float>(taken.count()) / static_cast<float>(iterations);
    const float before = ticks_.load(std::memory_order_relaxed);
    if (ticks < 0.75F * before || ticks > 1.25F * before) ticks_.store(ticks, std::memory_order_relaxed);
}

}  // namespace scrump::detail
