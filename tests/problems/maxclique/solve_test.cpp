#include <scrump/problems/graph/structured_graphs.hpp>
#include <scrump/problems/maxclique/detail/colouring_bound.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/order.hpp>
#include <scrump/problems/maxclique/solve.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>
#include <search/problems.hpp>
#include <support/data.hpp>
#include <support/sanitized.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <stop_token>
#include <string>

namespace scrump::maxclique {
namespace {

void expect_the_same_in_every_way(const graph::Graph& graph, std::size_t largest) {
    for (const scrump::test::Way& way : scrump::test::all_ways()) {
        const Settings settings{.search = way.options(), .local_search = way.workers == 2};
        const auto found = find_maximum_clique(graph, settings);
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.size(), largest);
        ASSERT_TRUE(is_clique(graph, found.value));
        const auto one = find_clique(graph, largest, settings);
        ASSERT_TRUE(one.value && is_clique(graph, *one.value));
        const auto smaller = find_clique(graph, largest / 2, settings);
        ASSERT_TRUE(smaller.value && is_clique(graph, *smaller.value));
        ASSERT_EQ(smaller.value->size(), largest / 2);
        const auto none = find_clique(graph, largest + 1, settings);
        ASSERT_EQ(none.status, Status::complete);
        ASSERT_FALSE(none.value);
    }
}

TEST(MaxClique, IsTheSameInEveryWay) {
    const graph::Graph graph = test::random_graph(50, 0.7, 3);
    const std::size_t largest = find_maximum_clique(graph, {.search = {.workers = 1}}).value.size();
    ASSERT_EQ(test::count_cliques(graph).size() - 1, largest);
    expect_the_same_in_every_way(graph, largest);
}

// The bound of the root is 512, so that nothing is left to search once that is found.
TEST(MaxClique, LocalSearchBeforeItMakesWholeCliques) {
    const auto found = find_maximum_clique(graph::hamming_graph(10, 2), {.search = {.workers = 1, .node_limit = 100}});
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value.size(), 512U);
}

TEST(MaxClique, InColourOrderIsTheSameInEveryWay) {
    const graph::Graph graph = test::partite(25, 5, 0.9, 2);
    ASSERT_TRUE(search_order(graph).coloured());
    expect_the_same_in_every_way(graph, 25);
}

// Vertices 0 and 1 are taken first: nothing larger is looked for.
TEST(MaxClique, StoppedBeforehandIsWhatFitsInOrder) {
    graph::Graph graph(6);
    graph.add_edge(0, 1);
    for (const std::size_t a : {2U, 3U, 4U, 5U})
        for (std::size_t b = 2; b < a; ++b) graph.add_edge(a, b);
    std::stop_source stop;
    stop.request_stop();
    Settings settings{.search = {.workers = 1, .stop = stop.get_token()}};
    const auto found = find_maximum_clique(graph, settings);
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.value, (Clique{0, 1}));
    EXPECT_EQ(found.statistics.bound, 4) << "a vertex and its three neighbours";
    ASSERT_EQ(found.statistics.incumbents.size(), 1U);
    EXPECT_EQ(found.statistics.incumbents.front().objective, 2);

    EXPECT_EQ(find_clique(graph, 2, settings).status, Status::complete) << "a witness is a proof";
    EXPECT_EQ(find_clique(graph, 3, settings).status, Status::cancelled);
    EXPECT_FALSE(find_clique(graph, 3, settings).statistics.bound) << "a question has none";
    EXPECT_FALSE(find_clique(graph, 3, settings).value);
    settings.known = {5, 3, 4};
    EXPECT_EQ(find_maximum_clique(graph, settings).value, (Clique{3, 4, 5}));
    EXPECT_EQ(find_clique(graph, 3, settings).value, (Clique{3, 4, 5}));
}

/// The neighbours of a vertex in a Keller graph: words of `length` letters of which two are adjacent if they differ in
/// at least two places, and by two, modulo four, in at least one.
graph::Graph keller(unsigned length) {
    std::vector<unsigned> words;
    const auto fits = [&](unsigned difference) {
        unsigned places = 0;
        bool by_two = false;
        for (unsigned i = 0; i < length; ++i) {
            const unsigned letter = difference >> 2 * i & 3;
            places += letter != 0 ? 1 : 0;
            by_two = by_two || letter == 2;
        }
        return places >= 2 && by_two;
    };
    const auto difference = [&](unsigned a, unsigned b) {
        unsigned word = 0;
        for (unsigned i = 0; i < length; ++i) word |= (((a >> 2 * i) - (b >> 2 * i)) & 3U) << 2 * i;
        return word;
    };
    for (unsigned word = 0; word < 1U << 2 * length; ++word)
        if (fits(word)) words.push_back(word);
    graph::Graph graph(words.size());
    for (std::size_t a = 0; a < words.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (fits(difference(words[a], words[b]))) graph.add_edge(a, b);
    return graph;
}

TEST(ColouringBound, IsNeverBelowTheLargestCliqueAndImproves) {
    const graph::Graph graph = keller(4);
    ASSERT_EQ(graph.size(), 171U);
    ColouringBound bound(graph, 1);
    const std::size_t first = bound.colours();
    std::size_t last = first;
    for (unsigned i = 0; i < 200; ++i) {
        bound.improve(1'000'000);
        EXPECT_LE(bound.colours(), last);
        last = bound.colours();
    }
    EXPECT_LT(last, first);
    EXPECT_EQ(last, 15U) << "colours of the graph; its largest clique has 11 vertices";
    for (const std::size_t size : {0U, 1U, 3U}) {
        const graph::Graph small(size);
        ColouringBound alone(small, 1);
        alone.improve(1'000);
        EXPECT_EQ(alone.colours(), std::min<std::size_t>(size, 1));
    }
}

// First fit, which bounds nodes, takes more colours for all of the graph than DSATUR.
TEST(MaxClique, StoppedIsBoundedByAColouringOfTheGraph) {
    const graph::Graph graph = keller(4);
    ColouringBound bound(graph, 1);
    Settings settings{.search = {.workers = 1, .node_limit = 1}, .local_search = false};
    const auto found = find_maximum_clique(graph, settings);
    ASSERT_EQ(found.status, Status::node_limit);
    ASSERT_TRUE(found.statistics.bound);
    EXPECT_LE(*found.statistics.bound, static_cast<double>(bound.colours()));
    EXPECT_GE(*found.statistics.bound, 11);
}

TEST(MaxClique, OfTheSharedGraphsIsAsLargeAsIsKnown) {
    SCRUMP_NEEDS_DATA("clique/answers.tsv");
    // More than a second each.
    std::set<std::string> slow = {"brock400_4", "brock800_4"};
    if (scrump::test::sanitized) slow.insert({"brock200_1", "p_hat300-3", "MANN_a27"});
    std::ifstream answers(scrump::test::data("clique/answers.tsv"));
    std::string line;
    std::getline(answers, line);
    unsigned asked = 0;
    std::string name;
    for (std::size_t largest = 0; answers >> name >> largest;) {
        if (slow.count(name) > 0) continue;
        const graph::Graph graph = test::read(scrump::test::data("clique/" + name + ".clq"));
        const auto found = find_maximum_clique(graph, {.search = {.workers = 2, .pin = false}});
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.value.size(), largest) << name;
        EXPECT_TRUE(is_clique(graph, found.value)) << name;
        ++asked;
    }
    EXPECT_GE(asked, 8U);
}

}  // namespace
}  // namespace scrump::maxclique
