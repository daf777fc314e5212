#pragma once
// The tasks that a worker has spawned and not synced yet, oldest first, with a boundary: only those above it are simply
// the worker's own. Its top travels with the worker's calls, in Forks, and the fast path checks only the boundary; the
// kinds of deques differ in the state of the tasks below it, and in how a thief gets them (deque_kind.hpp).

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
    /// With room for this number of tasks that can be stolen, at most block_capacity: those above cannot.
    TaskDeque(TaskWorker& owner, std::size_t tasks) : memory_(owner), first_(memory_.end() - tasks), bottom_(first_) {
        restore_boundary();
    }
    TaskDeque(const TaskDeque&) = delete;
    TaskDeque& operator=(const TaskDeque&) = delete;
    virtual ~TaskDeque() = default;

    // --- For anybody

    /// Requests the owner's attention at its next sync.
    void raise() { memory_.boundary().raise(); }
    /// To be called before its first task: sets the result of context_of() in its tasks.
    void set_context(void* context) { memory_.set_context(context); }
    /// To be called before its first task: makes raise() a mere store of StealBoundary::raised to a page's first word,
    /// so that other processes can do it. Returns false if that is impossible.
    bool share_boundary(void* page) { return memory_.share(page); }
    /// Number of tasks that seem to be available without the owner's help.
    virtual std::size_t shared() const { return 0; }
    bool shares() const { return shared() > 0; }
    /// Takes the oldest such task.
    virtual TakenTasks steal(const StealAmount& /*amount*/) { return {}; }

    // --- For its owner

    /// The place of the first task.
    Descriptor* first() const { return first_; }

    /// To be called when this task is to be run, or waited for, and all above it were: the shared ones among those that
    /// are not stolen become the owner's own again. The boundary must then be restored.
    virtual void take_back(const Descriptor* /*task*/) {}
    /// After that.
    bool is_stolen(const Descriptor* task) const { return task < bottom_; }
    /// All tasks that are stolen or shared, and the one above, for which its owner may just have waited.
    std::span<Descriptor> stolen_and_next() const { return {first_, bottom_ < memory_.end() ? bottom_ + 1 : bottom_}; }
    /// The oldest task that is not stolen, if there is one below this one. If it is shared, it may be stolen at any
    /// time.
    virtual Descriptor* oldest(const Descriptor* below) const { return own_below(below) > 0 ? bottom_ : nullptr; }
    /// Takes the oldest tasks that are not stolen, of those below this one, for a thief that asks. The boundary must
    /// then be restored.
    virtual TakenTasks take(const Descriptor* below, const StealAmount& amount) = 0;
    /// Makes all of those below this one available without the owner's help, if the kind of deque can. The boundary
    /// must then be restored.
    virtual void share_all(const Descriptor* /*below*/) {}
    /// A stolen task, the last, has ended, or was returned. The boundary must then be restored.
    virtual void leave(Descriptor* task) { bottom_ = task; }

    /// Restores the boundary. To be called before looking for requests; all earlier requests are then seen.
    void restore_boundary() { memory_.boundary().value.exchange(address(bottom_), std::memory_order_acq_rel); }
    /// Whether it does still.
    bool is_boundary_true() const {
        return memory_.boundary().value.load(std::memory_order_relaxed) == address(bottom_);
    }

  protected:
    /// Number of tasks above the boundary and below this one that can be stolen.
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

/// Makes a deque of a kind, with the same arguments.
std::unique_ptr<TaskDeque> make_deque(DequeKind kind, TaskWorker& owner, std::size_t tasks);

}  // namespace scrump::detail
