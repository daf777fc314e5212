#include <scrump/tasks/detail/standstill.hpp>

#include "../runtime/wait_until.hpp"

namespace scrump::detail {

bool Standstill::alone(const std::function<void()>& call, const std::function<void()>& what) {
    if (!begin(call)) {
        stand();
        return false;
    }
    const Turn turn(*this);
    workers_.count_caller();
    wait_until(events_, [this] { return workers_.all_here(); });
    what();
    return true;
}

bool Standstill::begin(const std::function<void()>& call) {
    if (taken_.exchange(true, std::memory_order_acquire)) return false;
    workers_.call();
    call();
    return true;
}

void Standstill::end() {
    workers_.resume();
    taken_.store(false, std::memory_order_release);
}

}  // namespace scrump::detail
