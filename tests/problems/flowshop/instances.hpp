#pragma once
// Small flow shops, and what is known of them without a search: every order is tried.

#include <scrump/base/random.hpp>
#include <scrump/problems/flowshop/instance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrump::flowshop::test {

/// Times from 0 to `most`.
inline Instance random_instance(std::size_t jobs, std::size_t machines, std::uint32_t most, std::uint64_t seed) {
    SplitMix64 random(seed);
    Instance instance(jobs, machines);
    for (std::size_t job = 0; job < jobs; ++job)
        for (std::size_t machine = 0; machine < machines; ++machine)
            instance.set_time(job, machine, random.below(most + 1));
    return instance;
}

/// With 1 to `jobs` jobs and 1 to 5 machines, and times that are much alike, or not.
inline std::vector<Instance> small_instances(std::size_t jobs, std::uint64_t seed) {
    std::vector<Instance> all;
    for (std::size_t n = 1; n <= jobs; ++n) {
        for (std::size_t machines = 1; machines <= 5; ++machines) {
            for (const std::uint32_t most : {1U, 9U, 99U}) all.push_back(random_instance(n, machines, most, ++seed));
        }
    }
    return all;
}

/// By the definition: an operation begins when its job and its machine are free.
inline Time end_of(const Instance& instance, const Order& order) {
    std::vector<Time> machine_free(instance.machines());
    Time end = 0;
    for (const Job job : order) {
        Time job_free = 0;
        for (std::size_t machine = 0; machine < instance.machines(); ++machine) {
            const Time begin = std::max(job_free, machine_free[machine]);
            job_free = machine_free[machine] = begin + instance.time(job, machine);
        }
        end = std::max(end, job_free);
    }
    return end;
}

/// Calls `visit(order)` for every order that has its first `first` and last `last` jobs as `order` has them.
template <class Visit>
void for_each_order(Order order, std::size_t first, std::size_t last, const Visit& visit) {
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = order.end() - static_cast<std::ptrdiff_t>(last);
    std::sort(begin, end);
    do visit(order);
    while (std::next_permutation(begin, end));
}

inline Time least_end(const Instance& instance, const Order& order, std::size_t first, std::size_t last) {
    Time least = std::numeric_limits<Time>::max();
    for_each_order(order, first, last, [&](const Order& each) { least = std::min(least, end_of(instance, each)); });
    return least;
}

inline Time least_end(const Instance& instance) {
    return least_end(instance, any_order(instance), 0, 0);
}

}  // namespace scrump::flowshop::test
