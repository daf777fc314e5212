#include <scrump/problems/graph/arcs.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace scrump::graph {
namespace {

bool between_the_same(const Arc& a, const Arc& b) {
    return a.from == b.from && a.to == b.to;
}

}  // namespace

Arcs::Arcs(std::vector<Arc> arcs, bool labelled) : arcs_(std::move(arcs)), labelled_(labelled) {
    std::sort(arcs_.begin(), arcs_.end());
    arcs_.erase(std::unique(arcs_.begin(), arcs_.end()), arcs_.end());
    if (const auto twice = std::ranges::adjacent_find(arcs_, between_the_same); twice != arcs_.end())
        throw Error("the edge from " + std::to_string(twice->from) + " to " + std::to_string(twice->to) +
                    " has two labels; expected one");
    directed_ = !std::ranges::all_of(arcs_, [&](const Arc& arc) { return goes_back(arc); });
}

const Arc* Arcs::find(std::size_t from, std::size_t to) const {
    const Arc least{static_cast<SparseGraph::Vertex>(from), static_cast<SparseGraph::Vertex>(to), 0};
    const auto place = std::lower_bound(arcs_.begin(), arcs_.end(), least);
    return place != arcs_.end() && between_the_same(*place, least) ? &*place : nullptr;
}

bool Arcs::goes_back(const Arc& arc) const {
    const Arc* const back = find(arc.to, arc.from);
    return back != nullptr && back->label == arc.label;
}

void Arcs::relabel(const std::vector<std::uint64_t>& numbers, std::uint64_t first) {
    for (Arc& arc : arcs_)
        if (arc.label >= first) arc.label = numbers.at(arc.label - first);
}

}  // namespace scrump::graph
