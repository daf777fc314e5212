#pragma once
// Whether times, distributions and timelines are kept. The option SCRUMP_COUNTERS of the build turns all of it off, for
// those who want to see what it costs; what a search counts because it needs it (nodes, tasks) stays.

namespace scrump::detail {

#ifdef SCRUMP_NO_COUNTERS
inline constexpr bool counting = false;
#else
inline constexpr bool counting = true;
#endif

}  // namespace scrump::detail
