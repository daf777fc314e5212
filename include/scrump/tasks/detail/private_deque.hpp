#pragma once
// The tasks that a worker has spawned and not synced yet, oldest first: a deque that only its owner touches (Acar,
// Charguéraud and Rainey, PPoPP 2013), with a boundary below which all tasks are stolen. Its top travels with the
// worker's calls, in Forks; here is what the fast path does not need.
//
// The array that thieves are served from is fixed. What is spawned when it is full lies in further arrays, whose
// boundary stays raised: their tasks are never stolen, and run when they are synced.

#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/descriptor.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace scrump::detail {

class PrivateDeque {
  public:
    /// With room for so many tasks that can be stolen, at most array_capacity.
    PrivateDeque(TaskWorker& owner, std::size_t tasks);

    // --- For anybody

    /// Wants the owner's attention at its next sync.
    void raise() { head().raise(); }

    // --- For its owner

    /// Where the first task is put.
    Descriptor* first() const { return stealable_.first(); }
    /// Where tasks are put above the end of an array.
    Descriptor* extend(const Descriptor* end);
    /// The last task below `top`.
    Descriptor* last(Descriptor* top) const;
    /// Whether a task is below `top`.
    bool contains(const Descriptor* task, const Descriptor* top) const;

    /// Where those of the tasks below `top` end that may be stolen.
    const Descriptor* stealable_below(const Descriptor* top) const {
        return &head_below(top) == &head() ? top : stealable_.end();
    }
    bool is_stolen(const Descriptor* task) const { return &head_of(task) == &head() && task < bottom_; }

    /// Lets the boundary tell the truth. To be called before looking for wishes; whoever had any is seen by then.
    void settle() { head().boundary.exchange(address(bottom_), std::memory_order_acq_rel); }
    /// Whether it does still.
    bool settled() const { return head().boundary.load(std::memory_order_relaxed) == address(bottom_); }

    /// Takes the oldest task that is not stolen, if there is one below this one. The boundary is to be settled then.
    Descriptor* take_oldest(const Descriptor* below) { return bottom_ < below ? bottom_++ : nullptr; }
    /// A stolen task, the last, has come to its end. The boundary is to be settled then.
    void leave(Descriptor* task) { bottom_ = task; }

  private:
    DequeHead& head() const { return stealable_.head(); }
    // The array that something below `top` belongs to, counted from the one that can be stolen from.
    std::size_t array_below(const Descriptor* top) const;
    const DequeMemory& array(std::size_t number) const { return number == 0 ? stealable_ : *extra_[number - 1]; }

    TaskWorker& owner_;
    const DequeMemory stealable_;
    std::vector<std::unique_ptr<const DequeMemory>> extra_;
    Descriptor* bottom_;  // the oldest task that is not stolen, or the top
};

}  // namespace scrump::detail
