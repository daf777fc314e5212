#include <scrump/states/diagrams/counter_sets.hpp>

#include <scrump/base/error.hpp>

#include "census.hpp"
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
    return carry_out([&](Fork& /*fork*/) {
        detail::DiagramWorker& worker = states_.parts.locality.worker(0);
        Edge state = Edge::yes();
        for (Level level = states_.transitions.levels(); level-- > 0;)
            state = worker.make(states_.system.initial[states_.levels[level]], Edge::no(), state);
        return state;
    });
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

CounterSet CounterSets::before_within(const CounterSet& set, const CounterSet& within) {
    add_reverses();
    return carry_out([&](Fork& fork) {
        return fork.call<detail::step>(&states_.transitions, set.edge(), within.edge(), top,
                                       states_.transitions.backward().all);
    });
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

CounterSet CounterSets::can_stay(const CounterSet& set) {
    const CounterSet ending = can_reach(deadlocks(set), set);
    CounterSet stay = set;
    while (true) {
        CounterSet next = before_within(stay, stay) | ending;
        if (next == stay) return stay;
        stay = std::move(next);
    }
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
    std::vector<std::uint32_t> vector;
    vector.reserve(state.size());
    for (const std::uint32_t counter : states_.levels) vector.push_back(state[counter]);
    return detail::contains(states_.parts.locality.worker(0), set.edge(), vector);
}

// --- Paths of fewest transitions

namespace {

using State = std::vector<std::uint32_t>;

// The state after a transition; none if it is not enabled.
std::optional<State> state_after(const CounterTransition& transition, State state) {
    for (const CounterStep& step : transition.steps) {
        std::uint32_t& value = state[step.counter];
        if (value < step.least || value > step.most) return std::nullopt;
        value = static_cast<std::uint32_t>(value + step.change);
    }
    return state;
}

// The state from which a transition leads to one; none if there is none.
std::optional<State> state_before(const CounterTransition& transition, State state) {
    for (const CounterStep& step : transition.steps) {
        const std::int64_t before = std::int64_t{state[step.counter]} - step.change;
        if (before < step.least || before > step.most) return std::nullopt;
        state[step.counter] = static_cast<std::uint32_t>(before);
    }
    return state;
}

// Sets of states by their distance from the first one.
class Rings {
  public:
    using Next = std::function<CounterSet(const CounterSet&)>;

    Rings(CounterSet first, Next next) : rings_{first}, seen_(std::move(first)), next_(std::move(next)) {}

    const CounterSet& last() const { return rings_.back(); }
    const std::vector<CounterSet>& all() const { return rings_; }

    // Whether there is another one.
    bool add() {
        CounterSet ring = next_(last()) - seen_;
        if (ring.empty()) return false;
        seen_ = seen_ | ring;
        rings_.push_back(std::move(ring));
        return true;
    }

  private:
    std::vector<CounterSet> rings_;
    CounterSet seen_;
    const Next next_;
};

}  // namespace

// From both ends, with the one whose last ring took fewer operations, until they meet.
std::optional<std::vector<std::uint32_t>> CounterSets::path_to(const CounterSet& set, std::uint64_t most) {
    if (set.empty()) return std::nullopt;
    const auto operations = [&] { return states_.parts.locality.statistics().operations; };
    Rings from(initial(), [this](const CounterSet& ring) { return after(ring); });
    Rings to(set, [this](const CounterSet& ring) { return before(ring); });
    std::uint64_t cost_from = 0;
    std::uint64_t cost_to = 0;
    CounterSet meeting = from.last() & to.last();
    for (; meeting.empty(); meeting = from.last() & to.last()) {
        if (most-- == 0) return std::nullopt;
        const bool is_from = cost_from <= cost_to;
        const std::uint64_t began = operations();
        if (!(is_from ? from : to).add()) return std::nullopt;
        (is_from ? cost_from : cost_to) = operations() - began;
    }
    return path_through(pick(meeting), from.all(), to.all());
}

// Through a state of the last sets of both.
std::vector<std::uint32_t> CounterSets::path_through(const State& state, std::span<const CounterSet> from,
                                                     std::span<const CounterSet> to) {
    std::vector<std::uint32_t> path;
    const auto add_step = [&](State& at, const CounterSet& ring, const auto& next_of) {
        for (std::uint32_t number = 0; number < states_.system.transitions.size(); ++number) {
            std::optional<State> next = next_of(states_.system.transitions[number], at);
            if (!next || !has(ring, *next)) continue;
            path.push_back(number);
            at = std::move(*next);
            return;
        }
    };
    State at = state;
    for (std::size_t ring = from.size() - 1; ring-- > 0;) add_step(at, from[ring], state_before);
    std::ranges::reverse(path);
    at = state;
    for (std::size_t ring = to.size() - 1; ring-- > 0;) add_step(at, to[ring], state_after);
    return path;
}

}  // namespace scrump
