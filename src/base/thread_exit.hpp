#pragma once
// What a thread keeps for later, until it ends.

#include <type_traits>

namespace scrump::detail {

/// Closes a thread's shelf when the thread ends: calls `free_all()` after it has set `closed`. A shelf is trivial, so
/// that it can be used while other objects of the thread are destroyed, before or after this one.
template <class Shelf>
class ThreadExit {
    static_assert(std::is_trivially_destructible_v<Shelf>);

  public:
    explicit ThreadExit(Shelf& shelf) : shelf_(shelf) {}
    ThreadExit(const ThreadExit&) = delete;
    ThreadExit& operator=(const ThreadExit&) = delete;
    ~ThreadExit() {
        shelf_.closed = true;
        shelf_.free_all();
    }

    /// Makes a thread-local one this thread's.
    void touch() {}

  private:
    Shelf& shelf_;
};

}  // namespace scrump::detail
