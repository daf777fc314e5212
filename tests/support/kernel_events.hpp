#pragma once
// Events that the kernel counts by itself, so that counters can be tested on machines whose processors show none.

#include <scrump/base/detail/thread_counters.hpp>
#include <scrump/base/error.hpp>

#include <sys/mman.h>

#include <array>
#include <cstddef>
#include <span>

#include "support/fast_platform.hpp"

namespace scrump::test {

inline constexpr detail::KernelEvent page_faults{.type = 1, .config = 2};
inline constexpr detail::KernelEvent task_clock{.type = 1, .config = 1};
inline constexpr detail::KernelEvent unknown_event{.type = 1, .config = 1'000'000};

/// Whether the kernel counts for this process at all.
inline bool kernel_counts() {
    try {
        const detail::ThreadCounters counters(std::array{page_faults});
        return true;
    } catch (const Error&) {
        return false;
    }
}

#define SCRUMP_NEEDS_KERNEL_EVENTS() \
    if (!test::kernel_counts()) GTEST_SKIP() << "this kernel does not permit perf_event_open"

/// Makes at least this number of page faults.
inline void touch_pages(std::size_t count) {
    constexpr std::size_t page = 4096;
    void* const memory = ::mmap(nullptr, count * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ::madvise(memory, count * page, MADV_NOHUGEPAGE);
    for (std::size_t at = 0; at < count; ++at) static_cast<volatile char*>(memory)[at * page] = 1;
    ::munmap(memory, count * page);
}

/// This machine, with these events as its processors'.
class CountingPlatform final : public FastPlatform {
  public:
    explicit CountingPlatform(std::span<const detail::KernelEvent> events) : FastPlatform(1), events_(events) {}

    std::span<const detail::KernelEvent> processor_events() override { return events_; }

  private:
    const std::span<const detail::KernelEvent> events_;
};

}  // namespace scrump::test
