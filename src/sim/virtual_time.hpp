#pragma once
// Fibers and events, in the order of a time that passes only by reports: a discrete event simulation.
//
// Each fiber has a time of its own, which is ahead of its view of the others by at most the work that it has reported
// since it last let them run. The fiber that is furthest behind continues next; among equals, the first that asked. So
// everything that happens is a function of the program alone.

#include "fiber.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::detail {

class VirtualTime {
  public:
    using Time = double;  // ns

    /// A fiber, and its position in time.
    class Strand {
      public:
        Strand(std::function<void()> work, std::size_t stack_bytes) : fiber_(std::move(work), stack_bytes) {}

        bool ended() const { return fiber_.ended(); }
        bool asleep() const { return asleep_; }

      private:
        friend class VirtualTime;

        Fiber fiber_;
        Time now_ = 0;
        std::uint64_t turn_ = 0;  // which of the events for it is the valid one
        bool asleep_ = false;
        bool timed_out_ = false;
    };

    /// Starts at `at`.
    void begin(Strand& strand, Time at);
    /// Schedules an action, which lets no time pass.
    void at(Time at, std::function<void()> action);

    /// When a strand that is to continue at a time can: then, later, or never (infinity). None: always then.
    using Available = std::function<Time(const Strand&, Time)>;
    void set_available(Available available) { available_ = std::move(available); }

    /// Runs until no events are left, or `over()` returns true, which is called from time to time.
    void run(const std::function<bool()>& over);

    /// The time of the running strand, or of the current action.
    Time now() const { return running_ != nullptr ? running_->now_ : now_; }
    /// Null if none runs.
    Strand* running() const { return running_; }
    std::uint64_t events() const { return events_; }
    /// The time of the last event, including one for which a strand was not available any more.
    Time latest() const { return latest_; }

    // --- For the running strand

    /// Lets time pass; the others do not see it yet.
    void spend(Time time) { running_->now_ += time; }
    /// Lets time pass, and then lets those that are behind go first.
    void pass(Time time) {
        running_->now_ += time;
        const bool behind = !queue_.empty() && queue_.front().at <= running_->now_;
        if (behind || ++passes_ == most_passes) step_aside();
    }
    /// Sleeps until woken.
    void sleep();
    /// Returns false if the deadline passed.
    bool sleep_until(Time deadline);

    /// Wakes a sleeping strand at that time.
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
    // A strand that is alone checks from time to time whether everything is over.
    static constexpr unsigned most_passes = 1U << 16U;
    unsigned passes_ = 0;  // number since another strand was asked

    Available available_;
    std::uint64_t order_ = 0;
    std::uint64_t events_ = 0;
    std::vector<Event> queue_;  // a heap
    std::vector<std::function<void()>> actions_;
    std::vector<std::uint64_t> free_actions_;
};

}  // namespace scrump::detail
