#pragma once

// Include it for checking that a generator keeps its promises.
//
// Checks whether a generator keeps its contract. A search trusts its generator, and answers wrongly if the generator
// breaks the contract; the check examines some nodes one by one, which no search does.
//
//     const scrump::CheckReport report = scrump::check<MyGenerator>(space, root, {.nodes = 10'000});
//     EXPECT_TRUE(report.ok()) << report;

#include <scrump/search/check_report.hpp>
#include <scrump/search/detail/contract_check.hpp>
#include <scrump/search/generator.hpp>
#include <scrump/search/objective.hpp>

namespace scrump {

/// Checks nodes from `root` down: all of them if they are few; otherwise half of the nodes depth first, and the other
/// half on random paths from the root. `Sense` is the direction of the objective: use `check<G, Minimise>` for a
/// generator that minimises. Rethrows what the generator throws.
template <NodeGenerator G, class Sense = Maximise>
CheckReport check(const typename G::Space& space, const typename G::Node& root, const CheckOptions& options = {}) {
    CheckReport report = detail::ContractCheck<G, Sense>(space, options).check(root);
    report.capabilities = capabilities<G>();
    return report;
}

}  // namespace scrump
