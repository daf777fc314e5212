#pragma once
// A large piece of work of one worker for which others wait: it is divided into parts, and the waiting workers do some
// of them.
//
// Protocol: the work, the next part, and the number of unfinished parts are under the mutex. The dividing worker does
// parts itself, and waits for those that others have taken; so the work stays in place until then.

#include <scrump/base/detail/event_count.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace scrump::detail {

class WorkInParts {
  public:
    /// Does one of the parts.
    using Part = std::function<void(std::size_t part)>;

    /// Does all parts, some of them by others: `wake` makes these call help(). Everything that others did before
    /// happens before the work, and that before everything after it. When all parts are done, rethrows the first
    /// exception of a part. Only one at a time may divide.
    void divide(std::size_t parts, const Part& part, const std::function<void()>& wake);
    /// Does parts while any are not taken; returns whether there were any.
    bool help();

  private:
    std::optional<std::pair<const Part*, std::size_t>> take();
    void note_done(std::exception_ptr thrown);
    bool all_done() const {
        const std::lock_guard lock(mutex_);
        return left_ == 0;
    }

    mutable std::mutex mutex_;
    EventCount done_;
    const Part* part_ = nullptr;
    std::size_t next_ = 0;
    std::size_t parts_ = 0;
    std::size_t left_ = 0;  // number of unfinished parts
    std::exception_ptr thrown_;
};

}  // namespace scrump::detail
