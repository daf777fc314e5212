#pragma once
// The permutation flow shop solved: local search for a good order, then branch and bound for the proof.

#include <scrump/problems/flowshop/instance.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <optional>

namespace scrump::flowshop {

struct Settings {
    SearchOptions search{};
    /// Local search for good orders: some before the exact search, and then a little of it on one worker's time. The
    /// `ordered` skeleton uses only what comes before. Without it, the search starts from the jobs in the order of
    /// their numbers.
    bool local_search = true;
    /// A known order: only better ones are searched for. The same on all processes.
    Order known{};
};

/// An order with its makespan.
struct Schedule {
    Order order;
    Time makespan = 0;
};

/// An order with the least makespan; the best one found if the search is stopped. Throws std::invalid_argument where
/// `settings.known` is not an order of the instance's jobs, UsageError as search.hpp.
Answer<Schedule> find_best_order(const Instance& instance, const Settings& settings = {});

/// An order with a makespan of `most` or less, or the proof that none exists. Throws as find_best_order().
Answer<std::optional<Schedule>> find_order(const Instance& instance, std::int64_t most, const Settings& settings = {});

}  // namespace scrump::flowshop
