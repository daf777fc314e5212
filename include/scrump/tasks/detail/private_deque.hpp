#pragma once
// The tasks that a worker has spawned and not synced yet, oldest first: a deque that only its owner touches (Acar,
// Charguéraud and Rainey, PPoPP 2013), with a boundary below which all tasks are stolen. Its top travels with the
// worker's calls, in Forks; here is what the fast path does not need.

#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/descriptor.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace scrump::detail {

class PrivateDeque {
  public:
    /// With room for so many tasks that can be stolen, at most block_capacity: those above are not.
    PrivateDeque(TaskWorker& owner, std::size_t tasks)
        : memory_(owner), first_(memory_.end() - tasks), bottom_(first_) {
        settle();
    }

    // --- For anybody

    /// Wants the owner's attention at its next sync.
    void raise() { memory_.boundary().raise(); }

    // --- For its owner

    /// Where the first task is put.
    Descriptor* first() const { return first_; }

    bool is_stolen(const Descriptor* task) const { return task < bottom_; }
    /// The oldest task that is not stolen, if there is one below this one.
    Descriptor* oldest(const Descriptor* below) const {
        return bottom_ < std::min<const Descriptor*>(below, memory_.end()) ? bottom_ : nullptr;
    }
    /// Takes it. The boundary is to be settled then.
    Descriptor* take_oldest(const Descriptor* below) { return oldest(below) != nullptr ? bottom_++ : nullptr; }
    /// A stolen task, the last, has come to its end. The boundary is to be settled then.
    void leave(Descriptor* task) { bottom_ = task; }

    /// Lets the boundary tell the truth. To be called before looking for wishes; whoever had any is seen by then.
    void settle() { memory_.boundary().value.exchange(address(bottom_), std::memory_order_acq_rel); }
    /// Whether it does still.
    bool settled() const { return memory_.boundary().value.load(std::memory_order_relaxed) == address(bottom_); }

  private:
    const DequeMemory memory_;
    Descriptor* const first_;
    Descriptor* bottom_;  // the oldest task that is not stolen, or the top
};

}  // namespace scrump::detail
