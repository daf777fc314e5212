// Paths through sets of states of counters, and walks in them.

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/counter_sets.hpp>

#include "counter_states.hpp"
#include "list_sets.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <utility>

namespace scrump {

// --- Walks

namespace {

using State = std::vector<std::uint32_t>;

// Number of transitions of a walk to a cycle, at most.
constexpr std::size_t max_walk = 128;
// Walks of which the shortest lasso is taken, and the length of another one if they find none.
constexpr std::uint64_t short_walks = 8;
constexpr std::size_t max_long_walk = 1U << 14U;

// The state after a transition; none if it is not enabled.
std::optional<State> state_after(const CounterTransition& transition, const State& state) {
    for (const CounterStep& step : transition.steps)
        if (state[step.counter] < step.least || state[step.counter] > step.most) return std::nullopt;
    State after = state;
    for (const CounterStep& step : transition.steps)
        after[step.counter] = static_cast<std::uint32_t>(after[step.counter] + step.change);
    return after;
}

// The state from which a transition leads to one; none if there is none.
std::optional<State> state_before(const CounterTransition& transition, const State& state) {
    for (const CounterStep& step : transition.steps) {
        const std::int64_t before = std::int64_t{state[step.counter]} - step.change;
        if (before < step.least || before > step.most) return std::nullopt;
    }
    State before = state;
    for (const CounterStep& step : transition.steps)
        before[step.counter] = static_cast<std::uint32_t>(before[step.counter] - step.change);
    return before;
}

// Whether a transition has a step for a counter that another one changes.
bool follows(const CounterTransition& transition, const CounterTransition& other) {
    return std::ranges::any_of(transition.steps, [&](const CounterStep& step) {
        return std::ranges::any_of(other.steps, [&](const CounterStep& before) {
            return before.counter == step.counter && before.change != 0;
        });
    });
}

}  // namespace

// One to a state of the set: rather one that follows the last transition, as short cycles are of such.
std::optional<std::uint32_t> CounterSets::transition_from(State& state, const CounterSet& set, std::uint64_t random,
                                                          std::optional<std::uint32_t> last) {
    const std::vector<CounterTransition>& transitions = states_.system.transitions;
    for (const bool any : {false, true}) {
        for (std::size_t i = 0; i < transitions.size(); ++i) {
            const auto number = static_cast<std::uint32_t>((random + i) % transitions.size());
            if (!any && (!last || !follows(transitions[number], transitions[*last]))) continue;
            std::optional<State> next = state_after(transitions[number], state);
            if (!next || !has(set, *next)) continue;
            state = std::move(*next);
            return number;
        }
    }
    return std::nullopt;
}

// Transitions add the same wherever they are fired: so those of one cycle lead back to all states from which they can
// be fired one after the other.
CounterSet CounterSets::on_cycles(const CounterSet& set, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    State state = pick(set);
    std::map<State, std::size_t> seen{{state, 0}};
    std::vector<std::uint32_t> walk;
    while (walk.size() < max_walk) {
        Deadline::look();
        const auto last = walk.empty() ? std::nullopt : std::optional(walk.back());
        const auto next = transition_from(state, set, random(), last);
        if (!next) return none();
        walk.push_back(*next);
        const auto [before, is_new] = seen.try_emplace(state, walk.size());
        if (is_new) continue;
        add_reverses();
        CounterSet cycles = set;
        for (std::size_t i = walk.size(); i > before->second; --i)
            cycles = step_within(cycles, set, states_.transitions.reverse_of(walk[i - 1]));
        return cycles;
    }
    return none();
}

// --- Paths of fewest transitions

namespace {

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

std::uint64_t CounterSets::operations() const {
    return states_.parts.locality.statistics().operations;
}

// From both ends, with the one whose last ring took fewer operations, until they meet.
std::optional<std::vector<std::uint32_t>> CounterSets::path_to(const CounterSet& set, std::uint64_t most,
                                                               std::uint64_t most_operations) {
    return path_within(initial(), reachable(), set, most, most_operations);
}

// No state of `set` is left again before both ends meet: it would be their meeting.
std::optional<std::vector<std::uint32_t>> CounterSets::path_within(const CounterSet& start, const CounterSet& way,
                                                                   const CounterSet& set, std::uint64_t most,
                                                                   std::uint64_t most_operations) {
    if (set.empty()) return std::nullopt;
    const std::uint64_t began_search = operations();
    const CounterSet all = way | set;
    Rings from(start, [&](const CounterSet& ring) { return after(ring) & all; });
    Rings to(set, [&](const CounterSet& ring) { return before_within(ring, way); });
    std::uint64_t cost_from = 0;
    std::uint64_t cost_to = 0;
    CounterSet meeting = from.last() & to.last();
    for (; meeting.empty(); meeting = from.last() & to.last()) {
        if (most-- == 0 || operations() - began_search > most_operations) return std::nullopt;
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
        Deadline::look();
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

// --- Paths that never end

// A walk in a set, until it comes to a state once more, or to one without a successor in the set.
std::optional<CounterLasso> CounterSets::lasso_of_walk(State state, const CounterSet& set, std::uint64_t seed,
                                                       std::size_t max_length) {
    std::mt19937_64 random(seed);
    std::map<State, std::size_t> seen{{state, 0}};
    CounterLasso walk;
    while (walk.path.size() < max_length) {
        Deadline::look();
        const auto last = walk.path.empty() ? std::nullopt : std::optional(walk.path.back());
        const auto next = transition_from(state, set, random(), last);
        if (!next) return walk;
        walk.path.push_back(*next);
        const auto [before, is_new] = seen.try_emplace(state, walk.path.size());
        if (is_new) continue;
        const auto first = walk.path.begin() + static_cast<std::ptrdiff_t>(before->second);
        walk.cycle.assign(first, walk.path.end());
        walk.path.erase(first, walk.path.end());
        return walk;
    }
    return std::nullopt;
}

std::optional<CounterLasso> CounterSets::lasso(const CounterSet& start, const CounterSet& set, std::uint64_t most) {
    if (auto path = path_within(start, set, deadlocks(set), most)) return CounterLasso{.path = std::move(*path)};
    std::optional<CounterLasso> best;
    for (std::uint64_t seed = 0; seed < short_walks; ++seed) {
        auto found = lasso_of_walk(pick(start), set, seed, max_walk);
        if (found && (!best || found->size() < best->size())) best = std::move(found);
    }
    return best ? best : lasso_of_walk(pick(start), set, short_walks, max_long_walk);
}

std::optional<std::uint32_t> CounterSets::step_to(const CounterSet& start, const CounterSet& set) {
    State state = pick(start);
    return transition_from(state, set, 0, std::nullopt);
}

CounterSet CounterSets::after(const CounterSet& start, std::span<const std::uint32_t> transitions) {
    State state = pick(start);
    for (const std::uint32_t each : transitions) {
        std::optional<State> next = state_after(states_.system.transitions.at(each), state);
        if (!next) throw UsageError("transition " + std::to_string(each) + " is not enabled where it was to be fired");
        state = std::move(*next);
    }
    return set_of(state);
}

}  // namespace scrump
