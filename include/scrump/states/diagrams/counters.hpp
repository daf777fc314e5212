#pragma once

// Include it for the reachable states of guarded commands over counters.
//
// Systems of counters: a state is a vector of small whole numbers, and a transition tests some of them against
// intervals and adds to them. Place/transition nets are such systems, and so are programs of guarded commands over
// bounded integers. No bound has to be known beforehand.
//
//     // Two counters: one step moves a unit from the first to the second.
//     const scrump::CounterSystem system{.initial = {3, 0}, .transitions = {{.steps = {{.counter = 0, .least = 1,
//     .change = -1},
//                                                                                      {.counter = 1, .change = 1}}}}};
//     const auto found = scrump::reach(system, {});  // found.states.digits == "4"

#include <scrump/base/error.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/full_table.hpp>
#include <scrump/states/diagrams/options.hpp>
#include <scrump/tasks/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// Largest value of a counter.
inline constexpr std::uint32_t max_counter = (1U << 22U) - 1;

/// What a transition does with one counter.
struct CounterStep {
    std::uint32_t counter = 0;         ///< number of the counter
    std::uint32_t least = 0;           ///< least value with which the transition is enabled
    std::uint32_t most = max_counter;  ///< largest value with which it is
    std::int64_t change = 0;           ///< what it adds; the result must not be negative
};

/// A transition: enabled if all its tests hold, and then it changes all its counters at once.
struct CounterTransition {
    std::vector<CounterStep> steps{};  ///< at most one for each counter, in any order
};

/// Counters and transitions.
struct CounterSystem {
    std::vector<std::uint32_t> initial{};          ///< initial value of each counter
    std::vector<CounterTransition> transitions{};  ///< all transitions
    std::vector<std::string> names{};              ///< name of each counter, for messages; empty: their numbers
    /// The most that each counter adds to the sum of a state; empty: all of its value.
    std::vector<std::uint32_t> sum_caps{};
};

/// How counters become levels of diagrams, which decides how large these are. All but `given` are tried in both
/// directions.
enum class CounterOrder : std::uint8_t {
    best,           ///< of all others, the one with which the search is fastest at first
    given,          ///< as they are numbered
    force,          ///< FORCE (Aloul, Markov and Sakallah 2003), from several starts
    noack,          ///< Noack 1999
    tovchigrechko,  ///< Tovchigrechko 2008
    sloan,          ///< Sloan 1989
    invariants,     ///< after i_Rank (Amparore, Ciardo, Donatelli and Miner 2019); `force` where that tells nothing
};

/// Name of the order.
std::string_view name(CounterOrder order);
/// The order of that name. Throws UsageError if none has it.
CounterOrder parse_counter_order(std::string_view text);
/// Names of all orders.
std::vector<std::string> counter_order_names();
/// Help on all orders, in lines.
std::string counter_orders_help();

/// Options of reach() for counters.
struct CounterReachOptions {
    DiagramOptions diagrams{};                ///< workers and memory
    CounterOrder order = CounterOrder::best;  ///< order of the counters
    std::vector<std::uint32_t> levels{};      ///< counters from the first level to the last, instead of an `order`
    std::optional<Reordering> reorder{};      ///< whether to sift levels during the search, and when
    bool find_deadlocks = false;              ///< whether to count states in which no transition is enabled
    /// Further sets of counters that belong together, such as those of an invariant, as hints for the order.
    std::vector<std::vector<std::uint32_t>> related{};
};

/// All states that a system can reach. If the search was stopped, there are none; the order is the last one in use.
struct CounterReachability {
    Status status = Status::complete;  ///< how the search ended
    Count states{};                    ///< number of reachable states
    Count transitions{};               ///< number of pairs of a reachable state and a transition that is enabled in it
    std::vector<bool> enabled{};       ///< for each transition, whether it is enabled in a reachable state
    std::vector<std::vector<std::uint32_t>> values{};  ///< values of each counter in reachable states, ascending
    std::uint64_t max_sum = 0;                         ///< largest sum of a state's counters
    std::optional<Count> deadlocks{};         ///< number of states in which no transition is enabled, if requested
    std::uint64_t nodes = 0;                  ///< number of nodes of the diagram of the states
    CounterOrder order = CounterOrder::best;  ///< order of the counters, if it was not given: the first one
    /// Counters from the first level to the last, at the end; none if the search was stopped before it chose an order.
    std::vector<std::uint32_t> levels{};
    double seconds = 0;            ///< time to find the states
    double count_seconds = 0;      ///< time to count what there is in them
    DiagramStatistics diagrams{};  ///< statistics of the nodes
    TaskStatistics tasks{};        ///< what the operations cost
};

/// Finds all states that a system can reach, by saturation (Ciardo, Lüttgen and Siminiscu, TACAS 2001) on list decision
/// diagrams (Blom and van de Pol, 2008). In one process: throws UsageError for a session of several, and for a system
/// whose steps are not valid; Error if a counter exceeds max_counter, as it does if it is unbounded, or if there is no
/// room for the nodes.
CounterReachability reach(const CounterSystem& system, const CounterReachOptions& options);

}  // namespace scrump
