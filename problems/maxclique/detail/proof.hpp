#pragma once
// Proofs that a clique is a largest one, or that no clique of k vertices exists, for VeriPB.
//
// The variable xV means that vertex V, counted from 1, is in the clique; two vertices that are not adjacent are not
// both in it. What follows from that, refutation.hpp says.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/proof/ext/tree_log.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// The constraints that define the cliques of a graph, by number.
class NonEdges {
  public:
    /// `graph` must outlive it. Takes one bit in sixteen of vertices².
    explicit NonEdges(const graph::Graph& graph);

    /// Number of constraints.
    std::uint64_t count() const { return before_.back(); }
    /// The constraint that one of `u` and `v`, which are different and not adjacent, is not in the clique.
    proof::Constraint of(std::size_t u, std::size_t v) const;

    const graph::Graph& graph() const { return *graph_; }

  private:
    std::uint64_t strangers_above(std::size_t u, std::size_t w) const;

    const graph::Graph* graph_;
    std::size_t words_;
    std::vector<std::uint64_t> before_;        ///< number of non-edges of the vertices before each
    std::vector<std::uint32_t> before_words_;  ///< number of these before each word of a vertex's row
};

/// Writes the problem: to find a largest clique, or one of `k` vertices.
void write_problem(std::ostream& out, const NonEdges& edges, std::optional<std::size_t> k);

/// Writes the proof that no clique is larger than `clique`, and returns the number of its steps. `order[v]`: the vertex
/// for which the log's v stands.
std::uint64_t write_maximum_proof(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique,
                                  const proof::LoggedTree& tree, std::span<const std::uint32_t> order);
/// Writes the proof that no clique of `k` vertices exists.
std::uint64_t write_refutation(std::ostream& out, const NonEdges& edges, std::size_t k, const proof::LoggedTree& tree,
                               std::span<const std::uint32_t> order);
/// Writes the proof that a clique of k vertices exists: `clique`.
std::uint64_t write_witness(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique);

}  // namespace scrump::maxclique
