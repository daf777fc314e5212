#include <scrump/problems/graph/structured_graphs.hpp>
#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/detail/all_cliques_generator.hpp>
#include <scrump/problems/maxclique/detail/generator.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/sparse_generator.hpp>
#include <scrump/problems/maxclique/detail/sparse_space.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>
#include <search/problems.hpp>
#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>

namespace scrump::maxclique {
namespace {

using test::one_worker;

template <std::size_t W>
using Dense = AllCliquesGenerator<Generator<W>>;
template <std::size_t W>
using Sparse = AllCliquesGenerator<SparseGenerator<W>>;

static_assert(NodeGenerator<Dense<1>> && CountsChildren<Dense<1>> && NodeGenerator<Sparse<4>>);
static_assert(std::copy_constructible<Dense<7>> && std::copy_constructible<Sparse<16>>);
static_assert(!HasObjective<Dense<1>> && !HasObjective<Sparse<4>>);

/// All cliques of k vertices, ascending. The definition, written out.
void list_cliques(const graph::Graph& graph, std::size_t k, Clique& clique, std::vector<Clique>& found) {
    if (clique.size() == k) {
        found.push_back(clique);
        return;
    }
    for (std::size_t v = clique.empty() ? 0 : clique.back() + 1; v < graph.size(); ++v) {
        clique.push_back(v);
        if (is_clique(graph, clique)) list_cliques(graph, k, clique, found);
        clique.pop_back();
    }
}

std::vector<Clique> list_cliques(const graph::Graph& graph, std::size_t k) {
    Clique clique;
    std::vector<Clique> found;
    list_cliques(graph, k, clique, found);
    return found;
}

/// The complement of k triangles: 3^k maximum cliques, the most that 3k vertices can have (Moon and Moser 1965).
graph::Graph moon_moser(std::size_t k) {
    graph::Graph graph(3 * k);
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (a / 3 != b / 3) graph.add_edge(a, b);
    return graph;
}

TEST(AllCliques, AreThoseOfTheDefinition) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const double density = 0.1 * static_cast<double>(1 + seed % 10);
        const graph::Graph graph = test::spread(test::random_graph(seed % 13, density, seed), 1 + seed % 7);
        const std::size_t largest = test::count_cliques(graph).size() - 1;
        for (std::size_t k = 0; k <= largest + 2; ++k) {
            const std::vector<Clique> expected = list_cliques(graph, k);
            const auto found = find_all_cliques(graph, k, every_clique, one_worker);
            ASSERT_EQ(found.status, Status::complete);
            ASSERT_EQ(found.value.cliques, expected) << "seed " << seed << " k " << k;
            ASSERT_EQ(found.value.count, expected.size());
            ASSERT_EQ(found.value.size, k);
            ASSERT_EQ(count_cliques(graph, k, one_worker).value.count, expected.size());
        }
        const auto maximum = find_all_maximum_cliques(graph, every_clique, {.search = one_worker});
        ASSERT_EQ(maximum.value.size, largest);
        ASSERT_TRUE(maximum.value.size_proved);
        ASSERT_EQ(maximum.value.cliques, list_cliques(graph, largest));
    }
}

TEST(AllCliques, AreTheSameInEverySizeClass) {
    const graph::Graph small = test::random_graph(20, 0.6, 5);
    const std::uint64_t expected = test::count_cliques(small)[5];
    for (const std::size_t factor : {1U, 4U, 10U, 20U, 40U, 70U, 100U}) {
        EXPECT_EQ(count_cliques(test::spread(small, factor), 5, one_worker).value.count, expected);
    }
}

TEST(AllCliques, AreAsManyAsMoonAndMoserSay) {
    std::uint64_t expected = 1;
    for (std::size_t k = 0; k <= 9; ++k, expected *= 3) {
        const auto found = count_maximum_cliques(moon_moser(k), {.search = one_worker});
        EXPECT_EQ(found.value.size, k);
        EXPECT_EQ(found.value.count, expected);
        EXPECT_TRUE(found.value.cliques.empty());
    }
}

TEST(AllCliques, AreAsManyAsTheTheoryOfCodesSays) {
    // Words of even weight and of odd weight are the only codes of distance 2 with 2^(n-1) words.
    EXPECT_EQ(count_maximum_cliques(graph::hamming_graph(6, 2), {.search = one_worker}).value.count, 2U);
    // The perfect codes of length 7 are Hamming's: 7! / 168 linear ones, each with 8 translates.
    EXPECT_EQ(count_maximum_cliques(graph::hamming_graph(7, 3), {.search = one_worker}).value.count, 30U * 8U);
}

TEST(AllCliques, OfMoreVerticesThanThereAreIsNone) {
    EXPECT_EQ(count_cliques(graph::Graph(5), 6, one_worker).value.count, 0U);
    EXPECT_EQ(count_cliques(graph::Graph(5), every_clique, one_worker).value.count, 0U);
    EXPECT_EQ(count_cliques(graph::Graph(5), 1, one_worker).value.count, 5U);
    EXPECT_EQ(find_all_cliques(graph::Graph(0), 0, every_clique, one_worker).value.cliques, std::vector<Clique>{{}});
}

TEST(AllCliques, KeepsTheFirstOfThoseThatThereAre) {
    const graph::Graph graph = moon_moser(5);
    const std::vector<Clique> all = list_cliques(graph, 5);
    for (const std::size_t wanted : {1U, 2U, 10U, 100U, 242U, 243U, 1000U}) {
        SearchOptions options{.skeleton = Skeleton::budget(5), .workers = 3, .localities = 2, .pin = false};
        const auto found = find_all_maximum_cliques(graph, wanted, {.search = options});
        EXPECT_EQ(found.value.count, 243U);
        const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, all.size()));
        EXPECT_EQ(found.value.cliques, std::vector<Clique>(all.begin(), last));
    }
}

TEST(AllCliques, AreTheSameInEveryWay) {
    const graph::Graph graph = test::random_graph(60, 0.6, 5);
    const auto expected = find_all_maximum_cliques(graph, every_clique, {.search = one_worker});
    EXPECT_EQ(expected.value.cliques, list_cliques(graph, expected.value.size));
    for (const scrump::test::Way& way : scrump::test::all_ways()) {
        const auto found = find_all_maximum_cliques(graph, every_clique, {.search = way.options()});
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.cliques, expected.value.cliques);
        ASSERT_EQ(found.value.count, expected.value.count);
    }
}

TEST(AllCliques, CostBothSearches) {
    const graph::Graph graph = test::random_graph(60, 0.6, 5);
    const auto found = count_maximum_cliques(graph, {.search = one_worker});
    const std::uint64_t first = find_maximum_clique(graph, {.search = one_worker}).statistics.total.nodes;
    const std::uint64_t second = count_cliques(graph, found.value.size, one_worker).statistics.total.nodes;
    EXPECT_EQ(found.statistics.total.nodes, first + second);
    EXPECT_EQ(found.statistics.localities.front().sum().nodes, first + second);
}

TEST(AllCliques, SayWhenTheyAreNotAll) {
    const graph::Graph graph = test::random_graph(100, 0.8, 2);
    const std::uint64_t first = find_maximum_clique(graph, {.search = one_worker}).statistics.total.nodes;
    SearchOptions options = one_worker;
    for (const std::uint64_t nodes : {std::uint64_t{5}, first / 2, first + 5}) {
        options.node_limit = nodes;
        const auto found = find_all_maximum_cliques(graph, every_clique, {.search = options});
        EXPECT_EQ(found.status, Status::node_limit);
        EXPECT_EQ(found.value.size_proved, nodes > first);
        EXPECT_GT(found.value.size, 0U);
        EXPECT_EQ(found.value.count, found.value.cliques.size());
    }
    options.node_limit.reset();
    options.time_limit = std::chrono::nanoseconds(0);
    EXPECT_EQ(count_maximum_cliques(graph, {.search = options}).status, Status::time_limit);
}

TEST(AllCliques, GoOnFromACheckpoint) {
    const graph::Graph graph = test::random_graph(80, 0.6, 3);
    const auto expected = find_all_cliques(graph, 7, 50, one_worker);
    ASSERT_GT(expected.value.count, 1000U);
    const scrump::test::Folder folder;
    SearchOptions options{.skeleton = Skeleton::sequential(), .node_limit = 2'000};
    options.checkpoints.file = folder / "state";
    const auto part = find_all_cliques(graph, 7, 50, options);
    ASSERT_EQ(part.status, Status::node_limit);
    ASSERT_LT(part.value.count, expected.value.count);

    SearchOptions rest{.workers = 2, .pin = false};
    rest.checkpoints.resume = options.checkpoints.file;
    const auto found = find_all_cliques(graph, 7, 50, rest);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value.count, expected.value.count);
    EXPECT_EQ(found.value.cliques, expected.value.cliques);
    EXPECT_THROW(find_all_cliques(graph, 8, 50, rest), Error);
    EXPECT_THROW(find_all_cliques(graph, 7, 51, rest), Error);
}

TEST(AllCliques, OfAListOfNeighboursAreThoseOfItsMatrix) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const graph::Graph graph = test::random_graph(40, 0.3, seed);
        const graph::SparseGraph sparse = graph::to_sparse(graph);
        for (std::size_t k = 0; k <= 5; ++k)
            EXPECT_EQ(find_all_cliques(sparse, k, every_clique, one_worker).value.cliques,
                      find_all_cliques(graph, k, every_clique, one_worker).value.cliques);
        const auto found = find_all_maximum_cliques(sparse, every_clique, {.search = one_worker});
        EXPECT_EQ(found.value.cliques,
                  find_all_maximum_cliques(graph, every_clique, {.search = one_worker}).value.cliques);
        EXPECT_TRUE(found.value.size_proved);
        for (const Clique& clique : found.value.cliques) EXPECT_TRUE(is_clique(graph, clique));
    }
}

/// More vertices than are searched as a matrix, of few neighbours, and some cliques of seven.
graph::Graph large_and_sparse(std::uint64_t seed) {
    graph::Graph graph = test::random_graph(4500, 0.003, seed);
    for (std::size_t clique = 0; clique < 5; ++clique) {
        for (std::size_t a = 0; a < 7; ++a)
            for (std::size_t b = 0; b < a; ++b) graph.add_edge(900 * clique + 11 * a, 900 * clique + 11 * b);
    }
    return graph;
}

TEST(AllCliques, OfALargeSparseGraphAreThoseOfItsMatrix) {
    const graph::Graph graph = large_and_sparse(1);
    const graph::SparseGraph sparse = graph::to_sparse(graph);
    ASSERT_FALSE(suits_matrix(OrderedGraph(sparse), OrderedGraph(sparse).first_of_core(2), 0));
    for (std::size_t k = 0; k <= 8; ++k) {
        const auto expected = find_all_cliques(graph, k, every_clique, one_worker);
        const auto found = find_all_cliques(sparse, k, every_clique, one_worker);
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.cliques, expected.value.cliques) << k;
        ASSERT_EQ(found.value.count, expected.value.count);
        ASSERT_EQ(find_all_cliques(sparse, k, 10, one_worker).value.cliques.size(),
                  std::min<std::size_t>(expected.value.count, 10));
    }
    const auto maximum = find_all_maximum_cliques(sparse, every_clique, {.search = one_worker});
    EXPECT_EQ(maximum.value.size, 7U);
    EXPECT_EQ(maximum.value.cliques.size(), 5U);
    EXPECT_EQ(maximum.value.cliques.front(), (Clique{0, 11, 22, 33, 44, 55, 66}));
}

TEST(AllCliques, OfALargeSparseGraphAreTheSameInEveryWay) {
    const graph::SparseGraph sparse = graph::to_sparse(large_and_sparse(2));
    const auto expected = find_all_cliques(sparse, 3, every_clique, one_worker);
    ASSERT_GT(expected.value.count, 175U);
    for (const scrump::test::Way& way : scrump::test::all_ways()) {
        if (way.workers == 4) continue;
        const auto found = find_all_cliques(sparse, 3, every_clique, way.options());
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.cliques, expected.value.cliques);
    }
}

TEST(AllCliques, OfALargeSparseGraphGoOnFromACheckpoint) {
    const graph::SparseGraph sparse = graph::to_sparse(large_and_sparse(3));
    const auto expected = find_all_cliques(sparse, 3, 50, one_worker);
    const scrump::test::Folder folder;
    SearchOptions options{.skeleton = Skeleton::sequential(), .node_limit = 2'000};
    options.checkpoints.file = folder / "state";
    ASSERT_EQ(find_all_cliques(sparse, 3, 50, options).status, Status::node_limit);
    SearchOptions rest{.workers = 2, .pin = false};
    rest.checkpoints.resume = options.checkpoints.file;
    const auto found = find_all_cliques(sparse, 3, 50, rest);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value.count, expected.value.count);
    EXPECT_EQ(found.value.cliques, expected.value.cliques);
    EXPECT_THROW(find_all_cliques(sparse, 4, 50, rest), Error);
    EXPECT_THROW(find_all_cliques(graph::to_sparse(large_and_sparse(2)), 3, 50, rest), Error);
}

TEST(AllCliques, AreNotCutOffByADepth) {
    SearchOptions options = one_worker;
    options.depth_limit = 2;
    EXPECT_EQ(find_all_cliques(graph::complement(graph::Graph(3)), 2, every_clique, options).value.count, 3U);
    EXPECT_THROW(find_all_cliques(graph::complement(graph::Graph(3)), 3, every_clique, options), UsageError);
    EXPECT_THROW(count_maximum_cliques(graph::complement(graph::Graph(3)), {.search = options}), UsageError);
}

TEST(AllCliques, OfTheMostVerticesAreInNoCheckpoint) {
    SearchOptions options = one_worker;
    options.checkpoints.file = "state";
    EXPECT_EQ(
        scrump::test::message_of<UsageError>([&] { count_maximum_cliques(graph::Graph(3), {.search = options}); }),
        "all maximum cliques take two searches, which other runs neither continue nor share: search for a maximum "
        "clique first, "
        "and then for all cliques of its size");
}

TEST(AllCliques, KeepTheContract) {
    const graph::Graph graph = test::random_graph(30, 0.6, 3);
    const AllCliquesSpace<Generator<1>> space{.graph = make_space<1>(graph), .size = 4};
    const CheckReport report = scrump::check<Dense<1>>(space, root(space.graph), {.nodes = 1000});
    EXPECT_TRUE(report.ok()) << report;
}

}  // namespace
}  // namespace scrump::maxclique
