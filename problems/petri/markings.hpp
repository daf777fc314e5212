#pragma once
// The reachable markings of a net as a state space.

#include <scrump/problems/petri/net.hpp>

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
    explicit Markings(Net net);

    const Net& net() const { return net_; }

    Marking initial() const;
    /// The markings after one transition. Throws Error if a place would hold more tokens than can be counted: the net
    /// may then be unbounded.
    template <class Yield>
    void successors(MarkingSpan marking, const Yield& yield) const {
        std::vector<Tokens> tokens = decode(marking);
        Marking next;
        for (const Transition& transition : net_.transitions) {
            if (!is_enabled(transition, tokens)) continue;
            fire(transition, tokens);
            encode(tokens, next);
            undo(transition, tokens);
            yield(MarkingSpan(next));
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
};

}  // namespace scrump::petri
