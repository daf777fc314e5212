#pragma once
// Deadlines, at which work is abandoned because its result is no longer needed. Long preparations of a search, such as
// ordering a large graph, check them from time to time.
//
// A thread works under a deadline during the life of a Scope: so functions need not be passed one, and take as long as
// they need if there is none.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/thread.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <stop_token>
#include <utility>

namespace scrump {

/// Thrown by Deadline::look().
class Stopped : public std::exception {
  public:
    const char* what() const noexcept override { return "stopped before the search began"; }
};

class Deadline {
  public:
    /// A deadline that never passes.
    Deadline() = default;

    /// A deadline that passes when `stop` is requested, or `limit` from now.
    explicit Deadline(std::stop_token stop, std::optional<std::chrono::nanoseconds> limit = std::nullopt)
        : stop_(std::move(stop)) {
        if (limit) time_ = moment_after(Clock::now(), *limit);
    }

    /// Whether the deadline has passed. Takes some 30 ns.
    bool passed() const { return stop_.stop_requested() || (time_ && Clock::now() >= *time_); }

    /// Throws Stopped if the deadline of this thread has passed. To be called every few thousand steps.
    static void look() {
        const Deadline* const own = detail::works_under.deadline;
        if (own != nullptr && own->passed()) throw Stopped();
    }
    /// The deadline of this thread.
    static Deadline current() {
        const Deadline* const own = detail::works_under.deadline;
        return own != nullptr ? *own : Deadline();
    }

    /// Puts this thread under a deadline, which must outlive the scope, in place of the previous one.
    class Scope {
      public:
        explicit Scope(const Deadline& deadline) : before_(std::exchange(detail::works_under.deadline, &deadline)) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() { detail::works_under.deadline = before_; }

      private:
        const Deadline* before_;
    };

  private:
    std::stop_token stop_;
    std::optional<Clock::time_point> time_;
};

/// The deadline of a run with these options: when it is cancelled, or its time limit passes.
template <class Options>
Deadline deadline_of(const Options& options) {
    if (!options.time_limit || !options.began) return Deadline(options.stop, options.time_limit);
    return Deadline(options.stop, *options.time_limit - (Clock::now() - *options.began));
}

/// Looks at the deadline of this thread every 1,024th time, where a step takes less than looking.
class PacedLook {
  public:
    void operator()() {
        if (++steps_ % 1024 == 0) Deadline::look();
    }

  private:
    unsigned steps_ = 0;
};

}  // namespace scrump
