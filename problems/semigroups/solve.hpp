#pragma once
// Counts numerical semigroups.

#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstdint>
#include <vector>

namespace scrump::semigroups {

/// Number of numerical semigroups of each genus from 0 to `genus`: element g is the number for genus g. Throws
/// UsageError if `genus` is above `largest_genus`, and as search.hpp.
EnumerationResult<std::vector<std::uint64_t>> count_by_genus(unsigned genus, const SearchOptions& options = {});

}  // namespace scrump::semigroups
