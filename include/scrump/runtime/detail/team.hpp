#pragma once
// The threads of one locality: started together, pinned, joined on destruction.

#include <scrump/base/detail/thread.hpp>
#include <scrump/runtime/detail/kept_threads.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

class Team {
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

    /// Number of started threads.
    std::size_t size() const { return started_; }

    /// Waits for all of them to return.
    void join();

  private:
    struct AtWork;  // number of working threads, for waiting

    std::function<void(unsigned)> work_;
    KeptThreads* threads_;
    std::size_t started_ = 0;
    std::shared_ptr<AtWork> at_work_;
    std::vector<Thread> own_;
};

}  // namespace scrump::detail
