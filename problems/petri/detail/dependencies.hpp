#pragma once
// Which transitions of a net depend on each other, as a graph: a set of transitions that leads nowhere else in it is
// stubborn (stubborn_sets.hpp). Its nodes are the transitions, and for each place all those that take tokens from it,
// lower its tokens, or raise them. So the graph is as small as the net, however many transitions share a place.

#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::petri {

/// Independent of the net once it is made.
class Dependencies {
  public:
    using Node = std::uint32_t;  ///< below count_transitions(), the transition of that number

    explicit Dependencies(const Net& net);

    std::size_t count_transitions() const { return takes_.size(); }
    std::size_t count_nodes() const { return takes_.size() + members_.size(); }
    bool is_transition(Node node) const { return node < takes_.size(); }

    /// Those that take from a place, if only to look; those after which it has fewer tokens, and more.
    Node takers(std::uint32_t place) const { return node(place, 0); }
    Node lowering(std::uint32_t place) const { return node(place, 1); }
    Node raising(std::uint32_t place) const { return node(place, 2); }
    /// The transitions of a node of a place.
    std::span<const Node> members(Node node) const { return members_[node - takes_.size()]; }

    std::span<const Arc> takes(std::uint32_t transition) const { return takes_[transition]; }
    /// The nodes of all transitions that an enabled one can disable.
    std::span<const Node> disabled_by(std::uint32_t transition) const {
        return std::span(around_[transition]).first(lowered_[transition]);
    }
    /// The nodes of these and of all that can disable it.
    std::span<const Node> competing(std::uint32_t transition) const { return around_[transition]; }
    /// The nodes of all that can disable it.
    std::vector<Node> disabling(std::uint32_t transition) const;

  private:
    Node node(std::uint32_t place, std::uint32_t which) const {
        return static_cast<Node>(takes_.size()) + 3 * place + which;
    }

    std::vector<std::vector<Arc>> takes_;
    std::vector<std::vector<Node>> members_;
    std::vector<std::vector<Node>> around_;  // first takers of places that the transition lowers, then the others
    std::vector<std::size_t> lowered_;       // number of these places
};

}  // namespace scrump::petri
