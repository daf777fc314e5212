#pragma once
// Work on the calling thread as if on one of Scrump's own: on a stack that is as large as theirs, which reports when it
// is full as theirs do, and without what the thread is in the middle of. So a run that need not be served meanwhile
// hands nothing over to another thread.

#include <cstddef>
#include <functional>
#include <utility>

namespace scrump::detail {

/// Memory of a stack, which is kept for the next one that needs it.
class RoomyStack {
  public:
    /// Without memory.
    RoomyStack() = default;
    /// Without memory if the system refuses it. Throws UsageError if SCRUMP_STACK is not a size.
    static RoomyStack take();

    RoomyStack(RoomyStack&& other) noexcept
        : lowest_(std::exchange(other.lowest_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    RoomyStack& operator=(RoomyStack&& other) noexcept {
        std::swap(lowest_, other.lowest_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~RoomyStack();

    /// Whether it has memory.
    explicit operator bool() const { return lowest_ != nullptr; }

    /// Calls `work`, which must not throw, on this stack.
    void call(const std::function<void()>& work);

  private:
    RoomyStack(std::byte* lowest, std::size_t bytes) : lowest_(lowest), bytes_(bytes) {}

    std::byte* lowest_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace scrump::detail
