#include <scrump/tasks/detail/piece_history.hpp>

#include <scrump/base/detail/platform.hpp>

#include <algorithm>

namespace scrump::detail {
namespace {

bool simulated() {
    return Platform::current().pace() != nullptr;
}

// What waking threads costs is a small multiple of `brief`, at most.
constexpr Clock::duration with_waking = 10 * PieceHistory::brief;

}  // namespace

PieceHistory::Known PieceHistory::known() const {
    if (simulated()) return {};
    return {.ticks = ticks_.load(std::memory_order_relaxed),
            .brief = until_brief_.load(std::memory_order_relaxed) == 0};
}

void PieceHistory::add(const Loop& loop) {
    if (simulated()) return;
    const std::uint32_t left = until_brief_.load(std::memory_order_relaxed);
    if (loop.taken < brief || (loop.woke && loop.as_first < brief && loop.taken < with_waking)) {
        if (left > 0) until_brief_.store(left - 1, std::memory_order_relaxed);
        return;
    }
    const auto lost = static_cast<std::uint32_t>(std::clamp<Clock::rep>(loop.taken / brief, least, most));
    if (lost > left) until_brief_.store(lost, std::memory_order_relaxed);
    const float ticks =
        static_cast<float>(loop.taken.count()) * static_cast<float>(loop.workers) / static_cast<float>(loop.iterations);
    const float before = ticks_.load(std::memory_order_relaxed);
    if (ticks < 0.5F * before || ticks > 2 * before) ticks_.store(ticks, std::memory_order_relaxed);
}

}  // namespace scrump::detail
