#pragma once
// The tasks that a worker has spawned and not synced yet, oldest first, with a boundary: only those above it are simply
// the worker's own. Its top travels with the worker's calls, in Forks, and the fast path looks at the boundary alone;
// what the tasks below it are, and how a thief gets them, makes one kind of deque differ from another (deque_kind.hpp).

#include <scrump/stealing/policy.hpp>
#include <scrump/tasks/deque_kind.hpp>
#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/descriptor.hpp>
#include <scrump/tasks/detail/taken_tasks.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

namespace scrump::detail {

class TaskDeque {
  public:
    /// With room for so many tasks that can be stolen, at most block_capacity: those above are not.
    TaskDeque(TaskWorker& owner, std::size_t tasks) : memory_(owner), first_(memory_.end() - tasks), bottom_(first_) {
        restore_boundary();
    }
    TaskDeque(const TaskDeque&) = delete;
    TaskDeque& operator=(const TaskDeque&) = delete;
    virtual ~TaskDeque() = default;

    // --- For anybody

    /// Wants the owner's attention at its next sync.
    void raise() { memory_.boundary().raise(); }
    /// Before its first task: what these find by context_of().
    void set_context(void* context) { memory_.set_context(context); }
    /// Before its first task: where raise() is only a store of StealBoundary::raised to a page's first word, so that
    /// other processes can do it. False where that cannot be.
    bool share_boundary(void* page) { return memory_.share(page); }
    /// Whether it seems that there is something to be had without the owner's help.
    virtual bool shares() const { return false; }
    /// Takes the oldest of that.
    virtual TakenTasks steal(const StealAmount& /*amount*/) { return {}; }

    // --- For its owner

    /// Where the first task is put.
    Descriptor* first() const { return first_; }

    /// This task is to be run, or waited for, and all above it were: what is shared and not stolen of that becomes the
    /// owner's own again. The boundary is to be restored then.
    virtual void take_back(const Descriptor* /*task*/) {}
    /// After that.
    bool is_stolen(const Descriptor* task) const { return task < bottom_; }
    /// All that are stolen or shared, and the one above, which its owner may just have waited for.
    std::span<Descriptor> stolen_and_next() const { return {first_, bottom_ < memory_.end() ? bottom_ + 1 : bottom_}; }
    /// The oldest task that is not stolen, if there is one below this one. Where it is shared, it may be stolen at
    /// once.
    virtual const Descriptor* oldest(const Descriptor* below) const { return own_below(below) > 0 ? bottom_ : nullptr; }
    /// Takes the oldest tasks that are not stolen, of those below this one, for a thief that asks. The boundary is to
    /// be restored then.
    virtual TakenTasks take(const Descriptor* below, const StealAmount& amount) = 0;
    /// A stolen task, the last, has come to its end, or back. The boundary is to be restored then.
    virtual void leave(Descriptor* task) { bottom_ = task; }

    /// Lets the boundary tell the truth. To be called before looking for wishes; whoever had any is seen by then.
    void restore_boundary() { memory_.boundary().value.exchange(address(bottom_), std::memory_order_acq_rel); }
    /// Whether it does still.
    bool is_boundary_true() const {
        return memory_.boundary().value.load(std::memory_order_relaxed) == address(bottom_);
    }

  protected:
    /// How many of the tasks above the boundary and below this one can be stolen.
    std::size_t own_below(const Descriptor* task) const {
        const Descriptor* const end = std::min<const Descriptor*>(task, memory_.end());
        return end > bottom_ ? static_cast<std::size_t>(end - bottom_) : 0;
    }

  private:
    DequeMemory memory_;
    Descriptor* const first_;

  protected:
    Descriptor* bottom_;  // the boundary: the oldest task that is simply the owner's, or the top
};

/// Of a kind, likewise.
std::unique_ptr<TaskDeque> make_deque(DequeKind kind, TaskWorker& owner, std::size_t tasks);

}  // namespace scrump::detail
