#pragma once
// Proofs that one graph is in another, or that it is not, for VeriPB, from the constraints in mapping_constraints.hpp.
//
// Each failed node of the log becomes a clause on the choices above it, by unit propagation through constraints that
// the step names (`rup` with hints): no step examines the whole problem. A Hall set is a sum (`pol`). Unneeded parts
// are left out: a Hall set is derived only when something needs it, and the other children of a node are not derived if
// one's clause does not depend on the choice there. (Gocht, McCreesh and Nordström, "Subgraph isomorphism meets cutting
// planes: solving with certified solutions", IJCAI 2020.)

#include <scrump/problems/proof/ext/tree_log.hpp>
#include <scrump/problems/sip/detail/mapping_constraints.hpp>

#include <cstdint>
#include <iosfwd>

namespace scrump::sip {

/// Writes the proof that no mapping exists, and returns the number of its steps.
std::uint64_t write_refutation(std::ostream& out, const MappingConstraints& constraints, const proof::LoggedTree& tree);
/// Writes the proof that a mapping exists.
std::uint64_t write_witness(std::ostream& out, const MappingConstraints& constraints, const Mapping& mapping);

}  // namespace scrump::sip
