#pragma once
// Something large that one worker has to do while others wait for it: it is divided into parts, and whoever waits does
// some of them.
//
// Protocol: under the mutex, what is to be done, the next part, and how many parts are not done yet. Who divides does
// parts itself, and waits for those that others have taken; so what is to be done stays where it is until then.

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

    /// Does all parts, some of them by others: `wake` has these help(). What others did before is before what is done,
    /// and that is before what is done after it. Throws, when all parts are done, what the first one threw that threw
    /// anything. One at a time may divide.
    void divide(std::size_t parts, const Part& part, const std::function<void()>& wake);
    /// Does parts as long as there are any that nobody has; says whether there were.
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
    std::size_t left_ = 0;  // that are not done
    std::exception_ptr thrown_;
};

}  // namespace scrump::detail
