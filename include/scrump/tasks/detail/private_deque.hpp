#pragma once
// A deque that only its owner touches (Acar, Charguéraud and Rainey, PPoPP 2013): all tasks below the boundary are
// stolen. Thieves ask the owner for a task (steal_cells.hpp).

#include <scrump/tasks/detail/task_deque.hpp>

namespace scrump::detail {

class PrivateDeque final : public TaskDeque {
  public:
    using TaskDeque::TaskDeque;

    TakenTasks take(const Descriptor* below, const StealAmount& amount) override {
        const std::size_t own = own_below(below);
        const TakenTasks taken{.first = bottom_, .count = amount(own, own)};
        bottom_ += taken.count;
        return taken;
    }
};

}  // namespace scrump::detail
