#pragma once
// What is known of a net's markings from its structure alone: bounds of places, and transitions that are never enabled.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>
#include <scrump/problems/petri/units.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace scrump::petri {

/// The net must outlive it.
class NetStructure {
  public:
    /// Larger than all numbers of tokens.
    static constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max() / 4;

    NetStructure(const Net& net, const std::vector<Unit>& units);

    /// Whether a transition is never enabled: it takes tokens that no transition puts there.
    bool is_dead(std::uint32_t transition) const { return dead_[transition]; }
    /// Whether the structure tells that a place, or a coloured place, has the same tokens in all markings.
    bool has_stable_place() const { return has_stable_place_; }
    /// Whether a transition, or a coloured transition, is never enabled.
    bool has_dead_transition() const { return has_dead_transition_; }
    /// The most tokens of a sum, or `unbounded`.
    std::int64_t most(const Sum& sum) const;
    /// An equivalent formula, simplified, without the comparisons and transitions that the structure decides.
    Formula decide(const Formula& formula) const { return simplified(replace(formula)); }

  private:
    struct Range {
        std::int64_t least = 0, most = 0;
        void add(std::int64_t weight, std::int64_t fewest_tokens, std::int64_t most_tokens);
    };
    using Weights = std::map<std::uint32_t, std::int64_t>;

    void find_enabled();
    void find_bounds();
    void look_at_groups();
    bool takes_too_much(const Transition& transition) const;
    bool is_always_enabled(std::uint32_t transition) const;
    Range range_of(const Weights& weights) const;
    Formula replace(const Formula& formula) const;
    Formula replace_enabled(const Formula& formula) const;

    static constexpr std::uint32_t no_unit = std::numeric_limits<std::uint32_t>::max();

    const Net& net_;
    const std::vector<Unit>& units_;
    std::vector<std::uint32_t> unit_of_;  // the first one with a place
    std::vector<bool> dead_;
    std::vector<std::int64_t> least_, most_;
    bool has_stable_place_ = false, has_dead_transition_ = false;
};

}  // namespace scrump::petri
