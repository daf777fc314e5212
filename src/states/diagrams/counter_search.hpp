#pragma once
// Searches for all vectors of counters that can be reached, in an order of the counters.

#include "carry_out.hpp"
#include "list_sifting.hpp"
#include "list_transitions.hpp"

#include <scrump/states/diagrams/counters.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

/// Values of counters, from the first level to the last.
std::vector<std::uint32_t> values_by_level(std::span<const std::uint32_t> values,
                                           std::span<const std::uint32_t> levels);

/// All vectors that can be reached from the initial one. Throws OverBudget.
Edge find_reachable(const DiagramParts& parts, ListTransitions& transitions, const CounterSystem& system,
                    std::span<const std::uint32_t> levels);

/// The same search with an order that changes on its way: when the table has grown by a factor since the last time, the
/// operations are cut short, and the levels of the set that was found so far are sifted. If that makes it smaller, the
/// search resumes from it with other levels.
class ReorderingSearch {
  public:
    /// Leaves the last order in `levels`, and its transitions in `transitions`.
    ReorderingSearch(const DiagramParts& parts, const CounterSystem& system, const Reordering& how,
                     std::vector<std::uint32_t>& levels, std::optional<ListTransitions>& transitions);

    Edge operator()();

  private:
    Edge search();
    void sift_levels();
    std::uint64_t steps() const;
    std::uint64_t most_steps() const;
    double spans(std::span<const std::uint32_t> levels) const;
    bool is_worth_it(const Sifted& sifted) const;

    const DiagramParts& parts_;
    const CounterSystem& system_;
    const Reordering how_;
    std::vector<std::uint32_t>& levels_;
    std::optional<ListTransitions>& transitions_;
    std::optional<HeldByHandles::Slot> found_;  // holds what was found so far
    std::uint64_t most_nodes_;                  // until the next time
    std::uint64_t steps_before_;                // when the last time ended
    unsigned times_without_help_ = 0;           // since the last reordering
};

}  // namespace scrump::detail
