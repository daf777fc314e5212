#pragma once
// Trials of orders of counters on smaller versions of a system: with less in its counters, the search is short, and
// tells what grows.

#include "carry_out.hpp"
#include "counter_order.hpp"
#include "list_transitions.hpp"

#include <scrump/states/diagrams/counters.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::detail {

class CounterTrials {
  public:
    CounterTrials(const DiagramParts& parts, const CounterSystem& system);

    /// Leaves those orders with which trials were shortest, the best first; that one alone, changed to a better one, if
    /// the trials tell. All if nothing is to be learnt, as in a system whose counters are small.
    void choose(std::vector<OrderedCounters>& orders);

  private:
    using Levels = std::vector<std::uint32_t>;

    // What a trial took.
    struct Cost {
        std::uint64_t steps = 0;  // operations, and nodes
        std::int64_t firings = 0;
    };

    // An order, and what its last trial took.
    struct Candidate {
        OrderedCounters order;
        double steps = 0;
        double growth = 1;  // since the trial before
    };

    CounterSystem scaled(std::uint32_t scale) const;
    std::uint64_t steps() const;
    std::optional<Cost> cost(const CounterSystem& small, const Levels& levels, std::int64_t most_firings);
    static double expected(const Candidate& candidate, double doublings);
    bool keep_best(std::uint32_t scale, std::vector<Candidate>& candidates);
    void improve(Candidate& candidate, double most_steps);

    const DiagramParts& parts_;
    const CounterSystem& system_;
    const std::vector<bool> is_amount_;
    const std::uint32_t largest_;  // initial amount
    std::uint32_t trials_ = 0;
    std::uint32_t scale_ = 0;  // of the last trials that ended
};

}  // namespace scrump::detail
