#include "counter_trials.hpp"

#include <scrump/base/error.hpp>

#include "counter_search.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace scrump::detail {
namespace {

// The largest initial value of the first trials. It is doubled as long as a trial ends within this number of firings.
constexpr std::uint32_t first_scale = 4;
constexpr std::int64_t most_firings = std::int64_t{1} << 15U;
// If none of this number of trials ends, no more are made.
constexpr std::size_t most_without_end = 6;
// Trials of fewer steps than these tell nothing.
constexpr double telling_steps = 4000;
// What twice as much in the counters makes of the steps, unless trials tell.
constexpr double usual_growth = 4;
// Orders are compared by the steps that are expected with this many times twice as much.
constexpr double look_ahead = 2;
// A trial is aborted when it takes this many times the firings of another one.
constexpr std::int64_t most_ratio = 6;

// The part of the expected steps that the improvement of an order may take.
constexpr double improving_part = 0.2;
constexpr std::size_t most_changes = 1000;
// If fewer are expected, nothing is worth improving.
constexpr double improving_steps = 1e6;

}  // namespace

CounterTrials::CounterTrials(const DiagramParts& parts, const CounterSystem& system)
    : parts_(parts), system_(system), is_amount_(find_amounts(system)), largest_(largest_amount(system)) {}

CounterSystem CounterTrials::scaled(std::uint32_t scale) const {
    CounterSystem small = system_;
    for (std::size_t i = 0; i < is_amount_.size(); ++i) {
        std::uint32_t& value = small.initial[i];
        if (is_amount_[i]) value = static_cast<std::uint32_t>((std::uint64_t{value} * scale + largest_ - 1) / largest_);
    }
    return small;
}

std::uint64_t CounterTrials::steps() const {
    const DiagramStatistics now = parts_.locality.statistics();
    return now.operations + now.inserted;
}

// None if it takes more firings.
std::optional<CounterTrials::Cost> CounterTrials::cost(const CounterSystem& small, const Levels& levels,
                                                       std::int64_t firings) {
    ListTransitions transitions(small, levels, ++trials_);
    transitions.allow(firings);
    const std::uint64_t began = steps();
    try {
        find_reachable(parts_, transitions, small, levels);
    } catch (const OverBudget&) {
        return std::nullopt;
    }
    return Cost{steps() - began, firings - transitions.left()};
}

// What a search would take at another scale, from trials at two: twice as much in the counters makes the same of it
// each time.
double CounterTrials::expected(const Candidate& candidate, double doublings) {
    return candidate.steps * std::pow(candidate.growth, doublings);
}

// Tries all at a scale and leaves the better half, the best first. Returns whether any trial ended; if not, all are
// left.
bool CounterTrials::keep_best(std::uint32_t scale, std::vector<Candidate>& candidates) {
    const CounterSystem small = scaled(scale);
    std::vector<Candidate> ended;
    std::int64_t most = most_firings;
    std::size_t tried = 0;
    for (const Candidate& each : candidates) {
        if (ended.empty() && tried++ == most_without_end) break;
        const auto took = cost(small, each.order.levels, most);
        if (!took) continue;
        const auto steps = static_cast<double>(took->steps);
        ended.push_back({each.order, steps, each.steps == 0 ? usual_growth : std::max(steps / each.steps, 1.0)});
        most = std::min(most, most_ratio * took->firings);
    }
    if (ended.empty()) return false;
    const double ahead = std::min(look_ahead, std::log2(1.0 * largest_ / scale));
    std::ranges::stable_sort(ended, {}, [&](const Candidate& each) { return expected(each, ahead); });
    ended.resize(std::min(ended.size(), (candidates.size() + 1) / 2));
    candidates = std::move(ended);
    return true;
}

void CounterTrials::choose(std::vector<OrderedCounters>& orders) try {
    if (largest_ < many) return;
    std::vector<Candidate> candidates;
    candidates.reserve(orders.size());
    for (const OrderedCounters& each : orders) candidates.push_back({each});
    double whole = 0;
    for (std::uint32_t scale = first_scale; scale < largest_ && candidates.size() > 1; scale *= 2) {
        if (!keep_best(scale, candidates)) break;
        scale_ = scale;
        const Candidate& best = candidates.front();
        whole = expected(best, std::log2(1.0 * largest_ / scale));
        // The next trials might take longer than the search.
        if (static_cast<double>(candidates.size()) * best.steps * best.growth > whole) break;
    }
    if (scale_ == 0) return;
    if (candidates.front().steps >= telling_steps) candidates.resize(1);
    if (whole >= improving_steps) improve(candidates.front(), improving_part * whole);
    orders.clear();
    for (Candidate& each : candidates) orders.push_back(std::move(each.order));
} catch (const Error&) {
    // Whatever it is, the search will say it.
}

// Moves counters, one at a time, as long as trials get shorter; at last by a trial at the largest scale.
void CounterTrials::improve(Candidate& candidate, double most_steps) {
    const CounterSystem small = scaled(scale_ / 2);
    Levels levels = candidate.order.levels;
    auto best = cost(small, levels, most_firings);
    if (!best || levels.size() < 2) return;
    std::mt19937_64 random(levels.size());
    const std::uint64_t began = steps();
    for (std::size_t i = 0; i < most_changes && static_cast<double>(steps() - began) < most_steps; ++i) {
        Levels changed = levels;
        move_one(changed, random);
        const auto took = cost(small, changed, 2 * best->firings);
        if (!took || took->steps >= best->steps) continue;
        best = took;
        levels = std::move(changed);
    }
    const auto last = cost(scaled(scale_), levels, most_firings);
    if (!last) return;
    const auto now = static_cast<double>(last->steps);
    Candidate improved{{candidate.order.order, std::move(levels)}, now, now / static_cast<double>(best->steps)};
    const double ahead = std::min(look_ahead, std::log2(1.0 * largest_ / scale_));
    if (expected(improved, ahead) < expected(candidate, ahead)) candidate = std::move(improved);
}

}  // namespace scrump::detail
