#pragma once
// Sets of reachable states of counters, one by one, and what leads to them: for comparison.

#include "random_counters.hpp"

#include <scrump/states/diagrams/counter_sets.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace scrump::test {

/// The state after a transition; none if it is not enabled.
inline std::optional<Counters> fire_plainly(const CounterTransition& transition, const Counters& state) {
    Counters next = state;
    for (const CounterStep& step : transition.steps) {
        if (state[step.counter] < step.least || state[step.counter] > step.most) return std::nullopt;
        next[step.counter] = static_cast<std::uint32_t>(std::int64_t{state[step.counter]} + step.change);
    }
    return next;
}

/// The reachable states of a system, by numbers.
class PlainCounters {
  public:
    using Set = std::vector<bool>;  ///< which states are in it

    explicit PlainCounters(const CounterSystem& system) : system_(system) {
        const std::set<Counters> reached = reach_plainly(system).states;
        states_.assign(reached.begin(), reached.end());
        for (const Counters& state : states_) {
            after_.emplace_back();
            for (const CounterTransition& each : system.transitions)
                if (const auto next = fire_plainly(each, state)) after_.back().push_back(number_of(*next));
        }
    }

    std::size_t size() const { return states_.size(); }
    const std::vector<Counters>& states() const { return states_; }
    std::size_t number_of(const Counters& state) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(states_, state) - states_.begin());
    }
    Set all() const { return Set(size(), true); }

    /// The states that `holds(number)`.
    template <class Holds>
    Set those(const Holds& holds) const {
        Set set(size());
        for (std::size_t i = 0; i < size(); ++i) set[i] = holds(i);
        return set;
    }
    Set random_set(std::mt19937_64& random) const {
        const std::uint64_t of_eight = random() % 9;
        return those([&](std::size_t /*state*/) { return random() % 8 < of_eight; });
    }

    Set deadlocks() const {
        return those([&](std::size_t state) { return after_[state].empty(); });
    }
    Set before(const Set& set) const {
        return those([&](std::size_t state) {
            return std::ranges::any_of(after_[state], [&](std::size_t next) { return set[next]; });
        });
    }
    Set after(const Set& set) const {
        Set found(size());
        for (std::size_t i = 0; i < size(); ++i)
            if (set[i])
                for (const std::size_t next : after_[i]) found[next] = true;
        return found;
    }
    Set can_reach(Set set, const Set& way) const {
        while (true) {
            const Set next = before(set);
            const Set more = those([&](std::size_t i) { return set[i] || (way[i] && next[i]); });
            if (more == set) return set;
            set = more;
        }
    }
    /// States from which a path stays in a set, for ever or until it ends.
    Set can_stay(Set set) const {
        const Set ends = deadlocks();
        while (true) {
            const Set next = before(set);
            const Set left = those([&](std::size_t i) { return set[i] && (next[i] || ends[i]); });
            if (left == set) return set;
            set = left;
        }
    }
    /// The same, fairly: from which a state of the set can be reached through it that is an end in all of `fair`, or on
    /// a cycle through each of these. By strongly connected components: each state's own is made of those that it
    /// reaches, and that reach it.
    Set can_stay(const Set& set, const std::vector<Set>& fair) const {
        const Set ends = deadlocks();
        const Set goals = those([&](std::size_t i) {
            if (!set[i]) return false;
            if (ends[i]) return std::ranges::all_of(fair, [&](const Set& each) { return each[i]; });
            const Set here = those([&](std::size_t other) { return other == i; });
            const Set to_here = can_reach(here, set);
            const Set from_here = reach_within(here, set);
            const bool on_cycle =
                std::ranges::any_of(after_[i], [&](std::size_t next) { return set[next] && to_here[next]; });
            return on_cycle && std::ranges::all_of(fair, [&](const Set& each) {
                       for (std::size_t other = 0; other < size(); ++other)
                           if (each[other] && to_here[other] && from_here[other]) return true;
                       return false;
                   });
        });
        return can_reach(goals, set);
    }
    /// Number of transitions of a shortest path to each state; size() if there is none.
    std::size_t distance(const Set& set) const {
        Set ring(size());
        ring[number_of(system_.initial)] = true;
        for (std::size_t distance = 0; distance < size(); ++distance) {
            for (std::size_t i = 0; i < size(); ++i)
                if (ring[i] && set[i]) return distance;
            ring = after(ring);
        }
        return size();
    }

  private:
    Set reach_within(Set set, const Set& way) const {
        while (true) {
            const Set next = after(set);
            const Set more = those([&](std::size_t i) { return set[i] || (way[i] && next[i]); });
            if (more == set) return set;
            set = more;
        }
    }

    const CounterSystem& system_;
    std::vector<Counters> states_;
    std::vector<std::vector<std::size_t>> after_;
};

/// Those of a set of states as a CounterSet: the union of sets of one state each.
inline CounterSet set_of(CounterSets& sets, const PlainCounters& plain, const PlainCounters::Set& set) {
    CounterSet all = sets.none();
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (!set[i]) continue;
        std::vector<CounterTerm> sum;
        for (std::uint32_t counter = 0; counter < plain.states()[i].size(); ++counter)
            sum.push_back({.counter = counter, .value = plain.states()[i][counter]});
        const auto counters = static_cast<std::int64_t>(sum.size());
        all = all | sets.where(sets.reachable(), sum, counters, counters);
    }
    return all;
}

}  // namespace scrump::test
