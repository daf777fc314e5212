#pragma once
// Closed sets of transitions in one marking (stubborn_sets.hpp).

#include <scrump/problems/petri/detail/dependencies.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::petri {

/// The dependencies must outlive it. One at a time in a thread.
class StubbornChoice {
  public:
    using Node = Dependencies::Node;

    StubbornChoice(const Dependencies& dependencies, std::span<const Tokens> tokens);

    /// The enabled transitions, ascending.
    const std::vector<std::uint32_t>& enabled() const;
    bool is_enabled(std::uint32_t transition) const;
    /// For a disabled transition, the node of all that raise a place where tokens are missing: the one with the fewest.
    Node missing(std::uint32_t transition) const;

    /// The enabled transitions of the smallest closed set with these nodes, which the first of them may enter from
    /// outside.
    std::vector<std::uint32_t> closure(std::span<const Node> nodes);
    /// The enabled transitions of a strong stubborn set: of those that contain no other one, the one with the fewest.
    /// Empty only if none is enabled.
    const std::vector<std::uint32_t>& deadlock_set();

  private:
    struct Scratch;
    static Scratch& scratch();

    std::span<const Node> next(Node node, bool strong) const;

    // Strongly connected components (Tarjan, 1972), each after all to which it leads.
    bool visit_components(Node root);
    void enter(Node node);
    void leave(Node node);
    void take_component(Node root);

    const Dependencies& dependencies_;
    Scratch& scratch_;
    std::optional<std::vector<std::uint32_t>> deadlock_set_;
};

}  // namespace scrump::petri
