#pragma once
// Debug builds check the first nodes of a search: programs that are compiled without NDEBUG, and with the flags of
// Scrump's package, which define SCRUMP_CHECK_SEARCHES. The check itself is a tenth of what a search takes to compile,
// so no other program includes it.

#include <scrump/search/generator.hpp>
#include <scrump/search/options.hpp>

#if defined(SCRUMP_CHECK_SEARCHES) && !defined(NDEBUG)
#include <scrump/search/detail/first_nodes_check.hpp>
#endif

namespace scrump::detail {

struct NoSense;

/// Throws Error if one of the first nodes breaks the contract of a search for the best in `Sense` that has to beat
/// `to_beat`, if anything. With `counts_last`: of one that never makes the nodes at its depth limit.
template <NodeGenerator G, class Sense, bool counts_last = false, class... ToBeat>
void check_in_debug_builds([[maybe_unused]] const typename G::Space& space,
                           [[maybe_unused]] const typename G::Node& root, [[maybe_unused]] const SearchOptions& options,
                           const ToBeat&... to_beat) {
#if defined(SCRUMP_CHECK_SEARCHES) && !defined(NDEBUG)
    check_first_nodes<G, Sense, counts_last>(space, root, options, to_beat...);
#else
    (static_cast<void>(to_beat), ...);
#endif
}

}  // namespace scrump::detail
