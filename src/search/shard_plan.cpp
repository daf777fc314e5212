#include "shard_plan.hpp"

#include <scrump/base/digest.hpp>
#include <scrump/base/random.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

// Subtrees of a shard, and of all.
constexpr std::size_t subtrees_each = 64;
constexpr std::size_t min_subtrees = 1024;
constexpr std::size_t max_subtrees = std::size_t{1} << 18U;
// No subtree should be larger than this part of a shard; but a division into this many times more subtrees must do.
constexpr double parts_of_a_shard = 32;
constexpr std::size_t most_more = 8;
// A tree of long branches has hardly more subtrees after another expansion.
constexpr std::size_t most_expansions_each = 16;

}  // namespace

ShardPlan::ShardPlan(ShardPlanner& planner, Shard shard, std::function<bool()> goes_on)
    : planner_(planner),
      sizes_(planner, std::move(goes_on)),
      shard_(shard),
      wanted_(std::clamp(subtrees_each * shard.count, min_subtrees, max_subtrees)) {}

bool ShardPlan::divide(TaskPtr root) {
    try {
        make(std::move(root));
    } catch (const DivisionAbandoned&) {
        return false;
    }
    deal();
    return true;
}

void ShardPlan::make(TaskPtr root) {
    trace_.put(shard_.count);
    const Verdict verdict = planner_.visit(*root);
    ++planner_.planned.nodes;
    if (verdict == Verdict::descend) {
        sizes_.sample(*root);
        add(std::move(root));
    }
    std::size_t expansions = most_expansions_each * wanted_;
    while (!open_.empty() && !is_fine() && expansions-- > 0) {
        sizes_.check();
        const Estimate largest = open_.top();
        open_.pop();
        open_size_ -= largest.size;
        if (!expand(largest.index)) open_ = {};
    }
}

bool ShardPlan::is_fine() const {
    if (open_.size() < wanted_) return false;
    return open_.top().size * parts_of_a_shard * shard_.count <= open_size_ || open_.size() >= most_more * wanted_;
}

void ShardPlan::add(TaskPtr task) {
    const double size = sizes_.below(*task);
    trace_.put(size);
    open_.push({size, nodes_.size()});
    open_size_ += size;
    nodes_.push_back({.task = std::move(task)});
}

// Returns whether the search continues.
bool ShardPlan::expand(std::size_t index) {
    const TaskPtr parent = std::move(nodes_[index].task);
    nodes_[index].children = nodes_.size();
    bool goes_on = true;
    if (planner_.worth(*parent)) {
        Tasks children;
        goes_on = planner_.expand(*parent, [&](TaskPtr child) {
            children.push_back(std::move(child));
            return true;
        });
        for (TaskPtr& child : children) add(std::move(child));
    } else {
        ++planner_.planned.prunes;
    }
    nodes_[index].count = nodes_.size() - nodes_[index].children;
    trace_.put(static_cast<std::uint64_t>(index)).put(static_cast<std::uint64_t>(nodes_[index].count)).put(goes_on);
    return goes_on;
}

// Subtrees that seem equal come in an order of chance: in that of the tree, every Nth of them may be alike.
void ShardPlan::deal() {
    std::vector<Estimate> subtrees;
    for (; !open_.empty(); open_.pop()) subtrees.push_back(open_.top());
    std::ranges::sort(subtrees, [](const Estimate& one, const Estimate& other) {
        if (one.size != other.size) return one.size > other.size;
        return SplitMix64(one.index)() < SplitMix64(other.index)();
    });
    subtrees_ = subtrees.size();
    std::priority_queue<Estimate> shards;  // by the size that they lack
    for (std::size_t index = 1; index <= shard_.count; ++index) shards.push({0, index});
    for (const Estimate& subtree : subtrees) {
        Estimate least = shards.top();
        shards.pop();
        nodes_[subtree.index].owner = static_cast<unsigned>(least.index);
        least.size -= subtree.size;
        shards.push(least);
    }
}

Tasks ShardPlan::take_own() {
    Tasks own;
    std::vector<std::size_t> left;  // the next one last
    if (!nodes_.empty()) left.push_back(0);
    while (!left.empty()) {
        Planned& node = nodes_[left.back()];
        left.pop_back();
        if (node.owner == shard_.index) own.push_back(std::move(node.task));
        for (std::size_t child = node.count; child-- > 0;) left.push_back(node.children + child);
    }
    return own;
}

std::string ShardPlan::summary() const {
    return digest(trace_.bytes());
}

}  // namespace scrump::detail
