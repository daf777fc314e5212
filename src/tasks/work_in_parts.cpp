#include <scrump/tasks/detail/work_in_parts.hpp>

#include "../runtime/wait_until.hpp"

namespace scrump::detail {

void WorkInParts::divide(std::size_t parts, const Part& part, const std::function<void()>& wake) {
    {
        const std::lock_guard lock(mutex_);
        part_ = &part;
        next_ = 0;
        parts_ = left_ = parts;
    }
    if (parts > 1) wake();
    help();
    wait_until(done_, [this] { return all_done(); });
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

bool WorkInParts::help() {
    bool any = false;
    while (const auto taken = take()) {
        std::exception_ptr thrown;
        try {
            (*taken->first)(taken->second);
        } catch (...) {
            thrown = std::current_exception();
        }
        note_done(std::move(thrown));
        any = true;
    }
    return any;
}

std::optional<std::pair<const WorkInParts::Part*, std::size_t>> WorkInParts::take() {
    const std::lock_guard lock(mutex_);
    if (next_ == parts_) return std::nullopt;
    return std::pair(part_, next_++);
}

void WorkInParts::note_done(std::exception_ptr thrown) {
    const std::lock_guard lock(mutex_);
    if (!thrown_) thrown_ = std::move(thrown);
    if (--left_ == 0) done_.notify_all();
}

}  // namespace scrump::detail
