#include <scrump/runtime/detail/turns.hpp>

#include <scrump/base/error.hpp>

#include <string>

namespace scrump::detail {

Turns::Turn::Turn(Turns& turns) : turns_(turns) {
    const std::string what = "in a job of several processes, what runs in a session, such as a search or a loop, ";
    if (turns.thread_ != this_thread_number()) {
        throw UsageError(what +
                         "is begun by the thread that made the session, not by another one: in a task or a body, "
                         "leave the option session out");
    }
    if (turns.taken_) throw UsageError(what + "comes one after another: another one goes on");
    turns.taken_ = true;
}

}  // namespace scrump::detail
