#pragma once
// A deque whose older part is shared: thieves take from it without the owner's help (van Dijk and van de Pol, Lace,
// 2014).
//
// Protocol: `tail` and `split` are one word. Tasks below `tail` are stolen, those from there up to `split` are shared,
// and those above are the owner's own, which it runs without checking the word: the boundary is `split`.
//
// - A thief adds to `tail` by a compare-and-swap, as long as it stays below `split`, and then has these tasks.
// - Only the owner moves `split`. Upwards by a store, when a thief asked and nothing is shared: no thief can change the
//   word then. Downwards by a compare-and-swap, when it comes to the sync of a task that is shared: of the owner and
//   the thieves the first has the task.
// - What the owner waits for is stolen, and so is all below it; nothing is above. So `tail` is `split` there, no thief
//   can change the word, and the owner leaves that task by a store.
//
// The store that shares releases the descriptors, and the compare-and-swap of a thief acquires them: it reads that
// store, or a value written after it by compare-and-swaps alone, as a store is made only while nothing is shared. These
// may be relaxed: they continue the release sequence. If the word leaves a value and returns to it between a thief's
// read and its compare-and-swap, that does no harm, as the thief reads no descriptor before: the tasks that it gets are
// those that are there now.
//
// If nothing is shared a thief makes a request as for a private deque's task: its number in the request cell, and the
// boundary raised. The owner then shares half of its own tasks, and takes the oldest for the thief that asked.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/tasks/detail/split_point.hpp>
#include <scrump/tasks/detail/task_deque.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

class SplitDeque final : public TaskDeque {
  public:
    using TaskDeque::TaskDeque;

    std::size_t shared() const override { return point_.load(std::memory_order_relaxed).shared(); }

    TakenTasks steal(const StealAmount& amount) override {
        SplitPoint point = point_.load(std::memory_order_relaxed);
        while (point.shared() > 0) {
            const auto count = static_cast<std::uint32_t>(amount(point.shared(), point.shared()));
            if (point_.compare_exchange_weak(point, point.after_steal_of(count), std::memory_order_acquire,
                                             std::memory_order_relaxed))
                return {.first = first() + point.tail, .count = count};
        }
        return {};
    }

    void take_back(const Descriptor* task) override {
        SplitPoint point = point_.load(std::memory_order_relaxed);
        while (task < bottom_ && point.tail <= place_of(task)) {
            const SplitPoint back = point.taken_back(place_of(task));
            if (point_.compare_exchange_weak(point, back, std::memory_order_relaxed)) bottom_ = first() + back.split;
        }
    }

    Descriptor* oldest(const Descriptor* below) const override {
        const SplitPoint now = point_.load(std::memory_order_relaxed);
        return now.shared() > 0 ? first() + now.tail : TaskDeque::oldest(below);
    }

    TakenTasks take(const Descriptor* below, const StealAmount& amount) override {
        if (!shares()) share(point_.load(std::memory_order_relaxed).with_half_of(own(below)));
        return steal(amount);
    }

    void share_all(const Descriptor* below) override {
        share(point_.load(std::memory_order_relaxed).with_all_of(own(below)));
    }

    void leave(Descriptor* task) override {
        TaskDeque::leave(task);
        point_.store({.tail = place_of(task), .split = place_of(task)}, std::memory_order_relaxed);
    }

  private:
    std::uint32_t place_of(const Descriptor* task) const { return static_cast<std::uint32_t>(task - first()); }

    std::uint32_t own(const Descriptor* below) const { return static_cast<std::uint32_t>(own_below(below)); }

    // Thieves may take shared tasks meanwhile. A worker that waits for one of these must not mistake the earlier
    // contents of its place for its end, or for something to claim.
    void share(const SplitPoint& next) {
        for (Descriptor* task = bottom_; task < first() + next.split; ++task) {
            task->give_to(Descriptor::nobody);
            task->set(Descriptor::State::given);
        }
        bottom_ = first() + next.split;
        SplitPoint now = point_.load(std::memory_order_relaxed);
        while (!point_.compare_exchange_weak(now, {.tail = now.tail, .split = next.split}, std::memory_order_release,
                                             std::memory_order_relaxed)) {
        }
    }

    static_assert(std::atomic<SplitPoint>::is_always_lock_free);
    alignas(cache_line) std::atomic<SplitPoint> point_{};
};

}  // namespace scrump::detail
