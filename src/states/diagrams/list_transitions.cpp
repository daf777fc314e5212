#include "list_transitions.hpp"

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace scrump::detail {

ListTransitions::ListTransitions(const CounterSystem& system, std::span<const std::uint32_t> levels,
                                 std::uint32_t trial)
    : trial_(trial),
      level_of_(levels.size()),
      relations_{{.has_done = true}},
      done_from_(static_cast<Level>(levels.size())) {
    for (Level level = 0; level < levels.size(); ++level) {
        level_of_[levels[level]] = level;
        names_.push_back(system.names.empty() ? "counter " + std::to_string(levels[level])
                                              : in_quotes(system.names[levels[level]]));
    }
    firsts_ = add_steps(system.transitions);
    forward_ = group_of(firsts_);
}

void ListTransitions::cut_short_if(std::function<bool()> wanted, std::int64_t firings_between_looks) {
    cut_short_if_ = std::move(wanted);
    firings_between_looks_ = firings_between_looks;
    cut_short_.store(false, std::memory_order_relaxed);
}

// A reverse allows the values that the transition leads to; none if it leads beyond all values.
void ListTransitions::add_reverses(const CounterSystem& system) {
    std::vector<CounterTransition> reverses;
    Steps numbers;
    for (std::uint32_t number = 0; number < system.transitions.size(); ++number) {
        CounterTransition reverse = system.transitions[number];
        bool exists = true;
        for (CounterStep& step : reverse.steps) {
            const std::int64_t least = step.least + step.change;
            const std::int64_t most = std::min<std::int64_t>(step.most + step.change, max_counter);
            exists = exists && least <= most;
            step = {step.counter, static_cast<std::uint32_t>(least), static_cast<std::uint32_t>(most), -step.change};
        }
        if (!exists) continue;
        reverses.push_back(std::move(reverse));
        numbers.push_back(number);
    }
    const Steps firsts = add_steps(reverses);
    backward_ = group_of(firsts);
    reverse_firsts_.assign(system.transitions.size(), ListStep::none);
    for (std::size_t i = 0; i < numbers.size(); ++i) reverse_firsts_[numbers[i]] = firsts[i];
}

ListRelation::Number ListTransitions::relation_of(std::span<const std::uint32_t> transitions) {
    Steps firsts;
    for (const std::uint32_t each : transitions) firsts.push_back(firsts_[each]);
    return relation_of(std::move(firsts), selected_);
}

ListTransitions::Group ListTransitions::group_of(std::span<const std::uint32_t> firsts) {
    Group group;
    Known known;
    std::vector<Steps> beginning(levels());
    for (const std::uint32_t first : firsts)
        if (changes_something(first)) beginning[steps_[first].level].push_back(first);
    for (Level level = 0; level < levels(); ++level) {
        Deadline::look();
        group.beginning.push_back(relation_of(std::move(beginning[level]), known));
        if (group.beginning.back() != ListRelation::none) group.end = level + 1;
    }
    group.all = relation_of({firsts.begin(), firsts.end()}, known);
    return group;
}

bool ListTransitions::changes_something(std::uint32_t first) const {
    for (std::uint32_t next = first; next != ListStep::none; next = steps_[next].next)
        if (steps_[next].change != 0) return true;
    return false;
}

// From the last step of each transition to its first: the numbers of the first ones.
ListTransitions::Steps ListTransitions::add_steps(std::span<const CounterTransition> transitions) {
    using Key = std::tuple<Level, std::uint32_t, std::uint32_t, std::int64_t, std::uint32_t>;
    std::map<Key, std::uint32_t> known;
    Steps firsts;
    PacedLook look;
    for (const CounterTransition& transition : transitions) {
        look();
        std::vector<CounterStep> steps = transition.steps;
        std::ranges::sort(steps, std::ranges::greater(),
                          [&](const CounterStep& step) { return level_of_[step.counter]; });
        std::uint32_t next = ListStep::none;
        for (const CounterStep& each : steps) {
            const ListStep step{level_of_[each.counter], each.least, each.most, each.change, next};
            const auto [place, is_new] = known.try_emplace({step.level, step.least, step.most, step.change, next},
                                                           static_cast<std::uint32_t>(steps_.size()));
            if (is_new) steps_.push_back(step);
            next = place->second;
        }
        firsts.push_back(next);
    }
    return firsts;
}

// The relation of transitions of which these steps are left. There are no more relations than steps of transitions, as
// each has fewer transitions than the one before, or fewer steps.
ListRelation::Number ListTransitions::relation_of(Steps firsts, Known& known) {
    std::ranges::sort(firsts);
    firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
    if (firsts.empty()) return ListRelation::none;
    if (firsts.front() == ListStep::none) return ListRelation::done;
    if (const auto found = known.find(firsts); found != known.end()) return found->second;
    Deadline::look();

    ListRelation relation;
    Steps left = firsts;
    if (left.back() == ListStep::none) {
        relation.has_done = true;
        left.pop_back();
    }
    for (const std::uint32_t each : left) relation.level = std::min(relation.level, steps_[each].level);
    const auto below = std::partition(left.begin(), left.end(),
                                      [&](std::uint32_t each) { return steps_[each].level == relation.level; });
    relation.others = relation_of({below, left.end()}, known);
    left.erase(below, left.end());
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::int64_t>;
    std::map<Key, Steps> branches;
    for (const std::uint32_t each : left) {
        const ListStep& step = steps_[each];
        branches[{step.least, step.most, step.change}].push_back(step.next);
    }
    for (auto& [key, next] : branches) {
        const auto [least, most, change] = key;
        (least == most ? relation.exact : relation.any)
            .push_back({least, most, change, relation_of(std::move(next), known)});
    }
    const auto number = static_cast<ListRelation::Number>(relations_.size());
    relations_.push_back(std::move(relation));
    known.emplace(std::move(firsts), number);
    return number;
}

void ListTransitions::fail_as_too_large(Level level) const {
    throw Error(names_[level] + " has no bound of " + std::to_string(max_counter) +
                " or less: expected a system of bounded counters");
}

}  // namespace scrump::detail
