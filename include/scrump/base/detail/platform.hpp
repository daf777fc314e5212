#pragma once
// What Scrump needs of what it runs on: time, threads, and sleep from which others wake. Whatever is above base/ has
// all of it from here, through Clock, Thread and EventCount; so the same code runs on machines that do not exist
// (sim/).

#include <scrump/base/clock.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace scrump::detail {

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

    /// Throws std::system_error when there can be no more threads.
    virtual std::unique_ptr<Started> start(std::function<void()> work) = 0;
    virtual void sleep_for(std::chrono::nanoseconds time) = 0;
    /// Lets others go first, if there are any.
    virtual void yield() = 0;
    /// Between two looks at what another thread is about to do.
    virtual void relax() = 0;
    /// The calling thread runs on this processor alone from now on, if it can be had.
    virtual void bind(unsigned processing_unit) = 0;
    /// What this host is called.
    virtual std::string host_name() = 0;
    /// How many processors it has, whoever may use them; at least 1.
    virtual unsigned processors() = 0;

    /// A word that threads sleep on, as futexes are; `shared`: threads of several processes.
    struct SleepWord {
        std::atomic<std::uint32_t>& value;
        bool shared = false;
    };
    /// Sleeps if the word has this value, until woken or until the deadline; may also return for no reason. False when
    /// the deadline is over.
    virtual bool sleep(SleepWord word, std::uint32_t value, std::optional<Clock::time_point> deadline) = 0;
    /// Wakes at most so many that sleep on the word.
    virtual void wake(SleepWord word, std::size_t count) = 0;

    /// Where time does not pass by itself: whoever does something says so.
    class Pace {
      public:
        enum class Work : std::uint8_t {
            node,    ///< a node was explored
            task,    ///< a task was begun and ended
            spawn,   ///< a task was made
            steal,   ///< a task was taken from another worker of this process
            access,  ///< a word was used that another worker has
            look,    ///< somebody without work looked for some
            serve,   ///< a locality was served once
        };

        Pace() = default;
        Pace(const Pace&) = delete;
        Pace& operator=(const Pace&) = delete;
        virtual ~Pace() = default;

        /// So much of it was done. Others may go on meanwhile, so nothing may be locked that they want.
        virtual void pass(Work work, std::uint64_t amount) = 0;
        /// The same, but others go on only when more is said to be done.
        virtual void add(Work work, std::uint64_t amount) = 0;
        /// How much of it may be done before that is said.
        virtual std::uint64_t step(Work work) const = 0;
    };
    /// Null where time passes by itself.
    virtual Pace* pace() { return nullptr; }

    /// The one that this program runs on.
    static Platform& current() { return *current_.load(std::memory_order_relaxed); }

    /// As long as there is one, the program runs on another platform. No thread of Scrump's may outlive the change.
    class Scope {
      public:
        explicit Scope(Platform& other) : before_(current_.exchange(&other, std::memory_order_relaxed)) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() { current_.store(before_, std::memory_order_relaxed); }

      private:
        Platform* before_;
    };

  private:
    static std::atomic<Platform*> current_;
};

}  // namespace scrump::detail
