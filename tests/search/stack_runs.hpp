#pragma once
// What searches with steal stacks must show of their protocol, in process and over MPI.

#include "search/problems.hpp"

#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace scrump::test {

inline StackActivity stacks_of(const Statistics& statistics) {
    StackActivity all;
    for (const LocalityStatistics& each : statistics.localities) all += each.stack();
    return all;
}

/// Chunks move as the protocol of the options says, and they do move: some are stolen in every locality but the first,
/// where the search begins; those who share take some back; who gives half gives more than one. Trees grow until all
/// that was seen, by the first process: in the others, `of_the_first` says whether it was. `search` visits a whole
/// tree.
template <class Search>
void expect_work_to_move(const SearchOptions& options, const std::function<bool(bool)>& of_the_first,
                         const Search& search) {
    using Kind = StealProtocol::Kind;
    const Kind kind = options.skeleton.protocol.kind;
    const bool half = kind == Kind::rapid_diffusion || kind == Kind::distributed_memory;
    const bool shares = kind != Kind::message_passing;
    constexpr unsigned attempts = 12;
    StackActivity seen;
    std::vector<std::uint64_t> steals;
    for (unsigned attempt = 0; attempt < attempts; ++attempt) {
        const RandomTree tree{.root_children = 400U << std::min(attempt, 8U), .depth = 16, .seed = attempt + 1};
        const auto result = search(tree, options);
        ASSERT_EQ(result.status, Status::complete);
        if (options.session != nullptr && !options.session->first()) {
            if (of_the_first(false)) return;
            continue;
        }
        const StackActivity moved = stacks_of(result.statistics);
        EXPECT_EQ(moved.releases, moved.chunks_stolen + moved.reacquires);
        if (half) {
            EXPECT_GE(moved.chunks_stolen, moved.steals);
        } else {
            EXPECT_EQ(moved.chunks_stolen, moved.steals);
        }
        if (!shares) {
            EXPECT_EQ(moved.reacquires, 0U);
        }
        seen += moved;
        steals.resize(result.statistics.localities.size());
        for (std::size_t i = 0; i < steals.size(); ++i) steals[i] += result.statistics.localities[i].stack().steals;
        const bool everywhere = std::all_of(steals.begin() + 1, steals.end(), [](auto count) { return count > 0; });
        if (of_the_first(everywhere && seen.steals > 0 && (!shares || seen.reacquires > 0) &&
                         (!half || seen.chunks_stolen > seen.steals)))
            return;
    }
    ADD_FAILURE() << "releases " << seen.releases << ", reacquires " << seen.reacquires << ", steals " << seen.steals
                  << ", chunks stolen " << seen.chunks_stolen << ", or none in some locality";
}

/// The same of a count.
inline void expect_work_to_move(
    const SearchOptions& options, const std::function<bool(bool)>& of_the_first = [](bool seen) { return seen; }) {
    expect_work_to_move(options, of_the_first, [](const RandomTree& tree, const SearchOptions& given) {
        return enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, given);
    });
}

}  // namespace scrump::test
