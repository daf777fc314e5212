#pragma once
// Solves subgraph isomorphism with a proof of the answer. The search prunes less than that of solve.hpp, and so takes
// longer, but runs with any skeleton, policy and number of workers.

#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <optional>
#include <string>

namespace scrump::sip {

using CertifiedMapping = proof::Certified<std::optional<Mapping>>;

/// As find(), and writes `name`.opb, the problem, and `name`.pbp, the proof, for VeriPB. The problem takes some 10
/// bytes for each edge of the pattern and each edge of the target, four times. Throws as that, and Error for graphs
/// without vertices, edges with directions or labels, or files that cannot be written, UsageError for checkpoints and
/// depth limits.
CertifiedMapping certify(const Problem& problem, const std::string& name, const SearchOptions& options = {});

}  // namespace scrump::sip
