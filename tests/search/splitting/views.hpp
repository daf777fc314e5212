#pragma once
// What split policies are told in their tests.

#include <scrump/metrics/detail/counting.hpp>
#include <scrump/search/skeleton.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>

namespace scrump::test {

/// The first policy of a locality.
inline std::unique_ptr<SplitPolicy> first_policy(const Skeleton& skeleton) {
    return skeleton.split_policies()();
}

/// The time in a search that began some time ago.
inline Clock::time_point at(std::chrono::microseconds time) {
    return Clock::time_point(std::chrono::hours(1) + time);
}

/// So much of ten milliseconds of one worker, every ten milliseconds: it managed tasks and it waited.
struct Spent {
    std::chrono::microseconds managing;
    std::chrono::microseconds waiting;

    /// The view of who looks at it after so many of them.
    SplitView after(unsigned times) const {
        const auto so_many = [&](std::chrono::microseconds time) {
            return times * static_cast<std::uint64_t>(std::chrono::nanoseconds(time).count());
        };
        Activity sum;
        sum.total_time = so_many(std::chrono::milliseconds(10));
        sum.wait_time = so_many(waiting);
        sum.task_time = sum.total_time - so_many(waiting) - so_many(managing);
        return {.now = at(times * std::chrono::milliseconds(10)), .activity = [=] { return sum; }};
    }
};

/// What the policy's knob is at.
inline double knob(const SplitPolicy& policy) {
    return policy.knobs().at(0).value;
}

}  // namespace scrump::test
