#include "tree_sampler.hpp"

#include "subtree_sizes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

namespace scrump::detail {
namespace {

// Samples get wider, with finer strata, so that a long time is not spent on many poor ones: one wide sample of a deep
// tree is worth more than many narrow ones.
constexpr std::size_t first_width = 1;
constexpr std::size_t last_width = 16384;
constexpr std::size_t samples_of_a_width = 4;
constexpr std::size_t fewest_samples = 4;
constexpr unsigned fewest_digits = 2;
constexpr unsigned most_digits = 6;

}  // namespace

TreeSampler::TreeSampler(std::unique_ptr<ShardPlanner> planner, std::vector<Subtree> open, std::uint64_t seed)
    : planner_(std::move(planner)), open_(std::move(open)), random_(seed), width_(first_width) {}

void TreeSampler::advance(std::uint64_t nodes) {
    const std::uint64_t end = probed() + nodes;
    // Steps without a new node are counted, too: they must come to an end.
    for (std::uint64_t step = 0; !exact_ && probed() < end && step < nodes; ++step) {
        if (looked_at_ < open_.size()) {
            look_at_next_open();
        } else if (!sampling_) {
            begin_sample();
        } else if (!chosen_.empty()) {
            const Entry entry = std::move(chosen_.back());
            chosen_.pop_back();
            for (TaskPtr& child : children_of(*entry.task)) sum_ += look_at(std::move(child), entry.weight, offered_);
            for (Entry& child : offered_) offer(std::move(child));
            offered_.clear();
        } else if (!levels_.empty()) {
            begin_level();
        } else {
            end_sample();
        }
    }
}

void TreeSampler::look_at_next_open() {
    Subtree& subtree = open_[looked_at_++];
    if (!subtree.visited) {
        base_ += 1;
        ++planner_->planned.nodes;
        if (planner_->visit(*subtree.task) != Verdict::descend) return;
    } else if (!planner_->worth(*subtree.task)) {
        return;
    }
    base_ += look_at(std::move(subtree.task), 1, first_);
}

Tasks TreeSampler::children_of(const Task& node) {
    Tasks children;
    planner_->probe(node, [&](TaskPtr child) {
        children.push_back(std::move(child));
        return true;
    });
    return children;
}

// Returns the weight of the children: all of them, of which only the promising ones count for the kind.
double TreeSampler::look_at(std::shared_ptr<const Task> node, double weight, std::vector<Entry>& inner) {
    const std::uint64_t before = planner_->probed.nodes;
    std::size_t promising = 0;
    planner_->probe(*node, [&](const TaskPtr&) {
        ++promising;
        return true;
    });
    if (promising > 0) inner.push_back({std::move(node), promising, weight});
    return weight * static_cast<double>(planner_->probed.nodes - before);
}

void TreeSampler::offer(Entry entry) {
    const auto digits = std::clamp(static_cast<unsigned>(std::bit_width(width_)) + 1, fewest_digits, most_digits);
    levels_[entry.task->depth][kind_by_children(entry.children, digits)].push_back(std::move(entry));
}

void TreeSampler::begin_sample() {
    sampling_ = true;
    left_out_ = false;
    for (const Entry& entry : first_) offer(entry);
    sum_ = base_;
}

void TreeSampler::begin_level() {
    Level level = std::move(levels_.begin()->second);
    levels_.erase(levels_.begin());
    for (auto& [kind, stratum] : level) choose(stratum);
}

// Points at equal distances, the first one by chance, on the line of all weights: a node is chosen as often as points
// are in its part.
void TreeSampler::choose(std::vector<Entry>& stratum) {
    if (stratum.size() <= width_) {
        std::ranges::move(stratum, std::back_inserter(chosen_));
        return;
    }
    left_out_ = true;
    double all = 0;
    for (const Entry& entry : stratum) all += entry.weight;
    const double distance = all / static_cast<double>(width_);
    double next = distance * (static_cast<double>(random_() >> 11U) * 0x1p-53);
    double end = 0;
    for (Entry& entry : stratum) {
        end += entry.weight;
        double points = 0;
        for (; next < end; next += distance) points += 1;
        if (points > 0) chosen_.push_back({std::move(entry.task), entry.children, points * distance});
    }
}

void TreeSampler::end_sample() {
    sampling_ = false;
    exact_ = !left_out_;
    samples_.push_back({.nodes = sum_, .width = width_});
    if (samples_.size() % samples_of_a_width == 0) width_ = std::min(2 * width_, last_width);
}

// Wider samples count for more, and much narrower ones not at all.
std::optional<SampledSize> TreeSampler::size() const {
    if (exact_) return SampledSize{.nodes = samples_.back().nodes, .samples = samples_.size(), .exact = true};
    if (samples_.size() < fewest_samples) return std::nullopt;
    SampledSize size;
    double weights = 0;
    const auto counts = [&](const Sample& sample) { return 4 * sample.width >= samples_.back().width; };
    for (const Sample& sample : samples_) {
        if (!counts(sample)) continue;
        ++size.samples;
        weights += static_cast<double>(sample.width);
        size.nodes += static_cast<double>(sample.width) * sample.nodes;
    }
    size.nodes /= weights;
    double squares = 0;
    for (const Sample& sample : samples_) {
        if (counts(sample)) squares += std::pow(static_cast<double>(sample.width) * (sample.nodes - size.nodes), 2);
    }
    const auto count = static_cast<double>(size.samples);
    size.error = std::sqrt(squares * count / (count - 1)) / weights;
    return size;
}

}  // namespace scrump::detail
