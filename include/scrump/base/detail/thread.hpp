#pragma once
// A thread of the platform's.

#include <scrump/base/detail/platform.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace scrump::detail {

/// A number of the calling thread: no other one that lives has it.
std::uintptr_t this_thread_number();

/// Its destructor waits for its end.
class Thread {
  public:
    /// None.
    Thread() = default;
    /// Runs `work`, which must not throw. Throws std::system_error when there can be no more threads.
    explicit Thread(std::function<void()> work) : started_(Platform::current().start(std::move(work))) {}

    /// Whether it was started and not waited for yet.
    bool joinable() const { return started_ != nullptr; }
    /// Waits for its end, if it was started.
    void join() { started_.reset(); }

  private:
    std::unique_ptr<Platform::Started> started_;
};

}  // namespace scrump::detail
