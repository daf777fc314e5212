#pragma once
// Fibers and what happens, in the order of a time that passes only as it is said to: a discrete event simulation.
//
// Each fiber has a time of its own, which is ahead of what it has seen of the others by no more than it was said to
// have done since it last let them go on. Whoever is the furthest behind goes on next; among equals, who asked first.
// So whatever happens is a function of what is run and of nothing else.

#include "fiber.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::detail {

class VirtualTime {
  public:
    using Time = double;  // ns

    /// A fiber, and where it is in time.
    class Strand {
      public:
        Strand(std::function<void()> work, std::size_t stack_bytes) : fiber_(std::move(work), stack_bytes) {}

        bool ended() const { return fiber_.ended(); }
        bool asleep() const { return asleep_; }

      private:
        friend class VirtualTime;

        Fiber fiber_;
        Time now_ = 0;
        std::uint64_t turn_ = 0;  // which of the events that mean it is the one that counts
        bool asleep_ = false;
        bool timed_out_ = false;
    };

    /// It goes on at `at` for the first time.
    void begin(Strand& strand, Time at);
    /// Has something done then, which lets no time pass.
    void at(Time at, std::function<void()> action);

    /// When a strand can go on that is to go on at a time: then, later, or never (infinity). None: always then.
    using Available = std::function<Time(const Strand&, Time)>;
    void set_available(Available available) { available_ = std::move(available); }

    /// Until nothing is left to happen, or `over()` says so, which is asked now and then.
    void run(const std::function<bool()>& over);

    /// The time of the strand that runs, or at which what happens is done.
    Time now() const { return running_ != nullptr ? running_->now_ : now_; }
    /// Null while none runs.
    Strand* running() const { return running_; }
    std::uint64_t events() const { return events_; }
    /// The time of the last event, also of one that a strand was not available for any more.
    Time latest() const { return latest_; }

    // --- For the strand that runs

    /// Time passes; the others see nothing of it yet.
    void spend(Time time) { running_->now_ += time; }
    /// Time passes, and those who are behind then go first.
    void pass(Time time) {
        running_->now_ += time;
        const bool behind = !queue_.empty() && queue_.front().at <= running_->now_;
        if (behind || ++passes_ == most_passes) step_aside();
    }
    /// Sleeps until woken.
    void sleep();
    /// False: until the deadline was over.
    bool sleep_until(Time deadline);

    /// A strand that sleeps goes on at that time.
    void wake(Strand& strand, Time at);

  private:
    struct Event {
        Time at;
        std::uint64_t order;
        Strand* strand;      // null: an action
        std::uint64_t turn;  // of the strand; or which action
    };
    struct Later {
        bool operator()(const Event& one, const Event& other) const {
            return one.at != other.at ? one.at > other.at : one.order > other.order;
        }
    };

    void put(Time at, Strand* strand, std::uint64_t turn);
    Event take();
    void step_aside();
    void suspend();
    void happen(const Event& event);

    Time now_ = 0;
    Time latest_ = 0;
    Strand* running_ = nullptr;
    // Who is alone lets be asked whether all is over, now and then.
    static constexpr unsigned most_passes = 1U << 16U;
    unsigned passes_ = 0;  // since somebody else was asked

    Available available_;
    std::uint64_t order_ = 0;
    std::uint64_t events_ = 0;
    std::vector<Event> queue_;  // a heap
    std::vector<std::function<void()>> actions_;
    std::vector<std::uint64_t> free_actions_;
};

}  // namespace scrump::detail
