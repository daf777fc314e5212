#pragma once
// Tasks that leave a deque in one steal. The thief runs the oldest at once and keeps the others for later.
//
// A worker that waits for a task that its thief has not begun takes it back: by claiming it, which does not need the
// thief. So a worker waits only for tasks that are begun, or are on their way to a thief that does nothing else until
// it begins them. That is why helping any worker while waiting cannot end in a cycle: a waiting worker waits for a
// child of the task on top of its stack, which began later than that task; the task on top of the stack of the worker
// that has the child began no earlier than the child. From each waiting worker to the one for which it waits the top of
// the stack began later, so there is a last one, and that does not wait.
//
// A thief that comes too late finds its task claimed, or in its place another one that was spawned since: if that is
// kept by another thief, it claims that one, which is as good; otherwise there is nothing to claim.

#include <scrump/tasks/detail/descriptor.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// Tasks next to each other in a deque, the oldest first.
struct TakenTasks {
    Descriptor* first = nullptr;
    std::size_t count = 0;

    explicit operator bool() const { return count > 0; }

    /// Puts them into a thief's hands. The worker that runs one of the others acquires what set() releases here.
    void give_to(std::uint32_t thief) const {
        first->give_to(thief);
        first->set(Descriptor::State::given);
        for (std::size_t i = 1; i < count; ++i) {
            first[i].give_to(thief);
            first[i].set(Descriptor::State::kept);
        }
    }
    /// Takes them back from the thief. There must be one.
    void leave_to_owner() const {
        first->give_to(Descriptor::nobody);
        first->set(Descriptor::State::kept);
    }
};

/// The tasks that one thief has not begun. Used by it alone, except for claims of others.
class KeptTasks {
  public:
    /// There must be none.
    void keep(Descriptor* first, std::size_t count) {
        next_ = first;
        end_ = first + count;
    }
    /// The oldest task that nobody else has claimed, for this worker to run; null if there is none.
    Descriptor* claim(std::uint32_t worker) {
        while (next_ != end_) {
            Descriptor* const task = next_++;
            if (!task->claim()) continue;
            task->give_to(worker);
            return task;
        }
        return nullptr;
    }

  private:
    Descriptor* next_ = nullptr;
    Descriptor* end_ = nullptr;
};

}  // namespace scrump::detail
