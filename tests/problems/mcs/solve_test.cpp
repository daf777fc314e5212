#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/mcs/solve.hpp>

#include <gtest/gtest.h>

#include <problems/mcs/graphs.hpp>
#include <search/problems.hpp>
#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <string>

namespace scrump::mcs {
namespace {

const SearchOptions sequential{.skeleton = Skeleton::sequential(), .pin = false};

/// The number of vertices of a largest common subgraph, which is checked.
std::size_t most(const graph::Graph& first, const graph::Graph& second, bool connected,
                 const SearchOptions& options = sequential) {
    const auto found = find_maximum_common_subgraph(first, second, {.search = options, .connected = connected});
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_TRUE(is_common_subgraph(first, second, found.value));
    EXPECT_TRUE(!connected || is_connected(first, found.value));
    EXPECT_TRUE(std::is_sorted(found.value.begin(), found.value.end()));
    return found.value.size();
}

TEST(CommonSubgraphs, AreAsLargeAsBruteForceFinds) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SplitMix64 random(seed);
        const auto first = test::random_graph(random.below(7), random.unit(), seed + 1000);
        const auto second = test::random_graph(random.below(7), random.unit(), seed + 2000);
        for (const bool connected : {false, true}) {
            const std::size_t expected = test::BruteForce(first, second, connected).most();
            EXPECT_EQ(most(first, second, connected), expected) << seed << ' ' << connected;
            for (std::size_t k = 0; k <= expected + 2; ++k) {
                const auto found =
                    find_common_subgraph(first, second, k, {.search = sequential, .connected = connected});
                EXPECT_EQ(found.status, Status::complete);
                ASSERT_EQ(found.value.has_value(), k <= expected) << seed << ' ' << connected << ' ' << k;
                EXPECT_GE(found.value.value_or(Pairs(k)).size(), k);
            }
        }
    }
}

// Common subgraphs are the cliques of the modular product, in which two pairs are adjacent if they agree.
TEST(CommonSubgraphs, AreCliquesOfTheModularProduct) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const auto first = test::random_graph(9 + seed % 3, 0.1 + 0.07 * static_cast<double>(seed), seed);
        const auto second = test::random_graph(10, 0.5, seed + 50);
        graph::Graph product(first.size() * second.size());
        for (std::size_t p = 0; p < product.size(); ++p) {
            for (std::size_t q = 0; q < p; ++q) {
                const auto [a, b] = std::pair(p / second.size(), p % second.size());
                const auto [c, d] = std::pair(q / second.size(), q % second.size());
                if (a != c && b != d && first.adjacent(a, c) == second.adjacent(b, d)) product.add_edge(p, q);
            }
        }
        EXPECT_EQ(most(first, second, false),
                  maxclique::find_maximum_clique(product, {.search = sequential}).value.size());
    }
}

TEST(CommonSubgraphs, OfAGraphAndItselfShuffledAreTheGraph) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto graph = test::random_graph(30, 0.3, seed);
        graph::Graph shuffled(30);
        for (std::size_t a = 0; a < 30; ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (graph.adjacent(a, b)) shuffled.add_edge((7 * a + 3) % 30, (7 * b + 3) % 30);
        EXPECT_EQ(most(graph, shuffled, false), 30U);
    }
}

TEST(CommonSubgraphs, OfComplementsAreTheSame) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto first = test::random_graph(11, 0.3, seed);
        const auto second = test::random_graph(9, 0.6, seed + 20);
        const std::size_t size = most(first, second, false);
        EXPECT_EQ(most(test::complement(first), test::complement(second), false), size);
        EXPECT_EQ(most(second, first, false), size);
    }
}

TEST(CommonSubgraphs, KnownOnes) {
    const graph::Graph nothing;
    const graph::Graph two_apart(2);
    EXPECT_EQ(most(nothing, nothing, true), 0U);
    EXPECT_EQ(most(nothing, two_apart, false), 0U);
    EXPECT_EQ(most(two_apart, two_apart, false), 2U);
    EXPECT_EQ(most(two_apart, two_apart, true), 1U);
    // Of two cycles a path, and beside it a path with a gap at both ends.
    EXPECT_EQ(most(test::cycle(8), test::cycle(9), true), 7U);
    EXPECT_EQ(most(test::cycle(8), test::cycle(8), true), 8U);
    EXPECT_EQ(most(test::cycle(6), test::complement(test::cycle(6)), true), 4U);
    EXPECT_EQ(most(test::cycle(5), test::complement(test::cycle(5)), true), 5U);
}

TEST(CommonSubgraphs, AreTheSameInEveryWay) {
    const auto first = test::random_graph(13, 0.4, 1);
    const auto second = test::random_graph(14, 0.5, 2);
    for (const bool connected : {false, true}) {
        const std::size_t expected = most(first, second, connected);
        for (const auto& way : scrump::test::all_ways()) {
            EXPECT_EQ(most(first, second, connected, way.options()), expected);
            for (const std::size_t k : {expected, expected + 1}) {
                const auto found =
                    find_common_subgraph(first, second, k, {.search = way.options(), .connected = connected});
                EXPECT_EQ(found.status, Status::complete);
                EXPECT_EQ(found.value.has_value(), k == expected);
            }
        }
        for (const char* const policy : scrump::test::all_policies()) {
            SearchOptions options{.policy = Policy::parse(policy), .workers = 2, .localities = 2, .pin = false};
            EXPECT_EQ(most(first, second, connected, options), expected) << policy;
        }
    }
}

TEST(CommonSubgraphs, AreFoundByARunThatWasStoppedAndResumed) {
    const auto first = test::random_graph(27, 0.5, 5);
    const auto second = test::random_graph(28, 0.5, 6);
    const std::size_t expected = most(first, second, false);
    const scrump::test::Folder folder;
    Settings settings{.search = {.workers = 2, .localities = 2, .pin = false, .node_limit = 40}};
    Checkpoints& checkpoints = settings.search.checkpoints;
    checkpoints.file = folder / "checkpoint";
    const auto part = find_maximum_common_subgraph(first, second, settings);
    EXPECT_EQ(part.status, Status::node_limit);
    EXPECT_TRUE(is_common_subgraph(first, second, part.value));

    checkpoints.resume = std::exchange(checkpoints.file, {});
    settings.search.node_limit.reset();
    const auto whole = find_maximum_common_subgraph(first, second, settings);
    EXPECT_EQ(whole.status, Status::complete);
    EXPECT_EQ(whole.value.size(), expected);
    EXPECT_EQ(whole.statistics.earlier.runs, 1U);

    settings.connected = true;
    EXPECT_NE(scrump::test::message_of([&] { find_maximum_common_subgraph(first, second, settings); }), "no error");
    settings.connected = false;
    EXPECT_NE(scrump::test::message_of([&] { find_maximum_common_subgraph(second, first, settings); }), "no error");
}

TEST(CommonSubgraphs, ChecksThemselves) {
    const auto path = [](std::size_t vertices) {
        graph::Graph graph(vertices);
        for (std::size_t v = 1; v < vertices; ++v) graph.add_edge(v - 1, v);
        return graph;
    };
    const auto first = path(4);
    const auto second = path(5);
    EXPECT_TRUE(is_common_subgraph(first, second, Pairs{}));
    EXPECT_TRUE(is_common_subgraph(first, second, Pairs{{0, 4}, {1, 3}, {3, 1}}));
    EXPECT_FALSE(is_common_subgraph(first, second, Pairs{{0, 4}, {1, 2}}));
    EXPECT_FALSE(is_common_subgraph(first, second, Pairs{{0, 4}, {2, 3}}));
    EXPECT_FALSE(is_common_subgraph(first, second, Pairs{{0, 4}, {0, 2}}));
    EXPECT_FALSE(is_common_subgraph(first, second, Pairs{{0, 4}, {2, 4}}));
    EXPECT_FALSE(is_common_subgraph(first, second, Pairs{{4, 0}}));
    EXPECT_FALSE(is_common_subgraph(first, second, Pairs{{0, 5}}));

    EXPECT_TRUE(is_connected(first, Pairs{}));
    EXPECT_TRUE(is_connected(first, Pairs{{2, 0}}));
    EXPECT_TRUE(is_connected(first, Pairs{{0, 0}, {1, 1}, {2, 2}}));
    EXPECT_FALSE(is_connected(first, Pairs{{0, 0}, {1, 1}, {3, 3}}));
}

}  // namespace
}  // namespace scrump::mcs
