#pragma once
// The images that an assignment excludes for another vertex, as constraints: if p goes to t, q does not go to vertices
// that are not neighbours of t. Two constraints together imply it: that q goes to a neighbour, and that it goes to only
// one vertex. Their sum is derived once and kept, as much of a proof needs the same sums.

#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/sip/detail/mapping_constraints.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace scrump::sip {

class Exclusions {
  public:
    /// Both must outlive it.
    Exclusions(proof::Proof& proof, const MappingConstraints& constraints) : proof_(proof), constraints_(constraints) {}

    /// The constraint that `q`, if `p` goes to `t`, does not go to excluded images; if no neighbour is required, that
    /// it does not go to `t`.
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
    std::unordered_map<proof::Constraint, proof::Constraint> derived_;  // for each constraint on the image of q
};

}  // namespace scrump::sip
