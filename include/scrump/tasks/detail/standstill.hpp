#pragma once
// A worker of a locality does something while all others stand still: a collection of garbage, say. What it does in
// parts, others do some of: then they do that and nothing else. Or all stand still, for another locality's worker
// (common_standstill.hpp).
//
// Protocol: of the workers that want it at once, one has its turn and calls the others; each comes to a safepoint at
// its next sync, or from where it looks for tasks, and the others that want it, too, come as well and try again. Who
// has its turn waits until all are there. What they did is before what it does, and that is before what they do then,
// by the safepoint's mutex.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/runtime/detail/safepoint.hpp>
#include <scrump/tasks/detail/work_in_parts.hpp>

#include <atomic>
#include <cstddef>
#include <functional>

namespace scrump::detail {

class Standstill {
  public:
    /// Of so many workers; `events` wakes the thread that serves them.
    Standstill(unsigned workers, EventCount& events) : events_(events), workers_(workers, events) {}

    /// Whether a worker is to stand still.
    bool wanted() const { return workers_.wanted(); }
    /// Until who wants it has done what it wants, with the help of this one.
    void stand() {
        workers_.wait([this] { return parts_.help(); });
    }
    /// A worker comes no more.
    void leave() { workers_.leave(); }

    /// Does it, if this worker has its turn, once `call` has made all others come by; else stands still, if need be.
    /// Says whether it was done. Throws what `what` throws, when the others go on.
    bool alone(const std::function<void()>& call, const std::function<void()>& what);
    /// For who is alone: does so many parts of something, together with those who stand still.
    void in_parts(std::size_t parts, const WorkInParts::Part& part) {
        parts_.divide(parts, part, [this] { workers_.wake(); });
    }

    // --- For the thread that serves

    /// Has all workers come by `call`, unless one of them has its turn; says whether it did.
    bool begin(const std::function<void()>& call);
    bool all_stand() const { return workers_.all_here(); }
    /// After begin(), whether they all came or not.
    void end();

  private:
    // Ends who was alone, in any case.
    class Turn {
      public:
        explicit Turn(Standstill& standstill) : standstill_(standstill) {}
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        ~Turn() { standstill_.end(); }

      private:
        Standstill& standstill_;
    };

    EventCount& events_;
    Safepoint workers_;
    WorkInParts parts_;
    std::atomic<bool> taken_ = false;
};

}  // namespace scrump::detail
