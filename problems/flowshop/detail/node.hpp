#pragma once
// A subproblem of the flow shop: some jobs are fixed at the beginning of the order, some at its end, and the others are
// in between, in any order.

#include <scrump/problems/flowshop/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::flowshop {

/// The objective of a node that is not a whole order.
inline constexpr Time no_order = std::numeric_limits<Time>::max();

struct Node {
    Order order;              ///< first jobs | open jobs | last jobs
    std::uint16_t first = 0;  ///< number of first jobs
    std::uint16_t last = 0;   ///< number of last jobs
    Time bound = 0;           ///< no order of the subproblem ends earlier; with no open jobs, this is its makespan
    /// For each machine three times, each a row: when it is done with the first jobs; how long it takes from the
    /// beginning of the last jobs on that machine to the end of all; its work on the open jobs.
    std::vector<Time> times;

    std::size_t open() const { return order.size() - first - last; }
    std::span<const Job> open_jobs() const { return {order.data() + first, open()}; }

    std::size_t machines() const { return times.size() / 3; }
    std::span<const Time> head() const { return {times.data(), machines()}; }
    std::span<const Time> tail() const { return {times.data() + machines(), machines()}; }
    std::span<const Time> work() const { return {times.data() + 2 * machines(), machines()}; }
    std::span<Time> head() { return {times.data(), machines()}; }
    std::span<Time> tail() { return {times.data() + machines(), machines()}; }
    std::span<Time> work() { return {times.data() + 2 * machines(), machines()}; }

    bool operator==(const Node&) const = default;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(order, first, last, bound, times);
    }
};

/// The subproblem of all orders.
Node all_orders(const Instance& instance);

/// A whole order: a solution.
Node node_of(const Instance& instance, Order order);

/// Fixes the open job at `place` of the order, as the next of the first jobs or before the last ones. The bound is
/// left as it is.
void fix_first(const Instance& instance, Node& node, std::size_t place);
void fix_last(const Instance& instance, Node& node, std::size_t place);

}  // namespace scrump::flowshop
