#include <scrump/tasks/detail/standstill.hpp>

#include "../runtime/wait_until.hpp"

namespace scrump::detail {

bool Standstill::alone(const std::function<void()>& call, const std::function<void()>& what) {
    if (taken_.exchange(true, std::memory_order_acquire)) {
        stand();
        return false;
    }
    others_.call();
    call();
    wait_until(events_, [this] { return others_.all_here(); });
    what();
    others_.resume();
    taken_.store(false, std::memory_order_release);
    return true;
}

}  // namespace scrump::detail
