#pragma once
// A net as a system of counters: places that never change are in none, places of a unit share one, and each other place
// has one of its own.

#include <scrump/problems/petri/net.hpp>
#include <scrump/problems/petri/reach.hpp>
#include <scrump/problems/petri/units.hpp>
#include <scrump/states/diagrams/counters.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::petri {

/// Fewest and most tokens.
struct TokenRange {
    std::uint64_t least = 0, most = 0;
};

/// The net must outlive it.
class NetCounters {
  public:
    static constexpr std::uint32_t no_counter = std::numeric_limits<std::uint32_t>::max();

    /// Where a place is: in no counter, if it never changes; in one of its own, whose value is its tokens; or in one
    /// that it shares, and then its token is a value of that.
    struct Cell {
        std::uint32_t counter = no_counter;
        std::uint32_t token = 0;  ///< 0: a counter of its own
    };

    /// Places of these units share counters; none do without units. Throws Error if a place or a transition has more
    /// tokens than diagrams can count.
    NetCounters(const Net& net, const std::vector<Unit>& units);

    const CounterSystem& system() const { return system_; }
    /// The places of each counter.
    const std::vector<std::vector<std::uint32_t>>& places() const { return places_; }
    /// Sets of counters that belong together.
    const std::vector<std::vector<std::uint32_t>>& related() const { return related_; }
    /// Where a place is.
    const Cell& cell(std::uint32_t place) const { return cells_[place]; }
    /// Transitions of the net that the system has, in its order: all but some that are never enabled.
    const std::vector<std::uint32_t>& transitions() const { return possible_; }
    /// The transition of the system for one of the net; none if it is never enabled.
    std::optional<std::uint32_t> transition(std::uint32_t of_net) const;

    /// How reach() for counters is to find all markings. Throws UsageError for levels that are not those of the net.
    CounterReachOptions options(const NetReachOptions& how) const;
    /// Says of a net what `found.counters` says of the counters, if the states are known. Of an unfolded net,
    /// `coloured` has the tokens of its coloured places.
    void describe(NetReachability& found, const std::vector<TokenRange>& coloured) const;

  private:
    void describe_places(NetReachability& found) const;
    void find_changes();
    void join(const std::vector<Unit>& units);
    void add_counter(std::vector<std::uint32_t> places);
    void add_related(const Unit& unit);
    void add_transition(std::uint32_t number);
    std::vector<std::uint32_t> levels_of(const std::vector<std::string>& names) const;

    const Net& net_;
    std::vector<Cell> cells_;
    std::vector<bool> changes_;
    std::vector<std::vector<std::uint32_t>> places_;  // of each counter
    std::vector<std::vector<std::uint32_t>> related_;
    std::vector<std::uint32_t> possible_;  // ascending
    CounterSystem system_;
};

}  // namespace scrump::petri
