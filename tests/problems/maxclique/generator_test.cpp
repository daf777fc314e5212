#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/depth_first.hpp>
#include <problems/maxclique/graphs.hpp>
#include <support/data.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <type_traits>

namespace scrump::maxclique {
namespace {

static_assert(NodeGenerator<Generator<1>> && CountsChildren<Generator<1>>);
static_assert(HasDualBound<Generator<7>> && KnowsIncumbent<Generator<7>> && ReportsPruning<Generator<7>>);
static_assert(std::is_same_v<ObjectiveOf<Generator<1>>, std::int32_t>);
static_assert(std::is_trivially_copyable_v<Node<1>> && std::is_trivially_copyable_v<Node<1024>>);

template <class Words>
class CliqueGenerator : public testing::Test {};

using Words = testing::Types<std::integral_constant<std::size_t, 1>, std::integral_constant<std::size_t, 2>,
                             std::integral_constant<std::size_t, 3>, std::integral_constant<std::size_t, 6>,
                             std::integral_constant<std::size_t, 10>>;
TYPED_TEST_SUITE(CliqueGenerator, Words);

constexpr double densities[] = {0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1};

TYPED_TEST(CliqueGenerator, EnumeratesEachCliqueOnce) {
    constexpr std::size_t W = TypeParam::value;
    for (const double density : densities) {
        const std::size_t vertices = density > 0.8 ? 12 : 16;
        const graph::Graph graph = test::spread(test::random_graph(vertices, density, 7), W);
        const auto space = make_space<W>(graph);
        std::vector<std::uint64_t> counts;
        test::enumerate(space, root(space), counts);
        EXPECT_EQ(counts, test::count_cliques(graph)) << "density " << density;
    }
}

TYPED_TEST(CliqueGenerator, MakesEachCliqueOfTheWantedSizeOnce) {
    constexpr std::size_t W = TypeParam::value;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        for (const double density : densities) {
            const graph::Graph small = test::random_graph(density > 0.8 ? 14 : 20, density, seed);
            std::vector<std::uint64_t> counts = test::count_cliques(small);
            counts.push_back(0);
            const graph::Graph graph = test::spread(small, W);
            const auto coloured = test::coloured_space<W>(graph);
            const auto plain = make_space<W>(graph);
            for (std::size_t size = 2; size < counts.size(); ++size) {
                const auto wanted = static_cast<std::int32_t>(size);
                EXPECT_EQ(test::count_cliques(coloured, root(coloured), wanted), counts[size]) << "density " << density;
                EXPECT_EQ(test::count_cliques(plain, root(plain), wanted), counts[size]) << "density " << density;
            }
        }
    }
}

TYPED_TEST(CliqueGenerator, HasADualBoundThatNoCliqueExceeds) {
    constexpr std::size_t W = TypeParam::value;
    for (const double density : densities) {
        const graph::Graph small = test::random_graph(14, density, 5);
        const auto largest = static_cast<std::int32_t>(test::count_cliques(small).size()) - 1;
        const auto space = make_space<W>(test::spread(small, W));
        const std::int32_t whole = Generator<W>::dual_bound(space, root(space));
        EXPECT_GE(whole, largest) << "density " << density;
        EXPECT_LT(whole, density > 0 && density < 0.9 ? 14 : 15) << "density " << density;
        // The best of the root's children is no better than the root, and still as good as the largest clique.
        std::int32_t best = 0;
        const Node<W> parent = root(space);
        Generator<W> children(space, parent);
        for (Node<W> child; children.next(child);) best = std::max(best, Generator<W>::dual_bound(space, child));
        EXPECT_GE(best, largest) << "density " << density;
        EXPECT_LE(best, whole) << "density " << density;
    }
}

TYPED_TEST(CliqueGenerator, FindsALargerCliqueForEveryIncumbentThatIsNotTheBest) {
    constexpr std::size_t W = TypeParam::value;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (const double density : densities) {
            const graph::Graph small = test::random_graph(density > 0.8 ? 14 : 30, density, seed);
            const auto largest = static_cast<std::int32_t>(test::count_cliques(small).size()) - 1;
            const graph::Graph graph = test::spread(small, W);
            const auto space = seed % 2 == 0 ? make_space<W>(graph) : test::coloured_space<W>(graph);
            for (std::int32_t to_beat = -1; to_beat <= largest + 2; ++to_beat) {
                test::Seen seen{.best = to_beat};
                test::search(space, root(space), seen);
                EXPECT_EQ(seen.best, std::max(to_beat, largest)) << "density " << density << " seed " << seed;
            }
        }
    }
}

TYPED_TEST(CliqueGenerator, BoundsAreNeverTooLow) {
    constexpr std::size_t W = TypeParam::value;
    for (const double density : densities) {
        const auto space = make_space<W>(test::spread(test::random_graph(13, density, 3), W));
        const Node<W> top = root(space);
        for (std::int32_t to_beat = 0; to_beat < 13; ++to_beat) {
            Generator<W> generator(space, top, to_beat);
            for (Node<W> child; generator.next(child);) {
                std::vector<std::uint64_t> counts;
                test::enumerate(space, child, counts);
                EXPECT_GE(Generator<W>::bound(space, child) + 1, static_cast<std::int32_t>(counts.size()));
            }
        }
    }
}

TEST(CliqueGenerator, CountsItsChildrenAndReportsPruning) {
    const auto space = make_space<2>(test::random_graph(100, 0.5, 1));
    const Node<2> top = root(space);
    for (std::int32_t to_beat = 0; to_beat < 30; ++to_beat) {
        Generator<2> generator(space, top, to_beat);
        EXPECT_EQ(generator.pruned(), generator.remaining() < 100);
        std::uint64_t left = generator.remaining();
        for (Node<2> child; generator.next(child); --left) {
            ASSERT_EQ(generator.remaining(), left - 1);
            ASSERT_EQ(Generator<2>::objective(space, child), 1);
        }
        EXPECT_EQ(left, 0U);
        Node<2> child;
        EXPECT_FALSE(generator.next(child));
    }
}

TEST(CliqueGenerator, AGraphWithoutVerticesHasTheEmptyCliqueOnly) {
    const auto space = make_space<1>(graph::Graph(0));
    const Node<1> top = root(space);
    Generator<1> generator(space, top);
    Node<1> child;
    EXPECT_FALSE(generator.next(child));
    EXPECT_TRUE(vertices_of(space, top).empty());
}

TEST(CliqueGenerator, AllWaysToTheBranchingSetAgree) {
#if SCRUMP_HAS_FAST_BITS
    if (!fast_bits()) GTEST_SKIP() << "this processor does not gather bits fast";
    constexpr std::size_t W = 10;
    SplitMix64 random(5);
    for (const double density : {0.2, 0.6, -0.6, 0.9, -0.9}) {
        const graph::Graph graph = test::random_graph(600, std::abs(density), 11);
        const auto space = density > 0 ? make_space<W>(graph) : test::coloured_space<W>(graph);
        // The next space may lie where this one lay: what the thread remembers of this must not be used then.
        BitSet<W> candidates = BitSet<W>::first_n(600);
        while (candidates.any()) {
            for (const std::size_t classes : {1U, 2U, 5U, 10U, 20U, 40U, 70U, 130U}) {
                const Branching<W> plain = detail::plain_branching_set(space, candidates, classes);
                ASSERT_EQ(detail::wide_branching_set(space, candidates, classes), plain);
                ASSERT_EQ(detail::fast_branching_set(space, candidates, classes), plain);
            }
            BitSet<W> fewer = candidates;
            candidates.for_each([&](std::size_t v) {
                if (random.below(8) == 0) fewer.reset(v);
            });
            candidates = fewer;
        }
    }
#endif
}

TEST(CliqueGenerator, GivesTheKnownAnswers) {
    struct Known {
        const char* name;
        std::int32_t largest;
    };
    const Known instances[] = {
        {"hamming8-4", 16}, {"keller4", 11}, {"p_hat300-1", 8}, {"brock200_2", 12}, {"C125.9", 34}};
    for (const Known& known : instances) {
        const std::string file = "clique/" + std::string(known.name) + ".clq";
        SCRUMP_NEEDS_DATA(file);
        const graph::Graph graph = test::read(scrump::test::data(file));
        with_size_class(graph.size(), [&](auto words) {
            const auto space = make_space<words()>(graph);
            test::Seen seen{.best = known.largest - 1};
            test::search(space, root(space), seen);
            EXPECT_EQ(seen.best, known.largest) << known.name;
        });
    }
}

TEST(CliqueGenerator, KeepsTheContract) {
    for (const double density : {0.5, 0.9}) {
        const auto space = make_space<2>(test::random_graph(90, density, 1));
        const CheckReport report = scrump::check<Generator<2>>(space, root(space), {.nodes = 1000});
        EXPECT_TRUE(report.ok()) << report;
    }
    const auto small = make_space<1>(test::random_graph(12, 0.6, 1));
    const CheckReport report = scrump::check<Generator<1>>(small, root(small));
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_TRUE(report.whole);
}

}  // namespace
}  // namespace scrump::maxclique
