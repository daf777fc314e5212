#include "subtree_sizes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace scrump::detail {
namespace {

// Nodes of a kind that are expanded.
constexpr std::size_t nodes_of_a_kind = 8;
constexpr unsigned digits_of_a_kind = 6;
// Samples end here: a tree may be infinite, and what is deeper counts for less.
constexpr std::uint64_t most_probed = 2'000'000;
constexpr std::size_t most_levels = 2000;
// Infinite sizes could be neither added nor compared.
constexpr double largest_size = 1e280;

}  // namespace

std::size_t kind_by_children(std::size_t children, unsigned digits) {
    const auto width = static_cast<unsigned>(std::bit_width(children));
    const unsigned more = width > digits ? width - digits : 0;
    return children >> more << more;
}

SubtreeSizes::Expanded SubtreeSizes::expand(const Task& node) {
    check();
    Expanded expanded;
    const std::uint64_t before = planner_.probed.nodes;
    planner_.probe(node, [&](TaskPtr child) {
        expanded.children.push_back(std::move(child));
        return true;
    });
    expanded.visited = planner_.probed.nodes - before;
    return expanded;
}

SubtreeSizes::Kind SubtreeSizes::kind_of(unsigned depth, const Expanded& node) {
    return {depth, kind_by_children(node.children.size(), digits_of_a_kind)};
}

// The first node by heuristic order at each depth: from then on, samples prune by a solution that is not bad.
void SubtreeSizes::learn(const Task& root) {
    Expanded at = expand(root);
    for (std::size_t steps = 0; !at.children.empty() && steps < most_levels; ++steps)
        at = expand(*TaskPtr(std::move(at.children.front())));
}

// Of the nodes of a kind, each is as likely to be a sample as any other.
SubtreeSizes::Kind SubtreeSizes::offer(Level& level, unsigned depth, Expanded node) {
    const Kind kind = kind_of(depth, node);
    Stratum& stratum = level[kind];
    ++stratum.seen;
    if (stratum.nodes.size() < nodes_of_a_kind) {
        stratum.nodes.push_back(std::move(node));
    } else if (const std::uint64_t place = random_() % stratum.seen; place < nodes_of_a_kind) {
        stratum.nodes[place] = std::move(node);
    }
    return kind;
}

void SubtreeSizes::sample(const Task& root) {
    if (planner_.learns()) learn(root);
    levels_.emplace_back();
    offer(levels_.back(), root.depth, expand(root));
    while (!levels_.back().empty() && levels_.size() < most_levels && planner_.probed.nodes < most_probed) {
        Level next;
        for (auto& [kind, stratum] : levels_.back()) {
            for (Expanded& node : std::exchange(stratum.nodes, {})) {
                Sample& sample = stratum.samples.emplace_back();
                sample.visited = node.visited;
                for (const TaskPtr& child : node.children)
                    sample.children.push_back(offer(next, child->depth, expand(*child)));
            }
        }
        levels_.push_back(std::move(next));
    }
    for (std::size_t level = levels_.size(); level-- > 0;) {
        for (auto& [kind, stratum] : levels_[level]) stratum.size = mean_size(stratum);
    }
}

double SubtreeSizes::mean_size(const Stratum& stratum) const {
    double sum = 0;
    for (const Expanded& node : stratum.nodes) sum += static_cast<double>(node.visited);  // of the last level
    for (const Sample& sample : stratum.samples) {
        sum += static_cast<double>(sample.visited);
        for (const Kind& child : sample.children) sum += size_of(child);
    }
    return sum / static_cast<double>(stratum.nodes.size() + stratum.samples.size());
}

// Of a kind that no sample has: that of the most similar one that has fewer children, at least the children themselves.
double SubtreeSizes::size_of(const Kind& kind) const {
    const auto fallback = static_cast<double>(kind.second);
    const unsigned first = levels_.front().begin()->first.first;
    if (kind.first < first || kind.first - first >= levels_.size()) return fallback;
    const Level& level = levels_[kind.first - first];
    auto found = level.upper_bound(kind);
    if (found == level.begin()) return fallback;
    --found;
    return std::max(found->second.size, fallback);
}

double SubtreeSizes::below(const Task& root) {
    const Expanded node = expand(root);
    auto sum = static_cast<double>(node.visited);
    for (const TaskPtr& child : node.children) sum += size_of(kind_of(child->depth, expand(*child)));
    return std::min(sum, largest_size);
}

}  // namespace scrump::detail
