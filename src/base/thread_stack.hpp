#pragma once
// The stacks of threads, and what happens when one is full: the program ends with a message that says so, instead of a
// segmentation fault. It costs a thread's start alone: a page that may not be touched lies below its stack, and the
// handler of the fault that this makes runs on a stack of its own.

#include <cstddef>
#include <memory>

namespace scrump::detail {

/// Of each thread: 256 MiB, or what SCRUMP_STACK says ("1G"). Tasks recurse on it as deep as their program does; what
/// is never reached takes no memory. Throws UsageError where SCRUMP_STACK is not a size.
std::size_t thread_stack_bytes();

/// How far below its stack a thread may reach to be noticed: frames are larger than a page.
inline constexpr std::size_t stack_guard_bytes = std::size_t{1} << 20U;

/// Tells of the calling thread's full stack as long as it lives, which is to be as long as the thread does.
class StackAlarm {
  public:
    StackAlarm();
    StackAlarm(const StackAlarm&) = delete;
    StackAlarm& operator=(const StackAlarm&) = delete;
    ~StackAlarm();

  private:
    std::unique_ptr<std::byte[]> stack_of_handler_;
};

}  // namespace scrump::detail
