#pragma once
// Whether times, distributions and timelines are kept. The build option SCRUMP_COUNTERS turns all of it off, to measure
// its cost; counts that a search needs (nodes, tasks) stay.

namespace scrump::detail {

#ifdef SCRUMP_NO_COUNTERS
inline constexpr bool counting = false;
#else
inline constexpr bool counting = true;
#endif

}  // namespace scrump::detail
