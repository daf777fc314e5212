#pragma once

// Include it for all reachable markings of a net, by decision diagrams.
//
//     const auto found = scrump::petri::reach(scrump::petri::parse_pnml(text, "net.pnml"), {});
//     std::cout << found.counters.states.digits << " markings\n";

#include <scrump/problems/petri/net.hpp>
#include <scrump/states/diagrams/counters.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump::petri {

/// Options of reach() for nets.
struct NetReachOptions {
    DiagramOptions diagrams{};                ///< workers and memory
    CounterOrder order = CounterOrder::best;  ///< order of the places
    /// Names of places, from the first level to the last, instead of an `order`. Places that share a level have the
    /// place of the first of them.
    std::vector<std::string> levels{};
    std::optional<Reordering> reorder{};  ///< whether to sift levels during the search, and when
    bool find_deadlocks = false;  ///< whether to count the markings that enable no transition, and find a path to one
    /// Tokens of each place, in the order of the net, of a marking to which a path is wanted.
    std::optional<std::vector<Tokens>> path_to{};
    /// Whether places that hold one token between them, always, share a level: diagrams are smaller then.
    bool join_places = true;
};

/// What is known of all reachable markings. Of a search that was stopped, `counters` has the status and statistics,
/// `levels` is the order in use then, and nothing else is known.
struct NetReachability {
    /// The markings as vectors of counters, one for each level: their number, transitions that are enabled in them
    /// (those of the net), deadlocks, and statistics.
    CounterReachability counters{};
    std::uint64_t max_tokens = 0;         ///< most tokens of a place in a marking; of an unfolded net, of one colour
    std::uint64_t max_sum = 0;            ///< most tokens of a marking
    std::vector<std::uint32_t> bounds{};  ///< most tokens of each place
    /// Of an unfolded net, most tokens of each coloured place, of all colours; otherwise empty.
    std::vector<std::uint64_t> coloured_bounds{};
    /// For each place, whether all markings have the same tokens there; of an unfolded net, for each coloured place.
    std::vector<bool> stable{};
    /// For each transition, whether no marking enables it; of an unfolded net, for each coloured transition.
    std::vector<bool> dead{};
    /// Transitions of the net that lead from the initial marking to one that enables no transition, the fewest; none if
    /// that is not requested, if no such marking can be reached, or if the search for the path takes more than 1,000
    /// rounds or much longer than that for all markings.
    std::optional<std::vector<std::uint32_t>> deadlock_path{};
    std::optional<bool> reaches_marking{};             ///< whether the requested marking can be reached
    std::optional<std::vector<std::uint32_t>> path{};  ///< transitions that lead there, likewise
    /// Places of each level; those that never change are on none. None if the search was stopped before it chose an
    /// order.
    std::vector<std::vector<std::uint32_t>> levels{};

    // What follows is said of the coloured net, if the net was unfolded from one.

    /// Most tokens of a place.
    std::uint64_t bound_of(std::size_t place) const {
        return coloured_bounds.empty() ? bounds[place] : coloured_bounds[place];
    }
    /// Whether no place ever holds more than one token.
    bool one_safe() const;
    /// Whether each transition is enabled in a marking.
    bool quasi_live() const;
    /// Whether some place never changes.
    bool has_stable_place() const;
    /// Names of transitions that are never enabled.
    std::vector<std::string> dead_transitions(const Net& net) const;
    /// Names of places that never change.
    std::vector<std::string> stable_places(const Net& net) const;
};

/// Finds all markings that a net can reach, in this process. Throws UsageError for invalid options, and Error if a
/// place can hold more than max_counter tokens, as in an unbounded net, or if there is no room for the nodes.
NetReachability reach(const Net& net, const NetReachOptions& options);

}  // namespace scrump::petri
