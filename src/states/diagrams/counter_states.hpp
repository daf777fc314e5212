#pragma once
// What sets of reachable states of counters are made of.

#include "carry_out.hpp"
#include "list_transitions.hpp"

#include <scrump/states/diagrams/counter_sets.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <cstdint>
#include <functional>
#include <span>

namespace scrump {
namespace detail {

struct CounterStates {
    DiagramParts& parts;
    const CounterSystem& system;
    ListTransitions& transitions;
    std::span<const std::uint32_t> levels;  ///< counters from the first level to the last
    HeldByHandles::Slot reachable;          ///< holds all reachable vectors
    const CounterReachability& found;       ///< census of these vectors
    bool has_reverses = false;              ///< whether the reverses of the transitions were added
    std::uint64_t sums = 0;                 ///< number of sums of which results may be cached
};

}  // namespace detail

/// Makes a CounterSets.
class CounterSetsMaker {
  public:
    static void run(detail::CounterStates& states, const std::function<void(CounterSets&)>& program) {
        CounterSets sets(states);
        program(sets);
    }
};

}  // namespace scrump
