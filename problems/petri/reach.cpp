#include <scrump/problems/petri/reach.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/problems/petri/net_sets.hpp>
#include <scrump/problems/petri/units.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

// Names of those of a net, or of the coloured one, of which something holds.
template <class Node>
std::vector<std::string> names_where(const std::vector<bool>& holds, const std::vector<Group>& coloured,
                                     const std::vector<Node>& nodes) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < holds.size(); ++i)
        if (holds[i]) names.push_back(coloured.empty() ? nodes[i].name : coloured[i].name);
    return names;
}

// The search for all markings goes the way that takes fewest operations, and the one for a path takes one transition
// after the other. It may take some times as many operations, and no more.
void find_paths(NetSets& sets, const NetReachOptions& options, NetReachability& found) {
    constexpr std::uint64_t max_rounds = 1'000;
    constexpr std::uint64_t least_operations = 10'000'000, times = 20;
    const std::uint64_t operations = std::max(least_operations, times * sets.sets().operations());
    if (options.find_deadlocks)
        found.deadlock_path = sets.path_to(sets.sets().deadlocks(sets.reachable()), max_rounds, operations);
    if (!options.path_to) return;
    const CounterSet target = sets.marking(*options.path_to);
    found.reaches_marking = !target.empty();
    found.path = sets.path_to(target, max_rounds, operations);
}

bool has_true(const std::vector<bool>& values) {
    return std::ranges::find(values, true) != values.end();
}

void reach_in_time(const Net& net, const NetReachOptions& options, NetReachability& found) {
    const NetCounters counters(net, options.join_places ? units_of(net) : std::vector<Unit>());
    std::vector<TokenRange> ranges;
    std::function<void(CounterSets&)> then;
    if (!net.coloured_places.empty() || options.find_deadlocks || options.path_to) {
        then = [&](CounterSets& sets) {
            NetSets of_net(net, counters, sets);
            ranges = of_net.ranges_of_coloured_places();
            find_paths(of_net, options, found);
        };
    }
    found.counters = scrump::reach(counters.system(), counters.options(options), then);
    counters.describe(found, ranges);
}

}  // namespace

bool NetReachability::one_safe() const {
    if (coloured_bounds.empty()) return max_tokens <= 1;
    return std::ranges::all_of(coloured_bounds, [](std::uint64_t bound) { return bound <= 1; });
}

bool NetReachability::quasi_live() const {
    return !has_true(dead);
}

bool NetReachability::has_stable_place() const {
    return has_true(stable);
}

std::vector<std::string> NetReachability::dead_transitions(const Net& net) const {
    return names_where(dead, net.coloured_transitions, net.transitions);
}

std::vector<std::string> NetReachability::stable_places(const Net& net) const {
    return names_where(stable, net.coloured_places, net.places);
}

NetReachability reach(const Net& net, const NetReachOptions& options) {
    if (options.path_to && options.path_to->size() != net.places.size()) {
        throw UsageError("reach: the marking to which a path is wanted has tokens of " +
                         std::to_string(options.path_to->size()) + " places; expected those of each of " +
                         std::to_string(net.places.size()));
    }
    const TaskOptions& tasks = options.diagrams.tasks;
    const Deadline deadline = deadline_of(tasks);
    const Deadline::Scope scope(deadline);
    const Clock::time_point began = tasks.began.value_or(Clock::now());
    NetReachability found;
    try {
        reach_in_time(net, options, found);
    } catch (const Stopped&) {  // before the run began
        found.counters.status = tasks.stop.stop_requested() ? Status::cancelled : Status::time_limit;
        found.counters.tasks.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    }
    return found;
}

}  // namespace scrump::petri
