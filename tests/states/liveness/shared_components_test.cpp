#include "../../../src/states/liveness/shared_components.hpp"

#include "../../../src/states/liveness/components.hpp"
#include "random_graphs.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::test {
namespace {

using detail::SharedComponents;
using ComponentNode = SharedComponents::Node;

SharedComponents single_nodes(std::size_t nodes) {
    SharedComponents components;
    components.resize(nodes);
    for (std::size_t node = 0; node < nodes; ++node) components.reset(static_cast<ComponentNode>(node));
    return components;
}

// The nodes of a set that are given out, each of which is finished.
std::multiset<ComponentNode> finish_all(SharedComponents& components, ComponentNode of) {
    std::multiset<ComponentNode> all;
    while (const auto node = components.unfinished(of)) {
        all.insert(*node);
        components.finish(*node);
    }
    return all;
}

TEST(SharedComponents, AWorkerKnowsWhatItHasClaimedAndWhatWasJoinedWithIt) {
    SharedComponents components = single_nodes(4);
    using Claim = SharedComponents::Claim;
    EXPECT_EQ(components.claim(0, 0), Claim::fresh);
    EXPECT_EQ(components.claim(0, 0), Claim::known);
    EXPECT_EQ(components.claim(0, 63), Claim::fresh);
    components.join(1, 0);
    EXPECT_EQ(components.claim(1, 0), Claim::known);
    EXPECT_EQ(components.claim(1, 5), Claim::fresh);
    EXPECT_EQ(components.claim(0, 5), Claim::known);
    EXPECT_EQ(finish_all(components, 1), (std::multiset<ComponentNode>{0, 1}));
    EXPECT_EQ(components.claim(0, 0), Claim::complete);
    EXPECT_TRUE(components.is_complete(1));
    EXPECT_FALSE(components.is_complete(2));
}

TEST(SharedComponents, NodesAreGivenOutUntilTheyAreFinished) {
    SharedComponents components = single_nodes(3);
    components.join(0, 1);
    components.join(1, 2);
    std::set<ComponentNode> seen;
    for (int i = 0; i < 6; ++i) seen.insert(components.unfinished(0).value());
    EXPECT_EQ(seen.size(), 3U);
    components.finish(1);
    for (int i = 0; i < 6; ++i) EXPECT_NE(components.unfinished(0), ComponentNode{1});
    EXPECT_FALSE(components.is_complete(0));
}

TEST(SharedComponents, SetsJoinedByThreadsAreThoseOfTheirGraph) {
    constexpr std::size_t nodes = 20'000, threads = 4;
    for (unsigned round = 0; round < few_or(10); ++round) {
        std::mt19937_64 random(round);
        std::vector<std::pair<ComponentNode, ComponentNode>> edges(nodes * (round + 3) / 6);
        for (auto& [from, to] : edges) {
            from = static_cast<ComponentNode>(random() % nodes);
            to = static_cast<ComponentNode>(random() % nodes);
        }
        SharedComponents components = single_nodes(nodes);
        {
            std::vector<std::jthread> all;
            for (std::size_t thread = 0; thread < threads; ++thread)
                all.emplace_back([&, thread] {
                    for (std::size_t i = thread; i < edges.size(); i += threads) {
                        components.add(edges[i].first, std::uint64_t{1} << i % 64);
                        components.join(edges[i].first, edges[i].second);
                        ASSERT_TRUE(components.are_together(edges[i].first, edges[i].second));
                    }
                });
        }
        std::vector<std::vector<ComponentNode>> both(nodes);
        for (const auto& [from, to] : edges) {
            both[from].push_back(to);
            both[to].push_back(from);
        }
        const auto expected = detail::components_of(nodes, [&](std::size_t node, const auto& visit) {
            for (const ComponentNode to : both[node]) visit(to);
        });
        std::vector<std::multiset<ComponentNode>> members(nodes);
        std::vector<std::uint64_t> sets(nodes);
        for (std::size_t node = 0; node < nodes; ++node)
            members[expected[node]].insert(static_cast<ComponentNode>(node));
        for (std::size_t i = 0; i < edges.size(); ++i) sets[expected[edges[i].first]] |= std::uint64_t{1} << i % 64;
        for (ComponentNode node = 0; node < nodes; ++node) {
            if (components.is_complete(node)) continue;
            ASSERT_EQ(components.add(node, 0), sets[expected[node]]);
            ASSERT_EQ(finish_all(components, node), members[expected[node]]);
        }
    }
}

}  // namespace
}  // namespace scrump::test
