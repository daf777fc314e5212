#pragma once
// The threads of one locality: started together, pinned, joined on destruction.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/roomy_stack.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/runtime/detail/kept_threads.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

class Team : public AlignedObject {
  public:
    /// Each thread runs `work(index)`, which must not throw. With `threads`, which must outlive the team, the threads
    /// are taken from there, and returned.
    explicit Team(std::function<void(unsigned)> work, KeptThreads* threads = nullptr);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team() { join(); }

    /// Starts threads, until there are `size`. Thread i is bound to the i-th of `processing_units`, in the operating
    /// system's numbering; those beyond run anywhere. Throws Error if the system refuses a thread; those started before
    /// continue, so the caller must make them return before the team is destroyed. `looks`: of kept threads,
    /// afterwards.
    void start(unsigned size, std::span<const unsigned> processing_units = {}, Looks looks = Looks::never);

    // --- With the calling thread as its first. The others must be kept threads.

    /// To be called before anything is started: the calling thread will work on this stack.
    void join_in(RoomyStack stack) {
        stack_ = std::move(stack);
        started_ = 1;
    }
    /// Whether it has joined in.
    bool works_here() const { return static_cast<bool>(stack_); }
    /// The work of the calling thread.
    void work_here() {
        stack_.call([this] { work_(0); });
    }
    /// Starts the second thread at that moment, unless it is withdrawn before; it calls `begun()`, which may start the
    /// others, and works. Throws as start().
    void start_second_at(Clock::time_point moment, unsigned size, std::span<const unsigned> processing_units,
                         Looks looks, std::function<void()> begun);
    /// Withdraws the second thread, or waits until its call of `begun()` has returned.
    void settle_second();

    /// Number of started threads, the calling one included.
    std::size_t size() const { return started_; }

    /// Waits for all of them to return.
    void join();

  private:
    struct AtWork;  // number of working threads, for waiting

    void start_one(unsigned size, const std::function<void()>& starting);
    std::function<void()> leaving();

    std::function<void(unsigned)> work_;
    KeptThreads* threads_;
    std::size_t started_ = 0;
    std::shared_ptr<AtWork> at_work_;
    RoomyStack stack_;
    std::optional<KeptThreads::Order> second_;  // until it is settled
    std::atomic<bool> second_begun_ = false;
    EventCount second_begins_;
    std::vector<Thread> own_;
};

}  // namespace scrump::detail
