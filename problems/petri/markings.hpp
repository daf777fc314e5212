#pragma once
// The reachable markings of a net as a state space.

#include <scrump/problems/petri/detail/stubborn_sets.hpp>
#include <scrump/problems/petri/net.hpp>
#include <scrump/problems/petri/reduction.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::petri {

/// The tokens of each place, place by place, seven bits per byte, the lowest first (LEB128): a byte per place with few
/// tokens.
using Marking = std::vector<std::uint8_t>;
using MarkingSpan = std::span<const std::uint8_t>;

/// A net as a state space.
class Markings {
  public:
    /// All markings, or, if they are reduced, those that are needed for what is sought.
    explicit Markings(Net net, NetReduction reduction = NetReduction::none, const SoughtMarkings& sought = {});

    const Net& net() const { return net_; }
    bool is_reduced() const { return stubborn_sets_.has_value(); }

    Marking initial() const;
    /// The markings after one transition; if they are reduced, after one of a stubborn set. Throws Error if a place
    /// would hold more tokens than can be counted: the net may then be unbounded.
    template <class Yield>
    void successors(MarkingSpan marking, const Yield& yield) const {
        std::vector<Tokens> tokens = decode(marking);
        Marking next;
        const auto yield_after = [&](const Transition& transition) {
            fire(transition, tokens);
            encode(tokens, next);
            undo(transition, tokens);
            yield(MarkingSpan(next));
        };
        if (stubborn_sets_) {
            for (const std::uint32_t each : stubborn_sets_->choose(tokens)) yield_after(net_.transitions[each]);
        } else {
            for (const Transition& transition : net_.transitions)
                if (is_enabled(transition, tokens)) yield_after(transition);
        }
    }

    /// The tokens of each place. Throws Error for bytes that are not a marking of this net.
    std::vector<Tokens> decode(MarkingSpan marking) const;
    /// Raises each of `bounds`, one per place, to the place's tokens.
    void raise(MarkingSpan marking, std::span<std::uint64_t> bounds) const;

    /// The number of a transition that leads from one marking to the other, if any.
    std::optional<std::uint32_t> step_between(MarkingSpan from, MarkingSpan to) const;
    /// The name of a transition that leads from one marking to the other, if any.
    std::string transition_between(MarkingSpan from, MarkingSpan to) const;

    /// The places that hold tokens, such as "free, busy 3".
    std::string to_string(MarkingSpan marking) const;

  private:
    static bool is_enabled(const Transition& transition, std::span<const Tokens> tokens);
    void fire(const Transition& transition, std::span<Tokens> tokens) const;
    static void undo(const Transition& transition, std::span<Tokens> tokens);
    static void encode(std::span<const Tokens> tokens, Marking& marking);

    Net net_;
    std::optional<StubbornSets> stubborn_sets_;
};

}  // namespace scrump::petri
