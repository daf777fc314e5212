#pragma once
// Whether a generator keeps what it promises. A search believes it, and answers wrongly where it must not be believed;
// this looks at some nodes one by one, as no search does.
//
//     const scrump::CheckReport report = scrump::check<MyGenerator>(space, root, {.nodes = 10'000});
//     EXPECT_TRUE(report.ok()) << report;

#include <scrump/search/check_report.hpp>
#include <scrump/search/detail/contract_check.hpp>
#include <scrump/search/generator.hpp>
#include <scrump/search/objective.hpp>

namespace scrump {

/// Looks at nodes below and with `root`: at all of them if there are not too many; else at half of them depth first,
/// and at the others on random ways down from the root. `Sense` is what the objective is meant for: of a generator that
/// is to minimise, `check<G, Minimise>`. Throws what the generator throws.
template <NodeGenerator G, class Sense = Maximise>
CheckReport check(const typename G::Space& space, const typename G::Node& root, const CheckOptions& options = {}) {
    CheckReport report = detail::ContractCheck<G, Sense>(space, options).check(root);
    report.capabilities = capabilities<G>();
    return report;
}

}  // namespace scrump
