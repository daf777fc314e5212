#pragma once
// The constraints of a proof that at most one vertex of an independent set is in the clique, each derived once: nodes
// have most of their classes in common with others.

#include <scrump/problems/maxclique/detail/proof.hpp>
#include <scrump/problems/proof/ext/sum.hpp>
#include <scrump/problems/proof/ext/text.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// Vertices by their numbers in the log, ascending.
using LoggedVertices = std::span<const std::uint16_t>;

class IndependentSets {
  public:
    /// `order[v]`: the vertex for which the log's v stands. All must outlive this.
    IndependentSets(proof::Proof& proof, const NonEdges& edges, std::span<const std::uint32_t> order);

    /// The constraint for at least two vertices, no two of which are adjacent. May write steps.
    proof::Constraint of(LoggedVertices vertices);

    /// Adds it to a sum; for one vertex that of its variable.
    void add(proof::Sum& sum, LoggedVertices vertices, std::uint64_t times = 1);

    /// Forgets all if they are many: between steps.
    void trim();

  private:
    struct Entry {
        std::uint64_t key = 0;  ///< the constraint of all vertices but the last, and that; 0: none
        proof::Constraint constraint = 0;
    };

    proof::Constraint pair(std::size_t u, std::size_t v) const;
    Entry& entry(std::uint64_t key);
    void grow();
    proof::Constraint derive(proof::Constraint without_last, LoggedVertices vertices);

    proof::Proof& proof_;
    const NonEdges& edges_;
    std::span<const std::uint32_t> order_;
    std::vector<std::uint32_t> pairs_;  // the non-edges of each two vertices of a graph that is not large
    std::vector<Entry> table_;          // open addressing; its size is a power of two
    std::size_t used_ = 0;
    proof::Sum step_;
};

}  // namespace scrump::maxclique
