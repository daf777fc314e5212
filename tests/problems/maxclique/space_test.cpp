#include <scrump/problems/maxclique/detail/maxclique.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrump::maxclique {
namespace {

TEST(SizeClass, IsTheSmallestThatHoldsTheGraph) {
    const auto words = [](std::size_t vertices) {
        using Classes = std::index_sequence<1, 2, 8, 10, 1024>;
        return with_size_class<Classes>(vertices, [](auto size_class) { return std::size_t{size_class}; });
    };
    EXPECT_EQ(words(0), 1U);
    EXPECT_EQ(words(64), 1U);
    EXPECT_EQ(words(65), 2U);
    EXPECT_EQ(words(8 * 64 + 1), 10U);
    EXPECT_EQ(words(max_vertices), 1024U);
    EXPECT_THROW(words(max_vertices + 1), Error);
}

TEST(DegeneracyOrder, PlacesAVertexOfLeastDegreeLastAgainAndAgain) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const graph::Graph graph = test::random_graph(70, 0.1 * static_cast<double>(seed), seed);
        const std::vector<std::size_t> order = degeneracy_order(graph);
        std::vector<std::size_t> sorted = order;
        std::sort(sorted.begin(), sorted.end());
        std::vector<std::size_t> all(graph.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        ASSERT_EQ(sorted, all);
        for (std::size_t last = graph.size(); last-- > 0;) {
            const auto degree = [&](std::size_t v) {
                return std::count_if(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                                     [&](std::size_t u) { return graph.adjacent(u, v); });
            };
            for (std::size_t i = 0; i < last; ++i) ASSERT_LE(degree(order[last]), degree(order[i]));
        }
    }
}

TEST(ColourOrder, ListsIndependentSetsThatFirstFitFindsAgain) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const graph::Graph graph = test::random_graph(100, 0.15 * static_cast<double>(seed), seed);
        const ColourOrder found = colour_order(graph, 200);
        std::vector<std::size_t> sorted = found.order;
        std::sort(sorted.begin(), sorted.end());
        std::vector<std::size_t> all(graph.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        ASSERT_EQ(sorted, all);
        // First fit: each vertex joins the first class without a neighbour of it.
        std::vector<std::vector<std::size_t>> classes;
        for (const std::size_t v : found.order) {
            const auto fits = std::ranges::find_if(classes, [&](const std::vector<std::size_t>& members) {
                return std::ranges::none_of(members, [&](std::size_t u) { return graph.adjacent(u, v); });
            });
            if (fits == classes.end()) {
                classes.push_back({v});
            } else {
                fits->push_back(v);
            }
        }
        EXPECT_LE(classes.size(), found.classes);
        EXPECT_LE(colour_order(graph, 20'000).classes, found.classes + 1);
    }
    EXPECT_EQ(colour_order(graph::Graph(0), 10).classes, 0U);
    EXPECT_EQ(colour_order(graph::Graph(9), 1).classes, 1U) << "sets are extended beyond the limit";
}

TEST(SearchOrder, FollowsTheColoursOfAGraphThatHasFew) {
    const graph::Graph parts = test::partite(25, 5, 0.9, 1);
    const SearchOrder coloured = search_order(parts);
    EXPECT_TRUE(coloured.coloured());
    EXPECT_EQ(colour_order(parts, parts.size() * parts.size()).order, coloured.order);
    for (const double density : {0.3, 0.75, 0.9}) {
        const graph::Graph random = test::random_graph(125, density, 1);
        const SearchOrder plain = search_order(random);
        EXPECT_FALSE(plain.coloured());
        EXPECT_EQ(plain.order, degeneracy_order(random));
    }
    EXPECT_TRUE(search_order(graph::Graph(0)).order.empty());
}

TEST(Space, HasTheEdgesOfTheGraph) {
    const graph::Graph graph = test::random_graph(150, 0.4, 2);
    const auto space = make_space<3>(graph);
    ASSERT_EQ(space.size(), graph.size());
    for (std::size_t a = 0; a < graph.size(); ++a) {
        EXPECT_EQ(space.vertex(space.original(a)), a);
        for (std::size_t b = 0; b < graph.size(); ++b)
            ASSERT_EQ(space.row(a).test(b), graph.adjacent(space.original(a), space.original(b)));
    }
    EXPECT_THROW(make_space<2>(graph), Error);
    EXPECT_NE(make_space<3>(graph).serial(), space.serial());
}

/// Rings of five vertices; of the edges between two rings one in ten is missing.
graph::Graph joined_rings(std::size_t rings, std::uint64_t seed) {
    const graph::Graph kept = test::random_graph(5 * rings, 0.9, seed);
    graph::Graph graph(5 * rings);
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (a / 5 != b / 5 ? kept.adjacent(a, b) : a - b == 1 || a - b == 4) graph.add_edge(a, b);
    return graph;
}

TEST(Strangers, AreClusteredInPartsButNotInRandomGraphs) {
    const auto clustered = [](const graph::Graph& graph) { return make_space<5>(graph).strangers().clustered(); };
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        EXPECT_TRUE(clustered(test::partite(40, 7, 0.97, seed)));
        for (const double density : {0.0, 0.3, 0.75, 0.9})
            EXPECT_FALSE(clustered(test::random_graph(300, density, seed)));
    }
    // Two strangers of a vertex in a ring are adjacent.
    EXPECT_FALSE(clustered(joined_rings(60, 1)));
    EXPECT_FALSE(clustered(graph::Graph(0)));
    EXPECT_FALSE(clustered(complement(graph::Graph(200)))) << "nobody has a stranger";
}

TEST(Space, ChoosesTheEffortByTheGraphAndTheNode) {
    const auto parts = make_space<5>(test::partite(40, 7, 0.97, 1));
    EXPECT_EQ(parts.effort(10, 9), Effort::filter);
    const auto dense = make_space<5>(test::random_graph(250, 0.9, 1));
    EXPECT_EQ(dense.effort(100, 30), Effort::reasoning);
    EXPECT_EQ(dense.effort(100, 28), Effort::propagation) << "large classes";
    EXPECT_EQ(dense.effort(64, 30), Effort::propagation) << "a small node";
    EXPECT_EQ(make_space<5>(test::random_graph(250, 0.75, 1)).effort(100, 50), Effort::propagation);
}

TEST(Space, TakesCliquesInAndGivesThemBack) {
    graph::Graph graph = test::random_graph(100, 0.3, 3);
    const std::vector<std::size_t> clique{4, 17, 63, 64, 99};
    for (const std::size_t a : clique)
        for (const std::size_t b : clique)
            if (a != b) graph.add_edge(a, b);
    const auto space = make_space<2>(graph);
    const std::vector<std::size_t> shuffled{64, 4, 99, 17, 63};
    const Node<2> node = node_of<2>(space, shuffled);
    EXPECT_EQ(node.size, 5);
    EXPECT_EQ(vertices_of(space, node), clique);
    EXPECT_EQ((node.candidates & node.clique).count(), 0U);
    node.candidates.for_each([&](std::size_t v) {
        for (const std::size_t member : clique) EXPECT_TRUE(graph.adjacent(space.original(v), member));
    });
}

TEST(IsClique, WantsDifferentAdjacentVerticesOfTheGraph) {
    graph::Graph graph(4);
    graph.add_edge(0, 1);
    graph.add_edge(1, 2);
    const auto check = [&](std::vector<std::size_t> vertices) { return is_clique(graph, vertices); };
    EXPECT_TRUE(check({}));
    EXPECT_TRUE(check({3}));
    EXPECT_TRUE(check({1, 0}));
    EXPECT_FALSE(check({0, 1, 2}));
    EXPECT_FALSE(check({1, 1}));
    EXPECT_FALSE(check({4}));
}

}  // namespace
}  // namespace scrump::maxclique
