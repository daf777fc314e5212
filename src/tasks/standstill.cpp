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
    const Turn turn(*this);
    what();
    return true;
}

Standstill::Turn::~Turn() {
    standstill_.others_.resume();
    standstill_.taken_.store(false, std::memory_order_release);
}

}  // namespace scrump::detail
