#include <scrump/base/detail/platform.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/base/detail/thread_counters.hpp>

#include "thread_stack.hpp"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

namespace scrump::detail {
namespace {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && sizeof(std::atomic<std::uint32_t>) == 4);

// The kernel looks at a private futex's address alone, at a shared one's memory.
long futex(Platform::SleepWord word, int operation, std::uint32_t value, const timespec* until) {
    return ::syscall(SYS_futex, &word.value, operation | (word.shared ? 0 : FUTEX_PRIVATE_FLAG), value, until, nullptr,
                     FUTEX_BITSET_MATCH_ANY);
}

// steady_clock is CLOCK_MONOTONIC, which is also a futex's.
timespec absolute(Clock::time_point time) {
    const auto since = std::max(time.time_since_epoch(), Clock::duration::zero());
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    return {.tv_sec = static_cast<time_t>(seconds.count()),
            .tv_nsec = static_cast<long>(std::chrono::nanoseconds(since - seconds).count())};
}

class StartedThread final : public Platform::Started {
  public:
    explicit StartedThread(std::function<void()> work) : work_(std::move(work)) {
        int error = start_with_roomy_stack(thread_stack_bytes());
        if (error != 0) error = pthread_create(&thread_, nullptr, run, this);  // where addresses are short, too
        if (error != 0) throw std::system_error(error, std::generic_category());
    }
    StartedThread(const StartedThread&) = delete;
    StartedThread& operator=(const StartedThread&) = delete;
    ~StartedThread() override { pthread_join(thread_, nullptr); }

  private:
    int start_with_roomy_stack(std::size_t bytes) {
        if (!has_addresses_for_stacks()) return ENOMEM;
        pthread_attr_t roomy{};
        int error = pthread_attr_init(&roomy);
        if (error != 0) return error;
        error = pthread_attr_setstacksize(&roomy, bytes);
        if (error == 0) error = pthread_attr_setguardsize(&roomy, stack_guard_bytes);
        if (error == 0) error = pthread_create(&thread_, &roomy, run, this);
        pthread_attr_destroy(&roomy);
        return error;
    }
    static void* run(void* self) noexcept {
        const StackAlarm alarm;
        static_cast<StartedThread*>(self)->work_();
        return nullptr;
    }

    std::function<void()> work_;
    pthread_t thread_{};
};

class ThisMachine final : public Platform {
  public:
    Clock::time_point now() override { return std::chrono::steady_clock::now(); }

    std::unique_ptr<Started> start(std::function<void()> work) override {
        return std::make_unique<StartedThread>(std::move(work));
    }
    void sleep_for(std::chrono::nanoseconds time) override { std::this_thread::sleep_for(time); }
    void yield() override { std::this_thread::yield(); }
    void relax() override {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
    void bind(unsigned processing_unit) override {
        bind_this_thread(processing_unit);
    }
    std::string host_name() override {
        return detail::host_name();
    }
    std::span<const KernelEvent> processor_events() override {
        return events_of_processors();
    }
    unsigned processors() override {
        return processor_count();
    }

    bool sleep(SleepWord word, std::uint32_t value, std::optional<Clock::time_point> deadline) override {
        timespec until{};
        if (deadline) until = absolute(*deadline);
        return futex(word, FUTEX_WAIT_BITSET, value, deadline ? &until : nullptr) == 0 || errno != ETIMEDOUT;
    }
    void wake(SleepWord word, std::size_t count) override {
        futex(word, FUTEX_WAKE_BITSET, static_cast<std::uint32_t>(std::min<std::size_t>(count, INT_MAX)), nullptr);
    }
};

// Threads that are never joined may use it to the end of the process.
constinit union Forever {
    constexpr Forever() : machine() {}
    constexpr ~Forever() {}
    ThisMachine machine;
} forever;

}  // namespace

constinit std::atomic<Platform*> Platform::current_ = &forever.machine;

std::uintptr_t this_thread_number() {
    static thread_local const char its_own = 0;
    return reinterpret_cast<std::uintptr_t>(&its_own);
}

namespace {

// What keeps threads: each place that does is here once.
std::array<std::atomic<void (*)()>, 4> endings{};

}  // namespace

void Platform::at_leaving(void (*end_threads)()) {
    for (auto& ending : endings) {
        void (*there)() = nullptr;
        if (ending.compare_exchange_strong(there, end_threads, std::memory_order_acq_rel) || there == end_threads)
            return;
    }
    std::abort();  // there are more than there is room for
}

void Platform::leave() {
    for (auto& ending : endings) {
        if (auto* const end_threads = ending.load(std::memory_order_acquire)) end_threads();
    }
}

}  // namespace scrump::detail

namespace scrump {

Clock::time_point Clock::now() {
    return detail::Platform::current().now();
}

}  // namespace scrump
