#pragma once
// What techniques are told of a loop: as its options say, and as far as these say nothing, as earlier runs have shown.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/technique.hpp>

#include <cstdint>

namespace scrump::detail {

/// Each cost that is not given is the one that was learned.
IterationCosts known_costs(const LoopOptions& options);

/// For a technique that divides `iterations` among all `workers`. AWF's weights are those that were learned.
LoopShape shape_for(const Technique& technique, const LoopOptions& options, std::uint64_t iterations, unsigned workers);

}  // namespace scrump::detail
