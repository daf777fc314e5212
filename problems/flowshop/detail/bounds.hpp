#pragma once
// Lower bounds of the makespans of a subproblem, by relaxing all machines but one or two: these then take any number of
// jobs at once. B. J. Lageweg, J. K. Lenstra and A. H. G. Rinnooy Kan, "A general bounding scheme for the permutation
// flow-shop problem", Operations Research 26 (1978).

#include <scrump/problems/flowshop/detail/node.hpp>
#include <scrump/problems/flowshop/instance.hpp>

#include <span>
#include <vector>

namespace scrump::flowshop {

/// For each machine, the least time that any job takes on all machines before it, and on all after it.
struct LeastTimes {
    explicit LeastTimes(const Instance& instance);

    std::vector<Time> before;
    std::vector<Time> after;

    /// When each machine can begin with the open jobs, at the earliest, and how long it takes after them, at least.
    std::span<const Time> head(const Node& node) const { return node.first == 0 ? before : node.head(); }
    std::span<const Time> tail(const Node& node) const { return node.last == 0 ? after : node.tail(); }
};

/// Each machine works on the open jobs after the first jobs and before the last ones. The makespan where no job is
/// open. Takes O(machines).
Time one_machine_bound(const LeastTimes& least, const Node& node);

/// The largest bound of two machines that each take one job at a time, by S. M. Johnson's rule with the time that a job
/// takes between them as its lag (L. G. Mitten, Management Science 5, 1959). Takes O(machines² jobs log jobs).
Time two_machine_bound(const Instance& instance, const LeastTimes& least, const Node& node);

}  // namespace scrump::flowshop
