// Several common subgraphs are those that trying all finds of which none is part of another.

#include <scrump/problems/mcs/detail/maximal.hpp>
#include <scrump/problems/mcs/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include "problems/mcs/graphs.hpp"
#include "problems/several.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::mcs {
namespace {

using Wish = BestWanted<std::size_t>;

static_assert(NodeGenerator<MaximalGenerator> && HasBound<MaximalGenerator> && KnowsIncumbent<MaximalGenerator>);

/// All that are part of no other that is one vertex larger: of connected ones, that can be had one by one.
scrump::test::All<Pairs, std::size_t> all_maximal(const graph::Graph& first, const graph::Graph& second,
                                                  bool connected) {
    std::set<Pairs> all;
    std::vector<Pairs> open{{}};
    while (!open.empty()) {
        const Pairs pairs = open.back();
        open.pop_back();
        if (!all.insert(pairs).second) continue;
        for (std::size_t a = 0; a < first.size(); ++a) {
            for (std::size_t b = 0; b < second.size(); ++b) {
                Pairs more = pairs;
                more.emplace_back(a, b);
                std::sort(more.begin(), more.end());
                if (is_common_subgraph(first, second, more) && (!connected || is_connected(first, more)))
                    open.push_back(std::move(more));
            }
        }
    }
    scrump::test::All<Pairs, std::size_t> maximal;
    for (const Pairs& pairs : all) {
        const bool part = std::any_of(all.begin(), all.end(), [&](const Pairs& other) {
            return other.size() == pairs.size() + 1 &&
                   std::includes(other.begin(), other.end(), pairs.begin(), pairs.end());
        });
        if (!part) maximal[pairs] = pairs.size();
    }
    return maximal;
}

std::vector<std::pair<Pairs, std::size_t>> answered(const Several<Pairs>& found) {
    std::vector<std::pair<Pairs, std::size_t>> pairs;
    for (const Pairs& each : found.value) pairs.emplace_back(each, each.size());
    return pairs;
}

TEST(SeveralCommonSubgraphs, AreThoseOfAll) {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const graph::Graph first = test::random_graph(seed % 5, 0.5, seed);
        const graph::Graph second = test::random_graph(seed / 5, 0.4, seed + 100);
        for (const bool connected : {false, true}) {
            const auto all = all_maximal(first, second, connected);
            for (const Wish& wish : scrump::test::wishes_for(std::size_t{2})) {
                const auto found = find_best_common_subgraphs(
                    first, second, wish, {.search = {.skeleton = Skeleton::sequential()}, .connected = connected});
                EXPECT_EQ(found.status, Status::complete);
                scrump::test::expect_wanted<Maximise>(
                    all, wish, answered(found), "seed " + std::to_string(seed) + ", " + scrump::test::described(wish));
            }
        }
    }
}

TEST(SeveralCommonSubgraphs, HoweverManySearch) {
    const graph::Graph first = test::random_graph(5, 0.5, 1);
    const graph::Graph second = test::cycle(5);
    const auto all = all_maximal(first, second, false);
    for (const SearchOptions& way : scrump::test::ways_to_several()) {
        for (const Wish& wish : scrump::test::wishes_for(std::size_t{3}))
            scrump::test::expect_wanted<Maximise>(
                all, wish, answered(find_best_common_subgraphs(first, second, wish, {.search = way})),
                scrump::test::described(wish));
    }
}

TEST(SeveralCommonSubgraphs, KeepTheContract) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const MaximalSpace space{
            Space(test::random_graph(6, 0.5, seed), test::random_graph(7, 0.4, seed + 9), seed % 2 == 0), 7};
        const CheckReport report = scrump::check<MaximalGenerator>(space, root(space.graphs), {.nodes = 1000});
        EXPECT_TRUE(report.ok()) << report;
    }
}

}  // namespace
}  // namespace scrump::mcs
