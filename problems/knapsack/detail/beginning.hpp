#pragma once
// What precedes the search of a space: dynamic programming, which answers alone where its lists suffice.

#include <scrump/problems/knapsack/detail/generator.hpp>
#include <scrump/problems/knapsack/detail/lists.hpp>
#include <scrump/search/options.hpp>

#include <cstdint>
#include <optional>

namespace scrump::knapsack {

/// Returns the node at which a search of `space` with these options starts: the best packing that is known.
/// `target`: the profit that suffices. The space learns what dynamic programming shows of the greatest profit. Neither
/// changes the tree: so runs with different limits can share it. Collective if the options have a session.
Node begin(Space& space, std::optional<std::int64_t> target, const SearchOptions& options,
           const ListLimits& limits = {});

}  // namespace scrump::knapsack
