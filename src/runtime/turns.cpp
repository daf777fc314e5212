#include <scrump/runtime/detail/turns.hpp>

#include <scrump/base/error.hpp>

#include <string>

namespace scrump::detail {

Turns::Turn::Turn(Turns& turns) : turns_(turns) {
    const std::string what = "in a job of several processes, runs in a session, such as searches and loops, ";
    if (turns.thread_ != this_thread_number()) {
        throw UsageError(what +
                         "must be started by the thread that made the session: in a task or a body, "
                         "leave the option session out");
    }
    if (turns.taken_) throw UsageError(what + "must follow one another: another run has not ended");
    turns.taken_ = true;
}

}  // namespace scrump::detail
