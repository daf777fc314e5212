#pragma once
// The services that Scrump needs from its platform: time, threads, and sleep from which others wake. Everything above
// base/ gets them from here, through Clock, Thread and EventCount; so the same code runs on simulated machines (sim/).

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/pace.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace scrump::detail {

/// An event that processors count, as the kernel names it: `type` and `config` of a perf_event_attr.
struct KernelEvent {
    std::uint32_t type;
    std::uint64_t config;
};

class Platform {
  public:
    /// A thread that was started. Its destructor waits for its end.
    class Started {
      public:
        Started() = default;
        Started(const Started&) = delete;
        Started& operator=(const Started&) = delete;
        virtual ~Started() = default;
    };

    Platform() = default;
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;
    virtual ~Platform() = default;

    virtual Clock::time_point now() = 0;

    /// Throws std::system_error if no more threads can be started.
    virtual std::unique_ptr<Started> start(std::function<void()> work) = 0;
    virtual void sleep_for(std::chrono::nanoseconds time) = 0;
    /// Lets other threads run first, if there are any.
    virtual void yield() = 0;
    /// A pause between two checks for an imminent action of another thread.
    virtual void relax() = 0;
    /// Binds the calling thread to this processor from now on, if possible.
    virtual void bind(unsigned processing_unit) = 0;
    /// Name of this host.
    virtual std::string host_name() = 0;
    /// Number of its processors, including those that this process may not use; at least 1.
    virtual unsigned processors() = 0;
    /// What its processors count of a thread: instructions, cycles, and misses of the last cache, in this order. Empty:
    /// they count nothing.
    virtual std::span<const KernelEvent> processor_events() { return {}; }

    /// A word on which threads sleep, like a futex; `shared`: by threads of several processes.
    struct SleepWord {
        std::atomic<std::uint32_t>& value;
        bool shared = false;
    };
    /// Sleeps if the word has this value, until woken or until the deadline; may also return spuriously. Returns false
    /// when the deadline is over.
    virtual bool sleep(SleepWord word, std::uint32_t value, std::optional<Clock::time_point> deadline) = 0;
    /// Wakes at most `count` threads that sleep on the word.
    virtual void wake(SleepWord word, std::size_t count) = 0;

    using Pace = detail::Pace;
    /// Null if time passes by itself.
    virtual Pace* pace() { return nullptr; }

    /// The platform on which this program runs.
    static Platform& current() { return *current_.load(std::memory_order_relaxed); }

    /// Adds to what ends the threads that Scrump keeps on the present platform: called before another one is taken.
    /// Those are made anew when they are needed again. Adding it once more has no effect.
    static void at_leaving(void (*end_threads)());

    /// While a scope exists, the program runs on another platform. No thread of Scrump may outlive the change.
    class Scope {
      public:
        explicit Scope(Platform& other) : before_((leave(), current_.exchange(&other, std::memory_order_relaxed))) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() {
            leave();
            current_.store(before_, std::memory_order_relaxed);
        }

      private:
        Platform* before_;
    };

  private:
    static void leave();

    static std::atomic<Platform*> current_;
};

}  // namespace scrump::detail
