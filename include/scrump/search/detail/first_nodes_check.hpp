#pragma once
// The first action of a search in a debug build (debug_check.hpp): it checks whether the first few nodes keep the
// contract. A wrong bound is found where it is written, not years later.
//
// That must change nothing for a correct search. So it is omitted if the space may have a state of its own that such a
// check would change or wait for, as far as can be told: if the space is a pointer, or cannot be copied, like one with
// a lock or an atomic. It is also omitted on simulated machines, where a program itself reports how time passes. It
// ends after some milliseconds; and only the first search of each kind is checked, the second, the fourth, and so on:
// programs that search all the time would otherwise do little else. An exception of the generator in the check will be
// thrown again if the search gets there.

#include <scrump/base/clock.hpp>
#include <scrump/search/check_report.hpp>
#include <scrump/search/detail/contract_check.hpp>
#include <scrump/search/options.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace scrump::detail {

/// Whether this search, the first, second … of its kind, is to be checked.
bool is_to_be_checked(const SearchOptions& options, std::uint64_t search);

/// Throws Error if a violation was found; the other processes are informed.
void refuse_broken(const CheckReport& report, const SearchOptions& options);

template <class Space>
concept KeepsNoState = std::copyable<Space> && !std::is_pointer_v<Space>;

/// Throws Error if one of the first nodes breaks the contract of a search for the best in `Sense` that has to beat this
/// value. With `counts_last`: of one that never makes the nodes at its depth limit.
template <NodeGenerator G, class Sense, bool counts_last = false>
void check_first_nodes(const typename G::Space& space, const typename G::Node& root, const SearchOptions& options,
                       typename Asked<G, Sense>::Objective to_beat = Asked<G, Sense>::worst()) {
    if constexpr (KeepsNoState<typename G::Space>) {
        static std::atomic<std::uint64_t> searches = 0;
        if (!is_to_be_checked(options, ++searches)) return;
        CheckOptions few{.nodes = 100, .depth_limit = options.depth_limit, .repeatable = false};
        if (counts_last && few.depth_limit != unlimited_depth) few.depth_limit -= std::min(few.depth_limit, 1U);
        CheckReport report;
        try {
            const Clock::time_point until = Clock::now() + std::chrono::milliseconds(50);
            report = ContractCheck<G, Sense>(space, few, to_beat, until).check(root);
        } catch (...) {
            return;
        }
        refuse_broken(report, options);
    }
}

}  // namespace scrump::detail
