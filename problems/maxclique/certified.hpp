#pragma once
// Solves the maximum clique and k-clique problems with a proof of the answer. The search settles fewer nodes than that
// of solve.hpp, and so takes longer, but runs with any skeleton, policy and number of workers.

#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/proof/ext/text.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace scrump::maxclique {

/// Largest number of vertices of a graph whose answer can be proved.
inline constexpr std::size_t max_certified_vertices = 4096;

using CertifiedMaximumClique = proof::Certified<Clique>;

using CertifiedKClique = proof::Certified<std::optional<Clique>>;

/// As find_maximum_clique(), and writes `name`.opb, the problem, and `name`.pbp, the proof, for VeriPB. Throws as that,
/// and Error for a graph of more than max_certified_vertices vertices or files that cannot be written, UsageError for
/// checkpoints and depth limits.
CertifiedMaximumClique certify_maximum_clique(const graph::Graph& graph, const std::string& name,
                                              const Settings& settings = {});

/// As find_clique(), with a proof.
CertifiedKClique certify_clique(const graph::Graph& graph, std::size_t k, const std::string& name,
                                const Settings& settings = {});

}  // namespace scrump::maxclique
