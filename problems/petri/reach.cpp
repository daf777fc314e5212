#include <scrump/problems/petri/reach.hpp>

#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/problems/petri/units.hpp>

#include <algorithm>
#include <vector>

namespace scrump::petri {

bool NetReachability::quasi_live() const {
    return std::ranges::all_of(counters.enabled, [](bool each) { return each; });
}

bool NetReachability::has_stable_place() const {
    return std::ranges::any_of(stable, [](bool each) { return each; });
}

NetReachability reach(const Net& net, const NetReachOptions& options) {
    const NetCounters counters(net, options.join_places ? units_of(net) : std::vector<Unit>());
    NetReachability found;
    found.counters = scrump::reach(counters.system(), counters.options(options));
    counters.describe(found);
    return found;
}

}  // namespace scrump::petri
