#include <scrump/states/diagrams/counter_sets.hpp>

#include <scrump/base/error.hpp>

#include "census.hpp"
#include "counter_search.hpp"
#include "counter_states.hpp"
#include "list_sets.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace scrump {
namespace {

using detail::Edge;
using detail::Level;
using detail::ListRelation;

constexpr Level top = 0;

// Number of rounds of removal before a walk is tried.
constexpr std::uint64_t first_walk = 16;

// The number of a sum of which results are cached is never used for another one.
detail::ListSum sum_of(detail::CounterStates& states, std::span<const CounterTerm> terms) {
    double largest = 0;
    std::vector<std::map<std::uint32_t, std::int64_t>> at_value(states.levels.size());
    std::vector<detail::ListSum::Terms> levels(states.levels.size());
    Level end = 0;
    for (const CounterTerm& term : terms) {
        if (term.counter >= states.levels.size())
            throw UsageError("a sum names counter " + std::to_string(term.counter) + " of " +
                             std::to_string(states.levels.size()));
        const Level level = states.transitions.level_of(term.counter);
        const bool always = term.value == CounterTerm::any;
        (always ? levels[level].weight : at_value[level][term.value]) += term.weight;
        largest += std::abs(static_cast<double>(term.weight)) * (always ? max_counter : 1);
        end = std::max(end, level + 1);
    }
    if (largest > 0x1p60) throw UsageError("a sum has weights that are too large: it may exceed 2^60");
    levels.resize(end);
    for (Level level = 0; level < end; ++level)
        levels[level].at_value.assign(at_value[level].begin(), at_value[level].end());
    return {std::move(levels), ++states.sums};
}

template <detail::Extreme extreme>
std::int64_t find_extreme(detail::CounterStates& states, const detail::ListSum& sum, Edge set) {
    const Edge found = detail::carry_out(
        states.parts.locality, [&] { return states.parts.fork.call<detail::extreme_sum<extreme>>(&sum, set, top); });
    return static_cast<std::int64_t>(found.bits);
}

void expect_states(const CounterSet& set) {
    if (set.empty()) throw UsageError("expected a set of states that is not empty");
}

}  // namespace

// --- CounterSet

CounterSet::CounterSet(const CounterSet& other)
    : home_(other.home_), slot_(home_ == nullptr ? 0 : home_->states_.parts.handles.add(other.edge())) {}

CounterSet::CounterSet(CounterSet&& other) noexcept : home_(std::exchange(other.home_, nullptr)), slot_(other.slot_) {}

CounterSet& CounterSet::operator=(CounterSet other) noexcept {
    std::swap(home_, other.home_);
    std::swap(slot_, other.slot_);
    return *this;
}

CounterSet::~CounterSet() {
    if (home_ != nullptr) home_->states_.parts.handles.remove(slot_);
}

Edge CounterSet::edge() const {
    return home_->states_.parts.handles[slot_];
}

CounterSet CounterSet::operator|(const CounterSet& other) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::unite>(edge(), other.edge()); });
}

CounterSet CounterSet::operator&(const CounterSet& other) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::intersect>(edge(), other.edge()); });
}

CounterSet CounterSet::operator-(const CounterSet& other) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::subtract>(edge(), other.edge()); });
}

bool CounterSet::operator==(const CounterSet& other) const {
    return edge() == other.edge();
}

bool CounterSet::empty() const {
    return edge() == Edge::no();
}

// --- CounterSets: the one place where operations begin

CounterSet CounterSets::hold(Edge edge) {
    return {*this, states_.parts.handles.add(edge)};
}

template <class Operation>
CounterSet CounterSets::carry_out(const Operation& operation) {
    return hold(detail::carry_out(states_.parts.locality, [&] { return operation(states_.parts.fork); }));
}

const CounterReachability& CounterSets::found() const {
    return states_.found;
}

CounterSet CounterSets::reachable() {
    return hold(states_.parts.handles[states_.reachable]);
}

CounterSet CounterSets::initial() {
    return set_of(states_.system.initial);
}

CounterSet CounterSets::set_of(std::span<const std::uint32_t> state) {
    const std::vector<std::uint32_t> vector = detail::values_by_level(state, states_.levels);
    return carry_out([&](Fork& /*fork*/) { return detail::set_of(states_.parts.locality.worker(0), vector); });
}

CounterSet CounterSets::none() {
    return hold(Edge::no());
}

// --- States

CounterSet CounterSets::where(const CounterSet& set, std::span<const CounterTerm> sum, std::int64_t least,
                              std::int64_t most) {
    detail::ListSum of = sum_of(states_, sum);
    if (set.empty()) return none();
    least = std::max(least, find_extreme<detail::Extreme::least>(states_, of, set.edge()));
    most = std::min(most, find_extreme<detail::Extreme::greatest>(states_, of, set.edge()));
    if (least > most) return none();
    of.width(most - least);
    return carry_out([&](Fork& fork) { return fork.call<detail::where>(&std::as_const(of), set.edge(), top, least); });
}

CounterSet CounterSets::enabling(const CounterSet& set, std::span<const std::uint32_t> transitions) {
    for (const std::uint32_t each : transitions) {
        if (each >= states_.system.transitions.size())
            throw UsageError("there is no transition " + std::to_string(each) + "; expected a number below " +
                             std::to_string(states_.system.transitions.size()));
    }
    const ListRelation::Number relation = states_.transitions.relation_of(transitions);
    const CounterSet others = carry_out(
        [&](Fork& fork) { return fork.call<detail::forbidden>(&states_.transitions, set.edge(), top, relation); });
    return set - others;
}

CounterSet CounterSets::deadlocks(const CounterSet& set) {
    return carry_out([&](Fork& fork) {
        return fork.call<detail::forbidden>(&states_.transitions, set.edge(), top, states_.transitions.forward().all);
    });
}

// --- Paths

CounterSet CounterSets::after(const CounterSet& set) {
    return carry_out([&](Fork& fork) {
        return fork.call<detail::step>(&states_.transitions, set.edge(), detail::any_vectors, top,
                                       states_.transitions.forward().all);
    });
}

void CounterSets::add_reverses() {
    if (states_.has_reverses) return;
    states_.transitions.add_reverses(states_.system);
    states_.has_reverses = true;
}

CounterSet CounterSets::step_within(const CounterSet& set, const CounterSet& within, std::uint32_t relation) {
    return carry_out([&](Fork& fork) {
        return fork.call<detail::step>(&states_.transitions, set.edge(), within.edge(), top, relation);
    });
}

CounterSet CounterSets::before_within(const CounterSet& set, const CounterSet& within) {
    add_reverses();
    return step_within(set, within, states_.transitions.backward().all);
}

CounterSet CounterSets::before(const CounterSet& set) {
    return before_within(set, reachable());
}

// `within` has all of the set.
CounterSet CounterSets::close_backward(const CounterSet& set, const CounterSet& within) {
    add_reverses();
    return carry_out([&](Fork& fork) {
        return fork.call<detail::close_backward>(&states_.transitions, set.edge(), within.edge(), top);
    });
}

CounterSet CounterSets::can_reach(const CounterSet& set) {
    return close_backward(set, reachable());
}

// Of a path through both sets, the part before its first state in `set` is in `way`.
CounterSet CounterSets::can_reach(const CounterSet& set, const CounterSet& way) {
    return close_backward(set, set | way);
}

// Removes states without a successor in what is left, again and again: a round for each transition of a longest path to
// where it leaves. So what can reach a cycle is found before, as far as walks lead to cycles; after one that does not,
// the next one is tried after twice as many rounds.
CounterSet CounterSets::can_stay(const CounterSet& set) {
    CounterSet stays = can_reach(deadlocks(set), set);
    CounterSet open = set - stays;  // no path leads from these to what stays
    std::uint64_t walks = 0;
    std::uint64_t rounds = 0;
    std::uint64_t next_walk = first_walk;
    while (!open.empty()) {
        if (rounds == next_walk) {
            const CounterSet cycles = on_cycles(open, walks++);
            if (!cycles.empty()) {
                const CounterSet found = close_backward(cycles, open);
                stays = stays | found;
                open = open - found;
                continue;
            }
            next_walk = 2 * rounds + 1;
        }
        ++rounds;
        CounterSet next = before_within(open, open);
        if (next == open) break;
        open = std::move(next);
    }
    return stays | open;
}

// Emerson and Lei, with paths that stay in what is left of the set.
CounterSet CounterSets::can_stay(const CounterSet& set, std::span<const CounterSet> again_and_again) {
    if (again_and_again.empty()) return can_stay(set);
    CounterSet ends = deadlocks(set);
    for (const CounterSet& each : again_and_again) ends = ends & each;
    CounterSet stay = set;
    while (true) {
        CounterSet next = stay;
        for (const CounterSet& each : again_and_again) next = before_within(can_reach(next & each, next), next);
        if (next == stay) return can_reach(ends | stay, set);
        stay = std::move(next);
    }
}

// --- What there is in a set

Count CounterSets::count(const CounterSet& set) {
    return count_vectors(detail::ListNodes(states_.parts.locality.worker(0), set.edge(), states_.transitions.levels()));
}

std::int64_t CounterSets::greatest(const CounterSet& set, std::span<const CounterTerm> sum) {
    expect_states(set);
    return find_extreme<detail::Extreme::greatest>(states_, sum_of(states_, sum), set.edge());
}

std::vector<std::uint32_t> CounterSets::pick(const CounterSet& set) {
    expect_states(set);
    const std::vector<std::uint32_t> found =
        detail::vector_of(states_.parts.locality.worker(0), set.edge(), states_.transitions.levels());
    std::vector<std::uint32_t> state(found.size());
    for (Level level = 0; level < found.size(); ++level) state[states_.levels[level]] = found[level];
    return state;
}

bool CounterSets::has(const CounterSet& set, std::span<const std::uint32_t> state) {
    const std::vector<std::uint32_t> vector = detail::values_by_level(state, states_.levels);
    return detail::contains(states_.parts.locality.worker(0), set.edge(), vector);
}

}  // namespace scrump
