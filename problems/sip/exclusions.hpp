#pragma once
// What an image takes from another vertex, as constraints: if p goes to t, q does not go to what is no neighbour of t.
// The constraint that q goes to a neighbour, and the one that it goes to one vertex only, say so together. Their sum is
// derived once and kept, as much of a proof needs the same ones.

#include <scrump/problems/proof/text.hpp>
#include <scrump/problems/sip/mapping_constraints.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace scrump::sip {

class Exclusions {
  public:
    /// Both must outlive it.
    Exclusions(proof::Proof& proof, const MappingConstraints& constraints) : proof_(proof), constraints_(constraints) {}

    /// That `q`, if `p` goes to `t`, does not go where it then may not; where it must be of no neighbour, not to `t`.
    proof::Constraint of(std::size_t p, std::size_t t, std::size_t q) {
        const Problem& problem = constraints_.problem();
        if (!problem.induced && !problem.pattern.edges.adjacent(p, q)) return constraints_.at_most_one(t);
        const proof::Constraint follows = constraints_.follows(p, t, q);
        proof::Constraint& derived = derived_[follows];
        if (derived != 0) return derived;
        proof_.text() << "pol " << follows << ' ' << constraints_.one_image(q) << " +;\n";
        return derived = proof_.derived();
    }

  private:
    proof::Proof& proof_;
    const MappingConstraints& constraints_;
    std::unordered_map<proof::Constraint, proof::Constraint> derived_;  // of each that says where q goes to
};

}  // namespace scrump::sip
