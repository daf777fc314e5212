#pragma once
// The walk through a logged clique search that writes the steps of a proof.
//
// A node of the search is a clique C and its candidates P. From the constraint "more vertices than the best clique has"
// it derives a constraint on P: sum of P + multiples of the ~x of C >= the missing number. Of a class of colours, which
// is an independent set, at most one vertex is in a clique; of n classes in conflict and a further vertex, at most n
// (conflict.hpp). Adding these constraints leaves a clause: not all of C. A child's clause removes the vertex that was
// branched on from the parent's P. So the proof is one walk through the tree, in which no node comes before those below
// its later siblings. (Gocht, McBride, McCreesh, Nordström, Prosser and Trimble, "Certifying solvers for clique and
// maximum common (connected) subgraph problems", CP 2020: there steps follow by unit propagation; here each is an
// explicit sum, which takes a checker less time, of constraints that many nodes share. The records of the nodes were
// logged by parallel workers, against the incumbents of their time: the best clique is larger, so that more is missing,
// and all steps hold.)

#include <scrump/problems/maxclique/detail/proof.hpp>
#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/proof/ext/tree_log.hpp>

#include <cstdint>
#include <span>

namespace scrump::maxclique {

/// The constraint that a clique has at least `count` vertices.
struct SoMany {
    proof::Constraint constraint;
    std::uint64_t count;
};

/// Writes the steps that derive 0 >= 1 from `needed`, and returns the number of that constraint. `order[v]`: the vertex
/// for which the log's v stands.
proof::Constraint refute(proof::Proof& proof, const NonEdges& edges, const proof::LoggedTree& tree,
                         std::span<const std::uint32_t> order, SoMany needed);

}  // namespace scrump::maxclique
