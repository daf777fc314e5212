#pragma once
// The images that each vertex has left before any is chosen, as constraints: what labels, loops and degrees forbid is
// added to the constraint that the vertex goes somewhere. Derived for those vertices of which a proof needs it.

#include <scrump/problems/proof/text.hpp>
#include <scrump/problems/sip/logged_search.hpp>
#include <scrump/problems/sip/mapping_constraints.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::sip {

class StartDomains {
  public:
    /// Both must outlive it.
    StartDomains(proof::Proof& proof, const MappingConstraints& constraints);

    /// The constraint that `p` goes to one of those that are left.
    proof::Constraint of(std::size_t p);
    /// Which these are.
    const Images& images(std::size_t p);

  private:
    struct Fact {
        DegreeFact fact;
        proof::Constraint constraint = 0;  // that p does not go to t; 0: not derived yet
    };

    Fact* fact_about(std::size_t p, std::size_t t);
    proof::Constraint derive(Fact& fact);
    proof::Constraint add(std::span<const proof::Constraint> constraints);

    proof::Proof& proof_;
    const MappingConstraints& constraints_;
    std::vector<Fact> facts_;                 // by p and t
    std::vector<proof::Constraint> derived_;  // of each p; 0: not yet
    std::vector<Images> images_;              // of each p; empty: not asked for yet
};

}  // namespace scrump::sip
