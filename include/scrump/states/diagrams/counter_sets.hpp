#pragma once

// Include it for questions about the reachable states of counters: sets of states, and what leads to them.
//
//     scrump::reach(system, {}, [&](scrump::CounterSets& sets) {
//         const scrump::CounterSet full = sets.where(sets.reachable(), {{{.counter = 0}}}, 3, 3);
//         const bool can_always_refill = sets.can_reach(full) == sets.reachable();
//     });

#include <scrump/states/diagrams/counters.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace scrump {

class CounterSets;

namespace detail {

struct CounterStates;

}  // namespace detail

/// A set of states of a system of counters, as a list decision diagram. It keeps its nodes alive, and belongs to a
/// CounterSets, which must outlive it. Only the task that has the CounterSets uses it: the parallelism is inside the
/// operations.
class CounterSet {
  public:
    /// Without a set: may only be assigned to.
    CounterSet() = default;
    /// Another handle of the same set.
    CounterSet(const CounterSet& other);
    /// Leaves `other` without a set.
    CounterSet(CounterSet&& other) noexcept;
    /// Releases the previous set.
    CounterSet& operator=(CounterSet other) noexcept;
    ~CounterSet();

    /// Union.
    CounterSet operator|(const CounterSet& other) const;
    /// Intersection.
    CounterSet operator&(const CounterSet& other) const;
    /// Difference.
    CounterSet operator-(const CounterSet& other) const;
    /// Whether both have the same states; takes no time.
    bool operator==(const CounterSet& other) const;
    /// Whether there is no state in it; takes no time.
    bool empty() const;

  private:
    friend class CounterSets;

    CounterSet(CounterSets& home, std::uint32_t slot) : home_(&home), slot_(slot) {}
    detail::Edge edge() const;

    CounterSets* home_ = nullptr;
    std::uint32_t slot_ = 0;
};

/// A part of a sum over counters.
struct CounterTerm {
    /// Stands for all values.
    static constexpr std::uint32_t any = ~std::uint32_t{0};

    std::uint32_t counter = 0;  ///< number of the counter
    std::int64_t weight = 1;    ///< what its value is multiplied by
    std::uint32_t value = any;  ///< if given, the term is `weight` where the counter has that value, and 0 elsewhere
};

/// A path that goes on for ever, or to a state in which no transition is enabled: numbers of its transitions.
struct CounterLasso {
    std::vector<std::uint32_t> path{};   ///< before the cycle
    std::vector<std::uint32_t> cycle{};  ///< which leads back to the state where it begins; empty if the path ends

    /// Number of transitions.
    std::size_t size() const { return path.size() + cycle.size(); }
};

/// The reachable states of a system, and operations on sets of them: made by reach(), for the program that it calls.
/// A path ends only in a state in which no transition is enabled.
class CounterSets {
  public:
    CounterSets(const CounterSets&) = delete;
    CounterSets& operator=(const CounterSets&) = delete;

    /// What is known of all reachable states: their number, values of counters, transitions that are enabled. The
    /// status and statistics are those of a search that has not ended.
    const CounterReachability& found() const;
    /// All reachable states.
    CounterSet reachable();
    /// The initial state alone.
    CounterSet initial();
    /// No state.
    CounterSet none();

    /// The states of a set in which a sum is from `least` to `most`.
    CounterSet where(const CounterSet& set, std::span<const CounterTerm> sum, std::int64_t least, std::int64_t most);
    /// The states of a set in which one of these transitions is enabled.
    CounterSet enabling(const CounterSet& set, std::span<const std::uint32_t> transitions);
    /// The states of a set in which no transition is enabled.
    CounterSet deadlocks(const CounterSet& set);

    /// Reachable states of which some successor is in a set: EX.
    CounterSet before(const CounterSet& set);
    /// All successors of the states of a set.
    CounterSet after(const CounterSet& set);
    /// Reachable states from which a path leads to a set: EF.
    CounterSet can_reach(const CounterSet& set);
    /// Reachable states from which a path leads to a set through states of `way` alone: E [way U set].
    CounterSet can_reach(const CounterSet& set, const CounterSet& way);
    /// States of a set from which a path stays in it for ever, or until it ends: EG.
    CounterSet can_stay(const CounterSet& set);
    /// States of a set from which a path stays in it and, for each of these sets, comes into it again and again, or
    /// ends in a state that is in all of them: fair EG (Emerson and Lei 1986).
    CounterSet can_stay(const CounterSet& set, std::span<const CounterSet> again_and_again);

    /// Number of states.
    Count count(const CounterSet& set);
    /// The largest sum in a state of a set, which is not empty.
    std::int64_t greatest(const CounterSet& set, std::span<const CounterTerm> sum);
    /// Values of all counters in a state of a set, which is not empty.
    std::vector<std::uint32_t> pick(const CounterSet& set);
    /// Numbers of transitions that lead from the initial state to one of a set, by a path of fewest transitions; none
    /// if no path does, or if the search for it takes more than `most` rounds, or more than about
    /// `most_operations` (as in DiagramStatistics).
    std::optional<std::vector<std::uint32_t>> path_to(
        const CounterSet& set, std::uint64_t most,
        std::uint64_t most_operations = std::numeric_limits<std::uint64_t>::max());
    /// The same from the only state of `start`, through states of `way` alone, to one of a set.
    std::optional<std::vector<std::uint32_t>> path_within(
        const CounterSet& start, const CounterSet& way, const CounterSet& set, std::uint64_t most,
        std::uint64_t most_operations = std::numeric_limits<std::uint64_t>::max());
    /// A path from the only state of `start`, one of `set`, that stays in it: `set` is one that can_stay() has
    /// returned. It is the shortest one of some that are found at random, or one of fewest transitions to a state in
    /// which no transition is enabled; none if cycles are too long. `most`: as of path_to().
    std::optional<CounterLasso> lasso(const CounterSet& start, const CounterSet& set, std::uint64_t most);
    /// A transition from the only state of `start` to a state of a set; none if there is none.
    std::optional<std::uint32_t> step_to(const CounterSet& start, const CounterSet& set);
    /// The state after transitions from the only state of `start`. Throws UsageError if one is not enabled.
    CounterSet after(const CounterSet& start, std::span<const std::uint32_t> transitions);
    /// Number of operations so far, as in DiagramStatistics.
    std::uint64_t operations() const;

  private:
    friend class CounterSet;
    friend class CounterSetsMaker;

    explicit CounterSets(detail::CounterStates& states) : states_(states) {}
    ~CounterSets() = default;

    CounterSet hold(detail::Edge edge);
    template <class Operation>
    CounterSet carry_out(const Operation& operation);
    CounterSet before_within(const CounterSet& set, const CounterSet& within);
    CounterSet close_backward(const CounterSet& set, const CounterSet& within);
    CounterSet step_within(const CounterSet& set, const CounterSet& within, std::uint32_t relation);
    std::optional<std::uint32_t> transition_from(std::vector<std::uint32_t>& state, const CounterSet& set,
                                                 std::uint64_t random, std::optional<std::uint32_t> last);
    std::optional<CounterLasso> lasso_of_walk(std::vector<std::uint32_t> state, const CounterSet& set,
                                              std::uint64_t seed, std::size_t max_length);
    CounterSet on_cycles(const CounterSet& set, std::uint64_t seed);
    CounterSet set_of(std::span<const std::uint32_t> state);
    void add_reverses();
    bool has(const CounterSet& set, std::span<const std::uint32_t> state);
    std::vector<std::uint32_t> path_through(const std::vector<std::uint32_t>& state, std::span<const CounterSet> from,
                                            std::span<const CounterSet> to);

    detail::CounterStates& states_;
};

/// Finds all states that a system can reach, as reach() does, and calls `then` with them; not if the search was stopped
/// before.
CounterReachability reach(const CounterSystem& system, const CounterReachOptions& options,
                          const std::function<void(CounterSets&)>& then);

}  // namespace scrump
