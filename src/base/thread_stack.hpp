#pragma once
// The stacks of threads, and the handling of a full one: the program ends with a message that says so, instead of a
// segmentation fault. The only cost is at a thread's start: protected addresses lie below its stack, and the handler of
// the resulting fault runs on a stack of its own.

#include <cstddef>
#include <memory>

namespace scrump::detail {

/// Size of each thread's stack: 256 MiB, or the value of SCRUMP_STACK ("1G"). Tasks recurse on it as deep as their
/// program does; unused parts take no memory. Throws UsageError if SCRUMP_STACK is not a size.
std::size_t thread_stack_bytes();

/// Whether this process may reserve such stacks for several threads (ulimit -v), so that what they allocate has
/// addresses, too. True if SCRUMP_STACK names their size.
bool has_addresses_for_stacks();

/// Largest distance below its stack at which a thread's access is noticed: frames may be large, and are touched
/// anywhere.
inline constexpr std::size_t stack_guard_bytes = std::size_t{64} << 20U;

/// Reports a full stack of the calling thread during its life, which should be that of the thread.
class StackAlarm {
  public:
    StackAlarm();
    StackAlarm(const StackAlarm&) = delete;
    StackAlarm& operator=(const StackAlarm&) = delete;
    ~StackAlarm();

    /// While the calling thread, which may be any, works on another stack: reports that that one is full.
    class Elsewhere {
      public:
        Elsewhere(const void* lowest, std::size_t bytes);
        Elsewhere(const Elsewhere&) = delete;
        Elsewhere& operator=(const Elsewhere&) = delete;
        ~Elsewhere();

      private:
        const void* lowest_before_;
        std::size_t bytes_before_;
    };

  private:
    std::unique_ptr<std::byte[]> stack_of_handler_;
};

}  // namespace scrump::detail
