#pragma once
// The permutation flow shop: jobs go through the same machines in the same order, one at a time on each machine, and
// every machine takes the jobs in the same order. Sought is the order of the jobs that ends first.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::flowshop {

using Job = std::uint16_t;  ///< from 0
using Time = std::int32_t;  ///< of an operation, or from the beginning to the end of several
using Order = std::vector<Job>;

inline constexpr std::size_t max_jobs = 1000;
inline constexpr std::size_t max_machines = 100;

/// All processing times of an instance add up to at most this, so that no sum of them overflows.
inline constexpr Time max_sum = 1'000'000'000;

/// How long each job takes on each machine.
class Instance {
  public:
    /// All times are 0. Throws Error unless there are 1 to `max_jobs` jobs and 1 to `max_machines` machines.
    Instance(std::size_t jobs, std::size_t machines);

    std::size_t jobs() const { return jobs_; }
    std::size_t machines() const { return machines_; }

    Time time(std::size_t job, std::size_t machine) const { return times_[job * machines_ + machine]; }
    /// Of one job, on each machine in turn.
    std::span<const Time> job(std::size_t job) const { return {times_.data() + job * machines_, machines_}; }
    /// Job by job.
    std::span<const Time> times() const { return times_; }
    /// All times added up.
    Time total() const { return total_; }

    /// Throws Error unless `time` is at least 0 and all times then add up to at most `max_sum`.
    void set_time(std::size_t job, std::size_t machine, std::int64_t time);

    bool operator==(const Instance&) const = default;

  private:
    std::size_t jobs_;
    std::size_t machines_;
    Time total_ = 0;
    std::vector<Time> times_;
};

/// Whether each job of the instance is there exactly once.
bool is_order(const Instance& instance, std::span<const Job> jobs);

/// The jobs in the order of their numbers.
Order any_order(const Instance& instance);

/// When the last job of the order leaves the last machine.
Time makespan(const Instance& instance, std::span<const Job> order);

}  // namespace scrump::flowshop
