#pragma once
// Solves the queens problem: counts all placements, or finds one.

#include <scrump/problems/queens/queens.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstdint>
#include <vector>

namespace scrump::queens {

/// Counts the placements of queens in the first r rows of a board of `size` rows: element r, from 0 to `size`. The last
/// one is the number of solutions. Throws Error unless 1 <= `size` <= 32, and as search.hpp.
EnumerationResult<std::vector<std::uint64_t>> count_by_row(unsigned size, const SearchOptions& options = {});

/// Finds a placement of all queens, or proves that none exists. Throws as count_by_row().
Answer<std::optional<Placement>> find(unsigned size, const SearchOptions& options = {});

}  // namespace scrump::queens
