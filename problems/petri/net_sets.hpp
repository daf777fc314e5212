#pragma once
// Sets of reachable markings of a net, as sets of states of its counters: formulas become sets.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>
#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/states/diagrams/counter_sets.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::petri {

/// Made within reach() for counters, for the program that it calls. Net, counters and sets must outlive it.
class NetSets {
  public:
    NetSets(const Net& net, const NetCounters& counters, CounterSets& sets)
        : net_(net), counters_(counters), sets_(sets), reachable_(sets.reachable()), initial_(sets.initial()) {}

    CounterSets& sets() { return sets_; }
    const CounterSet& reachable() const { return reachable_; }
    const CounterSet& initial() const { return initial_; }
    bool has_initial(const CounterSet& set) const { return !(initial_ & set).empty(); }

    /// The reachable markings in which a formula of CTL holds. AX holds where no transition is enabled, and a path ends
    /// there.
    CounterSet satisfying(const Formula& formula);
    /// The reachable markings in which one of these transitions is enabled.
    CounterSet enabling(std::span<const std::uint32_t> transitions);

    /// The marking with these tokens of each place, if it can be reached.
    CounterSet marking(std::span<const Tokens> tokens);

    /// Of an unfolded net, the fewest and most tokens of each coloured place in a reachable marking; otherwise none.
    std::vector<TokenRange> ranges_of_coloured_places();
    /// The largest value of a sum in a reachable marking.
    std::int64_t greatest(const Sum& sum);
    /// Transitions of the net on a shortest path from the initial marking to one of a set; none if the search for it
    /// takes more than `rounds` rounds, or more than about this number of operations.
    std::optional<std::vector<std::uint32_t>> path_to(
        const CounterSet& set, std::uint64_t rounds,
        std::uint64_t operations = std::numeric_limits<std::uint64_t>::max());
    /// Transitions of the net for those of its counters.
    std::vector<std::uint32_t> of_net(std::vector<std::uint32_t> transitions) const;

  private:
    // A sum over counters: a constant and terms.
    struct Terms {
        std::int64_t constant = 0;
        std::vector<CounterTerm> terms{};
    };
    // Some places, with weights.
    using Weights = std::vector<std::pair<std::uint32_t, std::int64_t>>;

    std::int64_t greatest(const Weights& weights);
    Terms terms_of(const Weights& weights) const;
    CounterSet compute(const Formula& formula);
    CounterSet where_at_most(const Formula& formula);
    CounterSet where_all(const Formula& formula);
    CounterSet where_any(const Formula& formula);
    CounterSet on_some_path(const Formula& path);
    CounterSet others(const CounterSet& set) const { return reachable_ - set; }

    const Net& net_;
    const NetCounters& counters_;
    CounterSets& sets_;
    CounterSet reachable_;
    CounterSet initial_;
    std::vector<std::pair<Formula, CounterSet>> known_;  // of parts that begin with A or E
};

}  // namespace scrump::petri
