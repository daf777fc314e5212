#pragma once
// Proofs that one graph is in another, or that it is not, for VeriPB, of the constraints in mapping_constraints.hpp.
//
// Each node of the log that fails becomes a clause of what was chosen above it, by unit propagation through constraints
// that the step names (`rup` with hints): no step looks at all of the problem. A Hall set is a sum (`pol`). What no
// clause needs is left out: neither is a Hall set derived before something needs it, nor are the other children of a
// node derived where one's clause does not say what was chosen there. (Gocht, McCreesh and Nordström, "Subgraph
// isomorphism meets cutting planes: solving with certified solutions", IJCAI 2020.)

#include <scrump/problems/proof/tree_log.hpp>
#include <scrump/problems/sip/mapping_constraints.hpp>

#include <cstdint>
#include <iosfwd>

namespace scrump::sip {

/// Writes the proof that there is no mapping, and returns the number of its steps.
std::uint64_t write_refutation(std::ostream& out, const MappingConstraints& constraints, const proof::LoggedTree& tree);
/// Writes the proof that there is one.
std::uint64_t write_witness(std::ostream& out, const MappingConstraints& constraints, const Mapping& mapping);

}  // namespace scrump::sip
