#pragma once
// A thread of the platform's.

#include <scrump/base/detail/platform.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace scrump {
class Deadline;
class Preparation;
}  // namespace scrump

namespace scrump::detail {

/// Settings under which a thread works. Simulated threads, which share one of the system's, each have their own.
struct WorksUnder {
    const Deadline* deadline = nullptr;
    Preparation* preparation = nullptr;
};
inline thread_local WorksUnder works_under;

/// A number for the calling thread: unique among live threads.
std::uintptr_t this_thread_number();

/// A thread. Its destructor waits for its end.
class Thread {
  public:
    /// Without a thread.
    Thread() = default;
    /// Runs `work`, which must not throw. Throws std::system_error if no more threads can be started.
    explicit Thread(std::function<void()> work) : started_(Platform::current().start(std::move(work))) {}

    /// Whether it was started and not waited for yet.
    bool joinable() const { return started_ != nullptr; }
    /// Waits for its end, if it was started.
    void join() { started_.reset(); }

  private:
    std::unique_ptr<Platform::Started> started_;
};

}  // namespace scrump::detail
