#pragma once
// When work is given up because nobody waits for it any more. What takes long before a search, such as to put a large
// graph in order, looks at it now and then.
//
// A thread works under a deadline as long as there is a scope of it: so whatever is called need not be handed one, and
// takes as long as it takes where there is none.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/thread.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <stop_token>
#include <utility>

namespace scrump {

/// What Deadline::look() throws.
class Stopped : public std::exception {
  public:
    const char* what() const noexcept override { return "stopped before the search began"; }
};

class Deadline {
  public:
    /// Never.
    Deadline() = default;

    /// When `stop` is requested, or so long from now.
    explicit Deadline(std::stop_token stop, std::optional<std::chrono::nanoseconds> limit = std::nullopt)
        : stop_(std::move(stop)) {
        if (limit) time_ = moment_after(Clock::now(), *limit);
    }

    /// Takes some 30 ns.
    bool passed() const { return stop_.stop_requested() || (time_ && Clock::now() >= *time_); }

    /// Throws Stopped if the deadline that this thread works under has passed. To be called every few thousand steps.
    static void look() {
        const Deadline* const own = detail::works_under.deadline;
        if (own != nullptr && own->passed()) throw Stopped();
    }
    /// The one that this thread works under.
    static Deadline current() {
        const Deadline* const own = detail::works_under.deadline;
        return own != nullptr ? *own : Deadline();
    }

    /// This thread works under a deadline, which must outlive this, and under no other that it worked under before.
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

}  // namespace scrump
