#pragma once
// The images that each vertex has before any is chosen, as constraints: the exclusions by labels, loops and degrees are
// added to the constraint that the vertex goes somewhere. Derived only for vertices for which a proof needs it.

#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/sip/detail/logged_search.hpp>
#include <scrump/problems/sip/detail/mapping_constraints.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::sip {

class StartDomains {
  public:
    /// Both must outlive it.
    StartDomains(proof::Proof& proof, const MappingConstraints& constraints);

    /// The constraint that `p` goes to one of its remaining images.
    proof::Constraint of(std::size_t p);
    /// The remaining images.
    const Images& images(std::size_t p);

  private:
    struct Fact {
        DegreeFact fact;
        proof::Constraint constraint = 0;  // the constraint that p does not go to t; 0: not derived yet
    };

    Fact* fact_about(std::size_t p, std::size_t t);
    proof::Constraint derive(Fact& fact);
    proof::Constraint add(std::span<const proof::Constraint> constraints);

    proof::Proof& proof_;
    const MappingConstraints& constraints_;
    std::vector<Fact> facts_;                 // by p and t
    std::vector<proof::Constraint> derived_;  // for each p; 0: not derived yet
    std::vector<Images> images_;              // for each p; empty: not needed yet
};

}  // namespace scrump::sip
