#pragma once
// Proofs that a clique is a largest one, or that there is none of k vertices, for VeriPB.
//
// The variable xV says that vertex V, counted from 1, is in the clique; two vertices that are not adjacent are not both
// in it. A node of the search is a clique C and its candidates P. Of the constraint "more vertices than the best
// clique has" it keeps, by adding non-edges, what it says of P: sum of P + multiples of the ~x of C >= what is missing.
// Colour classes are independent sets, of which at most one vertex is in a clique; adding these constraints leaves a
// clause: not all of C. A child's clause takes the vertex that was branched on out of the parent's P. So the proof is
// one walk through the tree, in which no node comes before those below its later siblings. (Gocht, McBride, McCreesh,
// Nordström, Prosser and Trimble, "Certifying solvers for clique and maximum common (connected) subgraph problems", CP
// 2020: there steps follow by unit propagation; here each is an explicit sum, which takes a checker less time. What
// nodes were settled with was logged by parallel workers, against the incumbents of their time: the best clique is
// larger, so that what is missing is more, and all steps hold.)

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/proof/text.hpp>
#include <scrump/problems/proof/tree_log.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// The constraints that say of a graph what a clique is, by number.
class NonEdges {
  public:
    /// `graph` must outlive it. Takes one bit in sixteen of vertices².
    explicit NonEdges(const graph::Graph& graph);

    /// How many there are.
    std::uint64_t count() const { return before_.back(); }
    /// The constraint that of `u` and `v`, which are different and not adjacent, one is not in the clique.
    proof::Constraint of(std::size_t u, std::size_t v) const;

    const graph::Graph& graph() const { return *graph_; }

  private:
    std::uint64_t strangers_above(std::size_t u, std::size_t w) const;

    const graph::Graph* graph_;
    std::size_t words_;
    std::vector<std::uint64_t> before_;        ///< non-edges of the vertices before each
    std::vector<std::uint32_t> before_words_;  ///< of each vertex, those before each word of its row
};

/// Writes the problem: to find a largest clique, or one of `k` vertices.
void write_problem(std::ostream& out, const NonEdges& edges, std::optional<std::size_t> k);

/// A sum of non-edges, as an operand of a step: at most one of `vertices`, of which no two are adjacent and which are
/// at least two.
void write_at_most_one(proof::Text& text, const NonEdges& edges, std::span<const std::size_t> vertices);

/// Writes the proof that no clique is larger than `clique`, and returns the number of its steps. `order[v]`: the vertex
/// that the log's v stands for.
std::uint64_t write_maximum_proof(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique,
                                  const proof::LoggedTree& tree, std::span<const std::uint32_t> order);
/// Writes the proof that there is no clique of `k` vertices.
std::uint64_t write_refutation(std::ostream& out, const NonEdges& edges, std::size_t k, const proof::LoggedTree& tree,
                               std::span<const std::uint32_t> order);
/// Writes the proof that there is one of k vertices: `clique`.
std::uint64_t write_witness(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique);

}  // namespace scrump::maxclique
