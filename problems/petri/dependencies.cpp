#include <scrump/problems/petri/detail/dependencies.hpp>

#include <algorithm>

namespace scrump::petri {

Dependencies::Dependencies(const Net& net)
    : members_(3 * net.places.size()), around_(net.transitions.size()), lowered_(net.transitions.size()) {
    for (const Transition& each : net.transitions) takes_.push_back(each.takes);
    const auto add = [&](Node node, std::uint32_t transition) { members_[node - takes_.size()].push_back(transition); };
    const auto tokens_in = [](const std::vector<Arc>& arcs, std::uint32_t place) {
        const auto found = std::ranges::find(arcs, place, &Arc::place);
        return found == arcs.end() ? 0 : found->weight;
    };
    for (std::uint32_t i = 0; i < net.transitions.size(); ++i) {
        const Transition& transition = net.transitions[i];
        std::vector<Node> only_looked_at;
        for (const Arc& arc : transition.takes) {
            add(takers(arc.place), i);
            if (tokens_in(transition.puts, arc.place) < arc.weight) {
                add(lowering(arc.place), i);
                around_[i].push_back(takers(arc.place));
            } else {
                only_looked_at.push_back(lowering(arc.place));
            }
        }
        lowered_[i] = around_[i].size();
        around_[i].insert(around_[i].end(), only_looked_at.begin(), only_looked_at.end());
        for (const Arc& arc : transition.puts)
            if (tokens_in(transition.takes, arc.place) < arc.weight) add(raising(arc.place), i);
    }
}

std::vector<Dependencies::Node> Dependencies::disabling(std::uint32_t transition) const {
    std::vector<Node> nodes;
    for (const Arc& arc : takes_[transition]) nodes.push_back(lowering(arc.place));
    return nodes;
}

}  // namespace scrump::petri
