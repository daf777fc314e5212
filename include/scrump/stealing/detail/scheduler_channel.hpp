#pragma once
// The load of a locality's workers: the scheduler channel of Xie (2023), section 3.2.1. Workers report when they begin
// and end a task; others read the average work rate (equation 3.1) and the share of idle time.
//
// A cycle goes from the end of one task to the end of the next, so each has some work in it. Scrump's tasks may be as
// long as the whole run, unlike the paper's, and a worker in the middle of one must not look as if it had never worked:
// for each working worker the average uses the rate that it would have if its cycle ended now. With `complete_cycles`
// it does as the paper: only the ends of tasks change rates, which are 1 before the first one (as in the paper's
// source).
//
// Protocol: each record is written only by its own worker, with relaxed atomics, so writing costs no more than plain
// memory. A reader may see parts of a record from before and after a change; its result is then an estimate, within the
// bounds of the exact values.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/stealing/detail/equations.hpp>

#include <atomic>
#include <vector>

namespace scrump::detail {

/// Times are in microseconds, on any clock that all workers share and that does not go back.
class SchedulerChannel {
  public:
    /// Workers are idle from `now` on.
    SchedulerChannel(unsigned workers, double now, const Weights& weights = {}, bool complete_cycles = false);

    /// A worker begins a task. For each worker this and the next alternate, called by itself.
    void set_working(unsigned worker, double now);
    /// A worker ends its task, and with it a cycle.
    void set_idle(unsigned worker, double now);

    /// The average of all workers' rates. May be called by any thread.
    double average_work_rate(double now) const;

    /// The share, from 0 to 1, of all workers' time since the previous call (since the beginning, for the first) in
    /// which they had no task. Called by one thread only.
    double idle_fraction(double now);

  private:
    enum class State : unsigned char { idle, working };

    struct alignas(cache_line) Record {
        std::atomic<double> timer = 0;  // when the current state began
        std::atomic<State> state = State::idle;
        std::atomic<double> idle_time = 0;   // of the current cycle
        std::atomic<double> total_idle = 0;  // up to the timer
    };
    struct alignas(cache_line) Rate {
        std::atomic<double> value = 0;  // after the last complete cycle
    };

    double rate_if_ended(unsigned worker, double now) const;
    static double idle_until(const Record& record, double now);

    std::vector<Record> records_;
    std::vector<Rate> rates_;
    Weights weights_;
    bool complete_cycles_;
    double asked_at_;       // when the idle fraction was last requested
    double idle_then_ = 0;  // idle time at that moment
};

}  // namespace scrump::detail
