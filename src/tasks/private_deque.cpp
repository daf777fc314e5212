#include <scrump/tasks/detail/private_deque.hpp>

namespace scrump::detail {

PrivateDeque::PrivateDeque(TaskWorker& owner, std::size_t tasks)
    : owner_(owner), stealable_(owner, tasks), bottom_(first()) {
    settle();
}

std::size_t PrivateDeque::array_below(const Descriptor* top) const {
    std::size_t number = 0;
    while (&array(number).head() != &head_below(top)) ++number;
    return number;
}

Descriptor* PrivateDeque::extend(const Descriptor* end) {
    const std::size_t below = array_below(end);
    if (below == extra_.size()) extra_.push_back(std::make_unique<DequeMemory>(owner_, array_capacity));
    return array(below + 1).first();
}

Descriptor* PrivateDeque::last(Descriptor* top) const {
    const std::size_t number = array_below(top);
    return number > 0 && top == array(number).first() ? array(number - 1).end() - 1 : top - 1;
}

bool PrivateDeque::contains(const Descriptor* task, const Descriptor* top) const {
    const std::size_t of_task = array_below(task + 1);
    const std::size_t of_top = array_below(top);
    return of_task < of_top || (of_task == of_top && task < top);
}

}  // namespace scrump::detail
