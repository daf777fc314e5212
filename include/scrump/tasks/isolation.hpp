#pragma once
// Regions in which a worker that waits runs nothing but parts of the awaited task.
//
// Elsewhere it runs any task of the pool meanwhile, which must then not need a lock that the worker holds, nor change
// what is the thread's own.
//
// A worker that waits in such a region steals only from the worker that runs the awaited task, and keeps what it gets
// only if that task has not ended by then. All that the other worker had to give was then part of it: for a task that
// was made within a region is run as within one, so that nothing else comes upon it there.

#include <scrump/base/detail/here.hpp>

#include <mutex>
#include <utility>

namespace scrump {

namespace detail {

/// A region on this thread.
class IsolatedRegion {
  public:
    IsolatedRegion() { ++here.isolated; }
    IsolatedRegion(const IsolatedRegion&) = delete;
    IsolatedRegion& operator=(const IsolatedRegion&) = delete;
    ~IsolatedRegion() { --here.isolated; }
};

}  // namespace detail

/// Calls a function and returns its result. While a worker waits within it, for a loop, a group or another plain call,
/// it runs only parts of the awaited call, and so does each worker that helps it.
template <class Function>
decltype(auto) isolate(Function&& function) {
    const detail::IsolatedRegion region;
    return std::forward<Function>(function)();
}

/// A std::mutex whose owner may make plain calls: until it unlocks, its thread is as within isolate(), and so runs no
/// other task that would lock the mutex again. To be unlocked by the function that locked it, as std::lock_guard does.
class Mutex {
  public:
    /// Waits until no other thread has it.
    void lock() {
        mutex_.lock();
        ++detail::here.isolated;
    }
    /// Returns whether it was free, and is locked now.
    bool try_lock() {
        if (!mutex_.try_lock()) return false;
        ++detail::here.isolated;
        return true;
    }
    /// Gives it up.
    void unlock() {
        --detail::here.isolated;
        mutex_.unlock();
    }

  private:
    std::mutex mutex_;
};

}  // namespace scrump
