#pragma once
// Stacks for recursions that go deep: a runtime that waits for a task does others meanwhile, inside of those that wait.

#include <pthread.h>

#include <cstddef>

namespace scrump::peers {

/// Addresses, of which only what is used becomes memory.
inline constexpr std::size_t large_stack = std::size_t{1} << 30;

/// While it lives, new threads have large stacks, unless their makers say something else.
class LargeStacks {
  public:
    LargeStacks() {
        pthread_attr_t attributes;
        pthread_getattr_default_np(&attributes);
        pthread_attr_getstacksize(&attributes, &before_);
        pthread_attr_destroy(&attributes);
        set(large_stack);
    }
    LargeStacks(const LargeStacks&) = delete;
    LargeStacks& operator=(const LargeStacks&) = delete;
    ~LargeStacks() { set(before_); }

  private:
    static void set(std::size_t bytes) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, bytes);
        pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
    std::size_t before_ = 0;
};

}  // namespace scrump::peers
