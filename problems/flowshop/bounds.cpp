#include <scrump/problems/flowshop/detail/bounds.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace scrump::flowshop {
namespace {

/// A job on two machines.
struct Pair {
    Time first;   // on the first one
    Time lag;     // from its end there to its beginning on the second one, at least
    Time second;  // on the second one

    Time to_second() const { return first + lag; }
    Time from_lag() const { return lag + second; }
};

// Johnson's rule, the lag added to both times.
bool goes_before(const Pair& a, const Pair& b) {
    const bool a_early = a.first <= a.second;
    const bool b_early = b.first <= b.second;
    if (a_early != b_early) return a_early;
    return a_early ? a.to_second() < b.to_second() : a.from_lag() > b.from_lag();
}

}  // namespace

LeastTimes::LeastTimes(const Instance& instance)
    : before(instance.machines(), std::numeric_limits<Time>::max()), after(before) {
    for (std::size_t job = 0; job < instance.jobs(); ++job) {
        Time sum = 0;
        for (std::size_t machine = 0; machine < instance.machines(); ++machine) {
            before[machine] = std::min(before[machine], sum);
            sum += instance.time(job, machine);
        }
        for (std::size_t machine = 0; machine < instance.machines(); ++machine) {
            sum -= instance.time(job, machine);
            after[machine] = std::min(after[machine], sum);
        }
    }
}

Time one_machine_bound(const LeastTimes& least, const Node& node) {
    const std::span<const Time> head = least.head(node);
    const std::span<const Time> tail = least.tail(node);
    Time bound = 0;
    for (std::size_t machine = 0; machine < head.size(); ++machine)
        bound = std::max(bound, head[machine] + node.work()[machine] + tail[machine]);
    return bound;
}

Time two_machine_bound(const Instance& instance, const LeastTimes& least, const Node& node) {
    const std::span<const Time> head = least.head(node);
    const std::span<const Time> tail = least.tail(node);
    Time bound = 0;
    std::vector<Pair> pairs(node.open());
    std::vector<Time> lags(node.open());
    for (std::size_t first = 0; first < instance.machines(); ++first) {
        std::ranges::fill(lags, 0);
        for (std::size_t second = first + 1; second < instance.machines(); ++second) {
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                const Job job = node.open_jobs()[i];
                pairs[i] = {instance.time(job, first), lags[i], instance.time(job, second)};
                lags[i] += pairs[i].second;
            }
            std::ranges::sort(pairs, goes_before);
            Time first_done = head[first];
            Time second_done = head[second];
            for (const Pair& job : pairs) {
                first_done += job.first;
                second_done = std::max(second_done, first_done + job.lag) + job.second;
            }
            bound = std::max({bound, first_done + tail[first], second_done + tail[second]});
        }
    }
    return bound;
}

}  // namespace scrump::flowshop
