#pragma once
// Tasks that leave a deque in one steal. The thief runs the oldest at once and keeps the others for later.
//
// Who waits for a task that its thief has not begun takes it back: by claiming it, which does not need the thief. So a
// worker waits only for tasks that are begun, or are on their way to a thief that does nothing else until it begins
// them. That is why helping whomever one likes while one waits cannot end in a circle: a worker that waits does so for
// a child of the task on top of its stack, which began later than that; what is on top of the stack of the worker that
// has the child began no earlier than the child. From each worker that waits to the one that it waits for the top of
// the stack began later, so there is a last one, and that does not wait.
//
// A thief that comes too late finds its task claimed, or in its place another one that was spawned since: if that is
// kept by another thief, it claims that one, which is as good; else there is nothing to claim.

#include <scrump/tasks/detail/descriptor.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// Tasks next to each other in a deque, the oldest first.
struct TakenTasks {
    Descriptor* first = nullptr;
    std::size_t count = 0;

    explicit operator bool() const { return count > 0; }

    /// They are in a thief's hands from now on. Whoever runs one of the others acquires what set() releases here.
    void give_to(std::uint32_t thief) const {
        first->give_to(thief);
        first->set(Descriptor::State::given);
        for (std::size_t i = 1; i < count; ++i) {
            first[i].give_to(thief);
            first[i].set(Descriptor::State::kept);
        }
    }
    /// Nobody has it after all. There is one.
    void leave_to_owner() const {
        first->give_to(Descriptor::nobody);
        first->set(Descriptor::State::kept);
    }
};

/// Those that one thief has not begun. Its own, but for the claims of others.
class KeptTasks {
  public:
    /// There must be none.
    void keep(Descriptor* first, std::size_t count) {
        next_ = first;
        end_ = first + count;
    }
    /// The oldest that nobody else has claimed, for this worker to run; null if there is none.
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
