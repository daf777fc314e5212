#include <scrump/runtime/detail/turns.hpp>

#include <scrump/base/error.hpp>

namespace scrump::detail {

Turns::Turn::Turn(Turns& turns) : turns_(turns) {
    if (turns.thread_ != this_thread_number()) {
        throw UsageError(
            "in a job of several processes a search runs on the thread that made the session, not on another one");
    }
    if (turns.taken_) {
        throw UsageError("in a job of several processes searches run one after another: another one goes on");
    }
    turns.taken_ = true;
}

}  // namespace scrump::detail
