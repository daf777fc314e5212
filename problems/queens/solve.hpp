#pragma once
// Queens placed: all ways counted, or one found.

#include <scrump/problems/queens/queens.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstdint>
#include <vector>

namespace scrump::queens {

/// In how many ways queens can stand in the first r rows of a board of `size` rows: element r, from 0 to `size`. The
/// last one is the number of solutions. Throws Error unless 1 <= `size` <= 32, and as search.hpp.
EnumerationResult<std::vector<std::uint64_t>> count_by_row(unsigned size, const SearchOptions& options = {});

/// One way to place all queens, or the proof that there is none. Throws as count_by_row().
DecisionResult<Placement> find(unsigned size, const SearchOptions& options = {});

}  // namespace scrump::queens
