#include "counter_search.hpp"

#include "census.hpp"
#include "lists.hpp"

#include <scrump/base/clock.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace scrump::detail {
namespace {

// A firing makes few nodes: the table is looked at once while it fills by this part.
constexpr std::uint64_t looks = 64;
constexpr std::uint64_t most_firings_between_looks = 1024;
// Another order is used if the set gets smaller by this part: results of operations are lost then.
constexpr double worth_another_order = 0.1;
// But not if transitions span this many times the levels then: they are fired level by level.
constexpr double most_growth_of_spans = 1.2;
// Larger sets are left as they are: they would take long to sift.
constexpr std::uint64_t most_sifted_nodes = std::uint64_t{1} << 22U;
// Sifting may take this many times the steps of the search since the last time, half of that after each time that did
// not help; but a number of steps in any case.
constexpr std::uint64_t most_steps_for_each = 3;
constexpr std::uint64_t least_steps = 2'000'000;

}  // namespace

std::vector<std::uint32_t> values_by_level(std::span<const std::uint32_t> values,
                                           std::span<const std::uint32_t> levels) {
    std::vector<std::uint32_t> vector;
    vector.reserve(levels.size());
    for (const std::uint32_t counter : levels) vector.push_back(values[counter]);
    return vector;
}

Edge find_reachable(const DiagramParts& parts, ListTransitions& transitions, const CounterSystem& system,
                    std::span<const std::uint32_t> levels) {
    const std::vector<std::uint32_t> initial = values_by_level(system.initial, levels);
    return carry_out(parts.locality, [&] {
        DiagramWorker& worker = parts.locality.worker(0);
        const Edge set = set_of(worker, initial);
        const DiagramWorker::Held held(worker, set);
        return parts.fork.call<close_forward>(&transitions, set, Level{0});
    });
}

ReorderingSearch::ReorderingSearch(const DiagramParts& parts, const CounterSystem& system, const Reordering& how,
                                   std::vector<std::uint32_t>& levels, std::optional<ListTransitions>& transitions)
    : parts_(parts),
      system_(system),
      how_(how),
      levels_(levels),
      transitions_(transitions),
      most_nodes_(how.first_nodes),
      steps_before_(steps()) {}

Edge ReorderingSearch::operator()() {
    transitions_.emplace(system_, levels_, std::uint32_t{0});
    while (true) {
        const std::uint64_t between = std::clamp<std::uint64_t>(most_nodes_ / looks, 1, most_firings_between_looks);
        transitions_->cut_short_if([this] { return parts_.locality.fill().nodes >= most_nodes_; },
                                   static_cast<std::int64_t>(between));
        const Edge set = search();
        if (found_) parts_.handles.remove(*found_);
        if (!transitions_->is_cut_short()) return set;
        found_ = parts_.handles.add(set);
        sift_levels();
    }
}

Edge ReorderingSearch::search() {
    if (!found_) return find_reachable(parts_, *transitions_, system_, levels_);
    return carry_out(parts_.locality, [&] {
        return parts_.fork.call<close_forward>(&*transitions_, parts_.handles[*found_], Level{0});
    });
}

std::uint64_t ReorderingSearch::steps() const {
    const DiagramStatistics now = parts_.locality.statistics();
    return now.operations + now.inserted;
}

std::uint64_t ReorderingSearch::most_steps() const {
    return std::max(most_steps_for_each * (steps() - steps_before_) >> std::min(times_without_help_, 63U), least_steps);
}

// The levels from the first to the last of each transition, in all.
double ReorderingSearch::spans(std::span<const std::uint32_t> levels) const {
    std::vector<std::uint32_t> level_of(levels.size());
    for (std::uint32_t level = 0; level < levels.size(); ++level) level_of[levels[level]] = level;
    double sum = 0;
    for (const CounterTransition& transition : system_.transitions) {
        if (transition.steps.empty()) continue;
        const auto at = [&](const CounterStep& step) { return level_of[step.counter]; };
        const auto [first, last] = std::ranges::minmax(transition.steps, {}, at);
        sum += at(last) - at(first) + 1;
    }
    return sum;
}

bool ReorderingSearch::is_worth_it(const Sifted& sifted) const {
    if (static_cast<double>(sifted.nodes) > (1 - worth_another_order) * static_cast<double>(sifted.nodes_before))
        return false;
    std::vector<std::uint32_t> levels;
    levels.reserve(sifted.levels.size());
    for (const SharedLevel& each : sifted.levels) levels.push_back(each->counter);
    return spans(levels) <= most_growth_of_spans * spans(levels_);
}

void ReorderingSearch::sift_levels() {
    const auto began = Clock::now();
    Sifted sifted;
    {
        const ListNodes nodes(parts_.locality.worker(0), parts_.handles[*found_], transitions_->levels());
        if (nodes.size() > most_sifted_nodes) {
            most_nodes_ = std::numeric_limits<std::uint64_t>::max();
            return;
        }
        sifted = sift(parts_.fork, levels_of(nodes, levels_), most_steps());
    }
    const bool is_better = is_worth_it(sifted);
    times_without_help_ = is_better ? 0 : times_without_help_ + 1;
    if (is_better) {
        for (Level level = 0; level < levels_.size(); ++level) levels_[level] = sifted.levels[level]->counter;
        parts_.handles.remove(*found_);
        parts_.locality.collect();  // forgets results, too
        found_ = parts_.handles.add(
            carry_out(parts_.locality, [&] { return set_of(parts_.locality.worker(0), sifted.levels); }));
        transitions_.emplace(system_, levels_, std::uint32_t{0});
    }
    parts_.locality.note_sifting({.siftings = 1,
                                  .reorderings = is_better ? 1U : 0U,
                                  .nodes_before = is_better ? sifted.nodes_before : 0,
                                  .nodes_after = is_better ? sifted.nodes : 0,
                                  .swaps = sifted.swaps,
                                  .seconds = std::chrono::duration<double>(Clock::now() - began).count()});
    // In the same order, results are remembered: the search begins again, which is easier than to close what it found,
    // and gets further than this time in any case.
    if (!is_better) {
        parts_.handles.remove(*found_);
        found_.reset();
    }
    // The limit never falls, and rises each time that no other order is found: so this comes to an end.
    const double grown = how_.growth * static_cast<double>(parts_.locality.fill().nodes);
    const double limit = static_cast<double>(most_nodes_) * (is_better ? 1 : how_.growth);
    most_nodes_ = static_cast<std::uint64_t>(std::max(grown, limit)) + (is_better ? 0 : 1);
    steps_before_ = steps();
}

}  // namespace scrump::detail
