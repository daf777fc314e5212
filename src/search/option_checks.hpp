#pragma once
// What options of a search are refused.

#include <scrump/search/detail/run.hpp>
#include <scrump/search/options.hpp>

#include <cstddef>

namespace scrump::detail {

/// Refuses what this search cannot do, and returns the options. Before anything is connected: or others would wait for
/// this process. Throws UsageError.
const SearchOptions& possible(const SearchOptions& options, const Capabilities& capabilities);

/// Refuses stacks that would take all memory, because nodes are large. `words`: those of one stack.
void check_size(std::size_t words);

}  // namespace scrump::detail
