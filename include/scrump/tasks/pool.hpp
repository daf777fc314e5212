#pragma once
// The workers that plain calls share: made once, and kept.

#include <scrump/base/detail/here.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace scrump {

namespace detail {
class PoolCore;
class PoolSeat;
}  // namespace detail

/// Threads that help with plain calls such as parallel_for(). Any number of threads may make calls at the same time:
/// each is a worker of its own call, and the pool's threads are the others. A program needs no pool of its own: plain
/// calls outside of Pool::run() use the one that shared() returns.
class Pool {
  public:
    /// A pool whose calls have this number of workers, of which the calling thread is one; 0: as many as there are
    /// cores for this process, by its affinity mask and the quota of its control group. Throws UsageError for too many
    /// workers, Error if the system refuses a thread.
    explicit Pool(unsigned workers = 0);
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    /// No call may be under way.
    ~Pool();

    /// The pool of this process, made at its first use and kept to the process's end. It has SCRUMP_WORKERS workers if
    /// that environment variable is set, otherwise as many as Pool(0). Throws as the constructor, and UsageError if the
    /// variable is not a number of workers. A process made by fork() makes one of its own. A simulation ends it, and
    /// has one without helpers: calls there that should have some are within run().
    static Pool& shared();

    /// Number of workers of a call, the caller included.
    unsigned workers() const;

    /// Calls a function, whose plain calls then use this pool, and returns its result.
    template <class Function>
    decltype(auto) run(Function&& function);

  private:
    friend class detail::PoolSeat;

    std::unique_ptr<detail::PoolCore> core_;
};

namespace detail {

/// A thread's seat in a pool, for one plain call that is not within another. The calls within it find its deque (here).
class PoolSeat {
  public:
    /// Takes a seat; without one, as the pool has no helpers or too many callers, the thread works alone.
    explicit PoolSeat(Pool& pool);
    PoolSeat(const PoolSeat&) = delete;
    PoolSeat& operator=(const PoolSeat&) = delete;
    ~PoolSeat();

  private:
    const Here outer_ = here;
    PoolCore& core_;
    std::optional<unsigned> worker_;
};

/// Whether this thread is in a plain call without other workers, and without a fork.
inline bool alone() {
    return here.top == lent();
}

/// A plain call, within another one or not.
class PlainCall {
  public:
    PlainCall() {
        if (here.top == nullptr) seat_.emplace(Pool::shared());
        outer_ = here;
    }
    PlainCall(const PlainCall&) = delete;
    PlainCall& operator=(const PlainCall&) = delete;
    ~PlainCall() { here = outer_; }

    /// Whether it is made within a region of isolation.
    bool isolated() const { return outer_.isolated > 0; }
    Fork fork() const { return Fork(outer_.top); }

  private:
    std::optional<PoolSeat> seat_;
    Here outer_;
};

/// Held during the call of a user's function, by the worker that calls it, with its fork. Tasks that the function adds
/// to groups, and leaves to them, have ended afterwards.
class Frame {
  public:
    /// `isolated`: whether the function belongs to a call that was made within a region of isolation.
    Frame(const Fork& fork, bool isolated) : top_(fork.top_), outer_isolated_(here.isolated) {
        here = {.top = top_, .base = top_, .isolated = isolated ? 1U : 0U};
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;
    ~Frame() {
        if (here.top != top_) [[unlikely]]
            here.top = drop(top_, here.top);
        here.isolated = outer_isolated_;
    }

    /// To be called before functions that may be long, with the fork that they get: the tasks spawned by it can then be
    /// stolen meanwhile.
    static void expose(const Fork& fork) { detail::expose(fork.top_); }
    /// The same for all tasks, whatever else can be stolen.
    static void expose_all(const Fork& fork) { detail::expose_all(fork.top_); }

  private:
    Descriptor* const top_;
    const unsigned outer_isolated_;
};

/// Number of workers of the plain call on this thread.
unsigned workers_here();
/// The one of them that this thread is.
unsigned worker_here();
/// Wakes helpers, at most `count`, of the plain call on this thread, which may take longer than that takes.
void call_helpers(std::size_t count);
/// Works for others on this thread, which is in a plain call with other workers, until `is_over()`.
void help_until(const std::function<bool()>& is_over);

}  // namespace detail

template <class Function>
decltype(auto) Pool::run(Function&& function) {
    const detail::PoolSeat seat(*this);
    return std::forward<Function>(function)();
}

}  // namespace scrump
