#pragma once
// A worker of a locality does something while all others stand still, such as a garbage collection. If it works in
// parts, others do some of them, and nothing else. Or all stand still, for another locality's worker
// (common_standstill.hpp).
//
// Protocol: of the workers that request it at once, one has its turn and calls the others; each comes to a safepoint at
// its next sync, or from where it looks for tasks, and the others that also request it come as well and try again. The
// worker that has its turn waits until all are there. Everything that they did happens before its action, and that
// before everything that they do afterwards, by the safepoint's mutex.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/runtime/detail/safepoint.hpp>
#include <scrump/tasks/detail/work_in_parts.hpp>

#include <atomic>
#include <cstddef>
#include <functional>

namespace scrump::detail {

class Standstill {
  public:
    /// For `size` workers; `events` wakes the thread that serves them.
    Standstill(unsigned workers, EventCount& events) : events_(events), workers_(workers, events) {}

    /// Whether a worker is to stand still.
    bool wanted() const { return workers_.wanted(); }
    /// Stands still until the requesting worker has finished, with the help of this one.
    void stand() {
        workers_.wait([this] { return parts_.help(); });
    }
    /// A worker will not come any more.
    void leave() { workers_.leave(); }

    /// Carries out `what`, if this worker has its turn, once `call` has made all others come; otherwise stands still,
    /// if necessary. Returns whether it was done. Rethrows what `what` throws, when the others continue.
    bool alone(const std::function<void()>& call, const std::function<void()>& what);
    /// For the worker that has its turn: does this number of parts, together with those that stand still.
    void in_parts(std::size_t parts, const WorkInParts::Part& part) {
        parts_.divide(parts, part, [this] { workers_.wake(); });
    }

    // --- For the thread that serves

    /// Makes all workers come by `call`, unless one of them has its turn; returns whether it did.
    bool begin(const std::function<void()>& call);
    bool all_stand() const { return workers_.all_here(); }
    /// To be called after begin(), whether or not all of them came.
    void end();

  private:
    // Ends the turn, in any case.
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
