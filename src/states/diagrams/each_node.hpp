#pragma once
// Visits the nodes of diagrams.

#include <scrump/states/diagrams/detail/diagram_worker.hpp>

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Calls `see(index, cofactors)` for each node below some edges, each once; leaves the run if it is to end.
template <class See>
void each_node(DiagramWorker& worker, std::vector<Edge> open, const See& see) {
    std::unordered_set<std::uint64_t> seen;
    while (!open.empty()) {
        const Edge next = open.back().regular();
        open.pop_back();
        worker.heed_end();
        if (next.is_constant() || !seen.insert(next.index()).second) continue;
        const Cofactors node = worker.cofactors(next);
        see(next.index(), node);
        if (node.level == terminal_level) continue;
        open.push_back(node.low);
        open.push_back(node.high);
    }
}

}  // namespace scrump::detail
