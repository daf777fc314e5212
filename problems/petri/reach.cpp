#include <scrump/problems/petri/reach.hpp>

#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/problems/petri/net_sets.hpp>
#include <scrump/problems/petri/units.hpp>

#include <algorithm>
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

bool has_true(const std::vector<bool>& values) {
    return std::ranges::find(values, true) != values.end();
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
    const NetCounters counters(net, options.join_places ? units_of(net) : std::vector<Unit>());
    NetReachability found;
    if (net.coloured_places.empty()) {
        found.counters = scrump::reach(counters.system(), counters.options(options));
        counters.describe(found, {});
        return found;
    }
    std::vector<TokenRange> ranges;
    found.counters = scrump::reach(counters.system(), counters.options(options), [&](CounterSets& sets) {
        ranges = NetSets(net, counters, sets).ranges_of_coloured_places();
    });
    counters.describe(found, ranges);
    return found;
}

}  // namespace scrump::petri
