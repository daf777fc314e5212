#pragma once
// A clique that changes vertex by vertex, with the vertices that can join it: the basis of local searches.

#include <scrump/problems/graph/graph.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::maxclique {

/// A clique of a graph and the vertices that can join when none or one of its members leaves. A change takes time
/// proportional to the number of vertices that the changed one is not adjacent to, and to vertices / 64.
class CliqueNeighbourhood {
  public:
    using Vertex = std::uint32_t;

    /// The empty clique. `graph` must outlive this object.
    explicit CliqueNeighbourhood(const graph::Graph& graph);

    /// Adds `vertex`, which must be addable.
    void join(Vertex vertex);
    /// Removes `vertex`, which must be a member.
    void leave(Vertex vertex);

    const std::vector<Vertex>& clique() const { return clique_; }
    bool has(Vertex vertex) const { return in_clique_[vertex] != 0; }
    /// Vertices adjacent to all members.
    const std::vector<Vertex>& addable() const { return lists_[0]; }
    /// Vertices adjacent to all members except one.
    const std::vector<Vertex>& swappable() const { return lists_[1]; }
    /// The member to which `vertex`, which must be swappable, is not adjacent.
    Vertex blocker(Vertex vertex) const { return static_cast<Vertex>(blocker_sum_[vertex]); }

  private:
    void block(Vertex vertex, Vertex member);
    void unblock(Vertex vertex, Vertex member);
    void list_in(std::uint32_t blockers, Vertex vertex);
    void list_out(std::uint32_t blockers, Vertex vertex);

    const graph::Graph* graph_;
    std::vector<Vertex> clique_;
    std::vector<Vertex> place_in_clique_;
    std::vector<std::uint8_t> in_clique_;
    std::vector<std::uint32_t> blockers_;       ///< number of members to which each vertex is not adjacent …
    std::vector<std::uint64_t> blocker_sum_;    ///< … and the sum of their numbers: the blocker, if there is only one
    std::array<std::vector<Vertex>, 2> lists_;  ///< vertices outside with no blocker and with one
    std::vector<Vertex> place_in_list_;
};

}  // namespace scrump::maxclique
