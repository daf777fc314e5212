#pragma once
// The description of a loop for techniques: by its options, completed by what earlier runs have shown.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/technique.hpp>

#include <cstdint>

namespace scrump::detail {

/// Each missing cost is replaced by the learned one.
IterationCosts known_costs(const LoopOptions& options);

/// For a technique that divides `iterations` among all `workers`. AWF's weights are the learned ones.
LoopShape shape_for(const Technique& technique, const LoopOptions& options, std::uint64_t iterations, unsigned workers);

}  // namespace scrump::detail
