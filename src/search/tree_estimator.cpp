#include "tree_estimator.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrump::detail {
namespace {

constexpr std::chrono::milliseconds first_look{50};
constexpr std::chrono::milliseconds between_looks{200};
// Time of a search per time of its estimate, and between two looks as a part of the time before.
constexpr int search_per_estimate = 200;
constexpr int looks_per_time = 4;
// Nodes that are probed at a time: about as many as take milliseconds, since others wait for the serving thread.
constexpr std::uint64_t least_at_once = 50;
constexpr std::uint64_t first_at_once = 200;
constexpr std::uint64_t most_at_once = 4000;
constexpr std::chrono::milliseconds short_time{1};
constexpr std::chrono::milliseconds long_time{4};
// The same for the last estimate of a search that stops: the least whatever time it takes, the most within this time.
constexpr std::uint64_t least_for_the_rest = 20'000;
constexpr std::uint64_t most_for_the_rest = 300'000;
constexpr std::chrono::milliseconds time_for_the_rest{100};
// Half of an interval, as a part of all nodes, that makes more samples unnecessary.
constexpr double precise = 1e-3;

}  // namespace

TreeEstimator::TreeEstimator(MakePlanner make_planner, std::optional<Clock::duration> dry_run, std::uint64_t seed,
                             Clock::time_point now)
    : make_planner_(std::move(make_planner)),
      dry_run_(dry_run),
      seed_(seed),
      began_(now),
      look_at_(now + (dry_run ? *dry_run / 2 : first_look)),
      sample_at_(Clock::time_point::max()),
      nodes_at_once_(first_at_once) {}

Clock::time_point TreeEstimator::deadline() const {
    const Clock::time_point next = std::min(look_at_, sample_at_);
    return dry_run_ ? std::min(next, began_ + *dry_run_) : next;
}

void TreeEstimator::learn(std::vector<Subtree> open, std::uint64_t visited, std::uint64_t earlier,
                          Clock::duration pause, Clock::time_point now) {
    sampler_ = std::make_unique<TreeSampler>(make_planner_(), std::move(open), seed_);
    visited_ = visited;
    rate_ = rate(visited - std::min(earlier, visited), now);
    sample_at_ = now;
    look_at_ = dry_run_ ? Clock::time_point::max()
                        : now + std::max<Clock::duration>(
                                    {between_looks, (now - began_) / looks_per_time, search_per_estimate * pause});
}

void TreeEstimator::sample(Clock::time_point now) {
    if (!sampler_ || now < sample_at_) return;
    sampler_->advance(nodes_at_once_);
    take_over();
    const Clock::duration took = Clock::now() - now;
    if (took < short_time) nodes_at_once_ = std::min(2 * nodes_at_once_, most_at_once);
    if (took > long_time) nodes_at_once_ = std::max(nodes_at_once_ / 2, least_at_once);
    const Clock::duration pause = dry_run_ && took > Clock::duration::zero() ? Clock::duration::zero() : short_time;
    sample_at_ = is_precise()
                     ? Clock::time_point::max()
                     : now + took + std::max<Clock::duration>(dry_run_ ? pause : search_per_estimate * took, pause);
}

void TreeEstimator::sample_the_rest() {
    if (!sampler_) return;
    const Clock::time_point until = Clock::now() + time_for_the_rest;
    const std::uint64_t most = sampler_->probed() + most_for_the_rest;
    const std::uint64_t least = sampler_->probed() + least_for_the_rest;
    const auto goes_on = [&] {
        const std::uint64_t probed = sampler_->probed();
        return probed < (!known_ || Clock::now() < until ? most : least) && !is_precise();
    };
    for (; goes_on(); take_over()) sampler_->advance(nodes_at_once_);
}

bool TreeEstimator::is_precise() const {
    const auto rest = sampler_->size();
    return rest && 2 * rest->error <= precise * (static_cast<double>(visited_) + rest->nodes);
}

// A new look has nothing to say before it has its first samples.
void TreeEstimator::take_over() {
    if (const auto rest = sampler_->size()) known_ = {visited_, *rest, sampler_->probed()};
}

void TreeEstimator::complete(std::uint64_t nodes) {
    known_ = {.visited = nodes};
    rate_ = 0;
}

double TreeEstimator::rate(std::uint64_t nodes, Clock::time_point now) const {
    const double seconds = std::chrono::duration<double>(now - began_).count();
    return seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
}

std::optional<SearchEstimate> TreeEstimator::estimate(std::uint64_t visited, std::uint64_t earlier,
                                                      Clock::time_point now) const {
    if (!known_) return std::nullopt;
    const auto least = static_cast<double>(visited);
    const double nodes = static_cast<double>(known_->visited) + known_->rest.nodes;
    return SearchEstimate{.nodes = std::max(nodes, least),
                          .min_nodes = std::max(nodes - 2 * known_->rest.error, least),
                          .max_nodes = std::max(nodes + 2 * known_->rest.error, least),
                          .visited = visited,
                          .nodes_per_second = rate_ > 0 ? rate_ : rate(visited - std::min(earlier, visited), now),
                          .samples = known_->rest.samples,
                          .probed = known_->probed};
}

}  // namespace scrump::detail
