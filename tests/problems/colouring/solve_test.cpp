#include <scrump/problems/colouring/ext/greedy.hpp>
#include <scrump/problems/colouring/solve.hpp>

#include <scrump/problems/graph/dimacs.hpp>

#include <gtest/gtest.h>

#include <problems/colouring/graphs.hpp>
#include <search/problems.hpp>
#include <support/data.hpp>
#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <stdexcept>
#include <stop_token>
#include <utility>

namespace scrump::colouring {
namespace {

const SearchOptions sequential{.skeleton = Skeleton::sequential(), .pin = false};

std::size_t fewest(const graph::Graph& graph, const SearchOptions& options = sequential) {
    const auto found = find_fewest_colours(graph, options);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_TRUE(is_proper(graph, found.value.colouring));
    EXPECT_EQ(found.value.at_least, count_colours(found.value.colouring));
    return found.value.at_least;
}

bool colourable(const graph::Graph& graph, std::size_t k, const SearchOptions& options = sequential) {
    const auto found = find_colouring(graph, k, options);
    EXPECT_EQ(found.status, Status::complete);
    if (found.value) {
        EXPECT_TRUE(is_proper(graph, *found.value));
        EXPECT_LE(count_colours(*found.value), k);
    }
    return found.value.has_value();
}

TEST(FewestColours, AreThoseOfATableOverAllSets) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SplitMix64 random(seed);
        const auto graph = test::random_graph(random.below(11), random.unit(), seed + 700);
        const std::size_t expected = test::chromatic_number(graph);
        EXPECT_EQ(fewest(graph), expected) << seed;
        for (std::size_t k = 0; k <= expected + 1; ++k) EXPECT_EQ(colourable(graph, k), k >= expected) << seed << k;
    }
}

TEST(FewestColours, OfKnownGraphs) {
    EXPECT_EQ(fewest({}), 0U);
    EXPECT_EQ(fewest(graph::Graph(1)), 1U);
    EXPECT_EQ(fewest(graph::Graph(100)), 1U);
    EXPECT_EQ(fewest(test::random_graph(70, 1, 1)), 70U);
    EXPECT_EQ(fewest(test::cycle(70)), 2U);
    EXPECT_EQ(fewest(test::cycle(71)), 3U);
    EXPECT_EQ(fewest(test::petersen()), 3U);
    EXPECT_EQ(fewest(test::queens(5)), 5U);
    EXPECT_EQ(fewest(test::queens(6)), 7U);
    EXPECT_EQ(fewest(test::queens(7)), 7U);
    EXPECT_EQ(fewest(test::mycielski(3)), 4U);
    EXPECT_EQ(fewest(test::mycielski(4)), 5U);
}

TEST(FewestColours, OfKnownFamilies) {
    for (unsigned step = 5; step <= 7; ++step) EXPECT_EQ(fewest(test::mycielski(step)), step + 1);
    for (unsigned n = 5; n <= 8; ++n) EXPECT_EQ(fewest(test::kneser(n, 2)), n - 2) << n;
    EXPECT_EQ(fewest(test::kneser(7, 3)), 3U);
    for (std::size_t n = 4; n <= 40; n += 3) EXPECT_EQ(fewest(graph::complement(test::cycle(n))), (n + 1) / 2) << n;
}

TEST(FewestColours, AreProvedWithoutASearchWhereABoundShowsThem) {
    for (const graph::Graph& graph : {test::mycielski(7), test::queens(8), graph::complement(test::cycle(51))}) {
        const auto found = find_fewest_colours(graph, sequential);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_LE(found.statistics.total.nodes, 1U);
        const std::size_t few = found.value.at_least - 1;
        EXPECT_LE(find_colouring(graph, few, sequential).statistics.total.nodes, 1U);
    }
}

TEST(FewestColours, NeedMoreThanACliqueShows) {
    EXPECT_FALSE(colourable(test::queens(6), 6));
    EXPECT_TRUE(colourable(test::queens(6), 7));
    EXPECT_FALSE(colourable(test::mycielski(4), 4));
}

TEST(FewestColours, OfABenchmarkGraph) {
    SCRUMP_NEEDS_DATA("clique/hamming8-4.clq");
    // Its cliques of 16 words are cosets of a linear code, and so are its colours.
    EXPECT_EQ(fewest(graph::read_dimacs_file(scrump::test::data("clique/hamming8-4.clq").string())), 16U);
}

TEST(FewestColours, AreTheSameInEveryWay) {
    const auto graph = test::random_graph(38, 0.5, 9);
    const std::size_t expected = fewest(graph);
    for (const auto& way : scrump::test::all_ways()) {
        EXPECT_EQ(fewest(graph, way.options()), expected);
        EXPECT_TRUE(colourable(graph, expected, way.options()));
        EXPECT_FALSE(colourable(graph, expected - 1, way.options()));
    }
    for (const char* const policy : scrump::test::all_policies())
        EXPECT_EQ(
            fewest(test::mycielski(4), {.policy = Policy::parse(policy), .workers = 2, .localities = 2, .pin = false}),
            5U);
}

/// One that takes some thousand nodes at least.
graph::Graph hard_graph() {
    SearchOptions few = sequential;
    few.node_limit = 3'000;
    for (std::uint64_t seed = 1;; ++seed) {
        graph::Graph graph = test::random_graph(62, 0.5, seed);
        if (find_fewest_colours(graph, few).status == Status::node_limit) return graph;
    }
}

TEST(FewestColours, AreFoundByARunThatWasStoppedAndResumed) {
    const auto graph = hard_graph();
    const std::size_t expected = fewest(graph);
    const scrump::test::Folder folder;
    SearchOptions options{.workers = 2, .localities = 2, .pin = false, .node_limit = 500};
    options.checkpoints.file = folder / "checkpoint";
    const auto part = find_fewest_colours(graph, options);
    EXPECT_EQ(part.status, Status::node_limit);
    EXPECT_TRUE(is_proper(graph, part.value.colouring));
    EXPECT_GE(part.value.at_least, 2U);
    EXPECT_LE(part.value.at_least, expected);
    EXPECT_EQ(part.statistics.bound, part.value.at_least);

    options.checkpoints.resume = std::exchange(options.checkpoints.file, {});
    options.node_limit.reset();
    const auto whole = find_fewest_colours(graph, options);
    EXPECT_EQ(whole.status, Status::complete);
    EXPECT_EQ(whole.value.at_least, expected);
    EXPECT_EQ(whole.statistics.earlier.runs, 1U);

    EXPECT_NE(scrump::test::message_of([&] { find_fewest_colours(test::mycielski(4), options); }), "no error");
    EXPECT_NE(scrump::test::message_of([&] { find_colouring(graph, 5, options); }), "no error");
}

TEST(FewestColours, AStoppedRunHasAColouringAllTheSame) {
    const auto graph = test::random_graph(150, 0.5, 1);
    SearchOptions options = sequential;
    options.time_limit = std::chrono::nanoseconds(1);
    const auto found = find_fewest_colours(graph, options);
    EXPECT_EQ(found.status, Status::time_limit);
    EXPECT_TRUE(is_proper(graph, found.value.colouring));
    EXPECT_LT(found.value.at_least, count_colours(found.value.colouring));
    EXPECT_GE(found.value.at_least, 8U);
}

TEST(FewestColours, OfALargeGraphAreThoseOfGreedWhereNothingElseWasDone) {
    const auto graph = test::random_graph(600, 0.5, 1);
    std::stop_source stop;
    stop.request_stop();
    const auto found = find_fewest_colours(graph, {.stop = stop.get_token()});
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.value.colouring, colour_greedily(graph));
    EXPECT_GE(found.value.at_least, 2U);
    EXPECT_EQ(found.statistics.total.nodes, 0U) << "the search did not begin";
}

TEST(FewestColours, AreNoMoreThanThoseThatAreKnown) {
    const auto graph = test::random_graph(600, 0.1, 1);
    Colouring known = find_fewest_colours(graph, {.pin = false, .node_limit = 1}).value.colouring;
    const std::size_t colours = count_colours(known);
    ASSERT_LT(colours, count_colours(colour_greedily(graph)));
    for (std::size_t& colour : known) colour *= 7;  // what they are called makes no difference
    std::stop_source stop;
    stop.request_stop();
    for (const SearchOptions& options :
         {SearchOptions{.pin = false, .stop = stop.get_token()},
          SearchOptions{.skeleton = Skeleton::sequential(), .pin = false, .node_limit = 1}}) {
        EXPECT_LE(count_colours(find_fewest_colours(graph, options, known).value.colouring), colours);
        EXPECT_TRUE(find_colouring(graph, colours, options, known).value);
    }
    known.pop_back();
    EXPECT_EQ(scrump::test::message_of<std::invalid_argument>([&] { find_fewest_colours(graph, {}, known); }),
              "the known colouring is not a colouring of this graph");
}

TEST(FewestColours, RefuseGraphsThatAreTooLarge) {
    EXPECT_EQ(scrump::test::message_of([] { find_fewest_colours(graph::Graph(9000)); }),
              "colouring: the graph has 9000 vertices; at most 8192 can be searched");
}

}  // namespace
}  // namespace scrump::colouring
