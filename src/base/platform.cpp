#include <scrump/base/detail/platform.hpp>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>
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
    explicit StartedThread(std::function<void()> work) : thread_(std::move(work)) {}

  private:
    std::jthread thread_;
};

class ThisMachine final : public Platform {
  public:
    Clock::time_point now() override { return std::chrono::steady_clock::now(); }

    std::unique_ptr<Started> start(std::function<void()> work) override {
        return std::make_unique<StartedThread>(std::move(work));
    }
    void sleep_for(std::chrono::nanoseconds time) override { std::this_thread::sleep_for(time); }
    void yield() override { std::this_thread::yield(); }

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

}  // namespace scrump::detail

namespace scrump {

Clock::time_point Clock::now() {
    return detail::Platform::current().now();
}

}  // namespace scrump
