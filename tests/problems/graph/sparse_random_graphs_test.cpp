#include <scrump/base/digest.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/sparse_random_graphs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "clique_number.hpp"

namespace scrump::graph {
namespace {

std::string digest_of(const SparseGraph& graph) {
    std::ostringstream written;
    write_dimacs(written, graph);
    return digest(written.str());
}

TEST(RandomSparseGraph, HasTheEdgesThatWereAskedFor) {
    for (const std::size_t n : {2U, 3U, 10U, 50U}) {
        const std::size_t pairs = n * (n - 1) / 2;
        for (const std::size_t m : {std::size_t{0}, pairs / 3, pairs / 2, pairs - 1, pairs}) {
            const SparseGraph graph = random_sparse_graph(n, m, 0, 7);
            EXPECT_EQ(graph.size(), n);
            EXPECT_EQ(graph.edges(), m);
        }
    }
    EXPECT_EQ(random_sparse_graph(0, 0, 0, 1), SparseGraph());
    EXPECT_EQ(random_sparse_graph(1, 0, 1, 1), SparseGraph(1, {}));
}

TEST(PowerLawGraph, HasTheEdgesThatWereAskedForUnlessHubsLeaveNoRoom) {
    EXPECT_EQ(power_law_graph(5000, 20'000, 2.5, 0, 1).edges(), 20'000U);
    EXPECT_EQ(power_law_graph(5000, 20'000, 2, 0, 1).edges(), 20'000U);
    EXPECT_EQ(power_law_graph(2, 1, 2.5, 0, 1).edges(), 1U);
    EXPECT_EQ(power_law_graph(0, 0, 2.5, 0, 1), SparseGraph());
    EXPECT_EQ(power_law_graph(1, 0, 2.5, 0, 1), SparseGraph(1, {}));
    const std::uint64_t most = 200 * 199 / 2;
    EXPECT_LE(power_law_graph(200, most, 2, 0, 1).edges(), most);
    EXPECT_GT(power_law_graph(200, most, 2, 0, 1).edges(), most / 2);
}

// Of the expected degrees (i + 1)^(−1/(exponent − 1)), the vertices from 2i + 2 to 4i + 3 have 2^(1 − 1/(exponent − 1))
// times the sum of those from i + 1 to 2i + 1.
TEST(PowerLawGraph, HasDegreesThatFollowThePowerLaw) {
    for (const double exponent : {2.0, 2.5, 3.0}) {
        const SparseGraph graph = power_law_graph(20'000, 100'000, exponent, 0, 1);
        const auto degrees = [&](std::size_t first, std::size_t last) {
            std::size_t total = 0;
            for (std::size_t v = first; v < last; ++v) total += graph.degree(v);
            return static_cast<double>(total);
        };
        const double growth = std::pow(2.0, 1 - 1 / (exponent - 1));
        EXPECT_NEAR(degrees(1000, 2000) / degrees(500, 1000), growth, 0.1) << exponent;
        EXPECT_NEAR(degrees(8000, 16'000) / degrees(4000, 8000), growth, 0.05) << exponent;
    }
}

TEST(SparseRandomGraphs, HaveTheCliqueThatIsPutIn) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        EXPECT_EQ(test::clique_number(to_dense(random_sparse_graph(200, 400, 12, seed))), 12U);
        EXPECT_GE(test::clique_number(to_dense(power_law_graph(200, 400, 3, 12, seed))), 12U);
    }
    EXPECT_EQ(random_sparse_graph(30, 0, 30, 1).edges(), 435U);
}

// On every machine: a digest that changes is a graph that changed.
TEST(SparseRandomGraphs, AreTheSameForTheSameSeed) {
    EXPECT_EQ(digest_of(random_sparse_graph(1000, 5000, 0, 1)), "4fd38f2be45a3fc2d200fe10dad8833a");
    EXPECT_EQ(digest_of(power_law_graph(1000, 5000, 2.5, 0, 1)), "d8d79df1ed9f5c88abea39fcc84bafa7");
    EXPECT_EQ(digest_of(power_law_graph(100'000, 100'000, 2.1, 20, 7)), "8fa67dc4eeecb834aeefed34cea537c5");
    EXPECT_NE(digest_of(power_law_graph(1000, 5000, 2.5, 0, 2)), digest_of(power_law_graph(1000, 5000, 2.5, 0, 1)));
}

}  // namespace
}  // namespace scrump::graph
