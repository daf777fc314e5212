#include <scrump/base/random.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/graph/sparse_random_graphs.hpp>
#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/sparse_generator.hpp>
#include <scrump/problems/maxclique/detail/sparse_heuristic.hpp>
#include <scrump/problems/maxclique/detail/sparse_search.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>
#include <search/problems.hpp>
#include <support/data.hpp>
#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <algorithm>
#include <concepts>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

namespace scrump::maxclique {
namespace {

using graph::SparseGraph;

static_assert(NodeGenerator<SparseGenerator<4>>);
static_assert(CountsChildren<SparseGenerator<4>>);
static_assert(HasBound<SparseGenerator<4>>);
static_assert(KnowsIncumbent<SparseGenerator<4>>);
static_assert(ReportsPruning<SparseGenerator<4>>);
static_assert(std::copy_constructible<SparseGenerator<4>>);
static_assert(std::is_trivially_copyable_v<SparseNode<4>>);

std::size_t clique_number(const SparseGraph& graph) {
    return test::count_cliques(to_dense(graph)).size() - 1;
}

/// Small graphs of every kind, few of them dense.
SparseGraph small_graph(std::uint64_t seed) {
    SplitMix64 random(seed);
    const std::size_t n = random.below(40);
    const std::uint64_t pairs = n < 2 ? 0 : n * (n - 1) / 2;
    switch (random.below(3)) {
        case 0:
            return graph::power_law_graph(n, pairs / 5, 2 + random.unit(), 0, seed);
        case 1:
            return graph::random_sparse_graph(n, pairs / 4, std::min<std::size_t>(n, 6), seed);
        default:
            return to_sparse(test::random_graph(n / 2, random.unit(), seed));
    }
}

/// The search by later neighbours, which small graphs would otherwise not come to.
detail::Solution search(const SparseGraph& graph, std::optional<std::int32_t> target = {},
                        const SearchOptions& options = {}, std::size_t to_beat = 0) {
    const OrderedGraph ordered(graph);
    if (target) to_beat = static_cast<std::size_t>(std::max(*target - 1, 0));
    return detail::search_sparse<4>(SparseSpace(ordered, to_beat, {}), target, options, {});
}

/// A graph with a search that is worth sharing, and its clique number.
const SparseGraph& hard_graph() {
    static const SparseGraph graph = [] {
        std::vector<SparseGraph::Edge> edges;
        SplitMix64 random(2);
        for (std::uint32_t a = 0; a < 160; ++a)
            for (std::uint32_t b = a + 1; b < std::min(a + 50, 160U); ++b)
                if (random.below(100) < 70) edges.push_back({a, b});
        return SparseGraph(160, edges);
    }();
    return graph;
}
std::size_t hard_clique() {
    static const std::size_t size =
        find_maximum_clique(to_dense(hard_graph()), {.search = {.skeleton = Skeleton::sequential()}}).value.size();
    return size;
}

TEST(OrderedGraph, HasEachEdgeOnceFromEarlierToLater) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const OrderedGraph ordered(graph);
        std::vector<SparseGraph::Edge> edges;
        for (std::uint32_t v = 0; v < ordered.size(); ++v) {
            ASSERT_LE(ordered.later(v).size(), ordered.core(v));
            ASSERT_TRUE(std::ranges::is_sorted(ordered.later(v)));
            for (const auto later : ordered.later(v)) {
                ASSERT_GT(later, v);
                edges.push_back({ordered.original(v), ordered.original(later)});
            }
        }
        ASSERT_EQ(edges.size(), graph.edges());
        ASSERT_EQ(SparseGraph(graph.size(), edges), graph);
        for (std::size_t core = 0; core < 10; ++core) {
            const std::size_t first = ordered.first_of_core(core);
            ASSERT_TRUE(first == ordered.size() || ordered.core(first) >= core);
            ASSERT_TRUE(first == 0 || ordered.core(first - 1) < core);
        }
    }
}

TEST(SparseGenerator, EnumeratesEachCliqueOnce) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const OrderedGraph ordered(graph);
        const SparseSpace space(ordered, 0, {});
        const auto found = enumerate<SparseGenerator<4>>(space, root<4>(space), CountPerDepth{}, {.workers = 1});
        ASSERT_EQ(found.value, test::count_cliques(to_dense(graph))) << seed;
    }
}

TEST(SparseGenerator, BoundsAreNeverTooLow) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const OrderedGraph ordered(graph);
        const SparseSpace space(ordered, 0, {});
        const SparseNode<4> top = root<4>(space);
        ASSERT_GE(top.inner.limit, static_cast<std::int32_t>(clique_number(graph)));
        const auto check = [&](const SparseNode<4>& child) {
            const auto below = enumerate<SparseGenerator<4>>(space, child, CountPerDepth{}, {.workers = 1});
            const auto largest = child.inner.size + static_cast<std::int32_t>(below.value.size()) - 1;
            ASSERT_GE(SparseGenerator<4>::bound(space, child), largest);
        };
        SparseNode<4> child;
        for (SparseGenerator<4> generator(space, top); generator.next(child);) check(child);
    }
}

TEST(SparseHeuristic, FindsCliques) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const OrderedGraph ordered(graph);
        for (const bool local_search : {false, true}) {
            const auto go_on = [] { return true; };
            const auto improve = [&](Clique best, std::size_t enough) {
                if (local_search) best = search_core(ordered, std::move(best), enough, go_on);
                return search_greedily(ordered, std::move(best), enough, go_on);
            };
            const Clique clique = improve({}, 100);
            ASSERT_TRUE(is_clique(graph, clique));
            ASSERT_LE(clique.size(), clique_number(graph));
            if (graph.size() > 0) {
                ASSERT_GE(clique.size(), graph.edges() > 0 ? 2U : 1U);
            }
            const Clique same = improve(clique, 100);
            ASSERT_EQ(same.size(), clique.size());
            if (local_search) {
                ASSERT_EQ(clique.size(), clique_number(graph));
            }
            ASSERT_TRUE(improve({}, 0).empty());
        }
    }
}

TEST(SparseMaxClique, AgreesWithTheDefinition) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const std::size_t largest = clique_number(graph);
        const auto found = search(graph, {}, {.workers = 1});
        ASSERT_EQ(found.value.value_or(Clique{}).size(), largest) << seed;
        ASSERT_TRUE(is_clique(graph, found.value.value_or(Clique{})));
        const auto by_front_door =
            find_maximum_clique(graph, {.search = {.workers = 1}, .local_search = seed % 2 == 0});
        ASSERT_EQ(by_front_door.status, Status::complete);
        ASSERT_EQ(by_front_door.value.size(), largest) << seed;
        for (std::size_t k = largest > 1 ? largest - 1 : 0; k <= largest + 1; ++k) {
            const auto some = search(graph, static_cast<std::int32_t>(k), {.workers = 1});
            ASSERT_EQ(some.value.has_value(), k <= largest) << seed << " k " << k;
            if (some.value) {
                ASSERT_TRUE(some.value->size() >= k && is_clique(graph, *some.value));
            }
            const auto k_clique = find_clique(graph, k, {.search = {.workers = 1}, .local_search = false});
            ASSERT_EQ(k_clique.status, Status::complete);
            ASSERT_EQ(k_clique.value.has_value(), k <= largest) << seed << " k " << k;
        }
    }
}

TEST(SparseMaxClique, FindsNothingLargerThanWhatCannotBeBeaten) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const auto largest = clique_number(graph);
        const OrderedGraph ordered(graph);
        const Clique best = find_maximum_clique(graph).value;
        for (const auto& known : {best, Clique(best.begin(), best.end() - (best.empty() ? 0 : 1))}) {
            const auto found =
                detail::search_sparse<4>(SparseSpace(ordered, known.size(), known), {}, {.workers = 1}, {});
            ASSERT_EQ(found.value.value_or(Clique{}).size(), largest) << seed;
            ASSERT_EQ(find_maximum_clique(graph, {.search = {}, .known = known}).value.size(), largest);
        }
    }
}

TEST(SparseMaxClique, GivesTheSameAnswerEveryWay) {
    for (const scrump::test::Way& way : scrump::test::all_ways()) {
        const auto found = search(hard_graph(), {}, way.options(), 10);
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value->size(), hard_clique()) << way.skeleton.describe() << " " << way.localities;
        ASSERT_TRUE(is_clique(hard_graph(), *found.value));
        const auto none = search(hard_graph(), static_cast<std::int32_t>(hard_clique()) + 1, way.options());
        ASSERT_FALSE(none.value);
        const auto some = search(hard_graph(), static_cast<std::int32_t>(hard_clique()), way.options());
        ASSERT_TRUE(some.value && is_clique(hard_graph(), *some.value));
    }
}

TEST(SparseMaxClique, GivesTheSameAnswerWithEveryPolicy) {
    for (const char* const policy : scrump::test::all_policies()) {
        SearchOptions options{.policy = Policy::parse(policy), .workers = 2, .localities = 2, .pin = false};
        EXPECT_EQ(search(hard_graph(), {}, options, 10).value->size(), hard_clique()) << policy;
    }
}

TEST(SparseMaxClique, AgreesWithTheDenseSearchOnLargerGraphs) {
    const std::vector<SparseGraph> graphs = {
        graph::power_law_graph(6000, 40'000, 2.2, 0, 1), graph::power_law_graph(6000, 40'000, 3, 8, 2),
        graph::random_sparse_graph(5000, 60'000, 0, 3), graph::random_sparse_graph(5000, 60'000, 9, 4)};
    for (const SparseGraph& graph : graphs) {
        const auto dense = find_maximum_clique(to_dense(graph));
        for (const bool local_search : {true, false}) {
            const auto sparse = find_maximum_clique(graph, {.search = {.localities = 2}, .local_search = local_search});
            EXPECT_EQ(sparse.status, Status::complete);
            EXPECT_EQ(sparse.value.size(), dense.value.size());
            EXPECT_TRUE(is_clique(graph, sparse.value));
        }
        EXPECT_TRUE(find_clique(graph, dense.value.size()).value);
        EXPECT_FALSE(find_clique(graph, dense.value.size() + 1).value);
    }
}

TEST(SparseMaxClique, OfVeryLargeAndVerySmallGraphs) {
    EXPECT_TRUE(find_maximum_clique(SparseGraph()).value.empty());
    EXPECT_EQ(find_maximum_clique(SparseGraph(1, {})).value, Clique{0});
    EXPECT_EQ(find_maximum_clique(SparseGraph(100'000, {})).value.size(), 1U);
    const std::vector<SparseGraph::Edge> edge = {{70'000, 99'999}};
    EXPECT_EQ(find_maximum_clique(SparseGraph(100'000, edge)).value, (Clique{70'000, 99'999}));
    EXPECT_EQ(find_clique(SparseGraph(100'000, edge), 2).value, (Clique{70'000, 99'999}));
    EXPECT_FALSE(find_clique(SparseGraph(100'000, edge), 3).value);
    EXPECT_FALSE(find_clique(SparseGraph(100'000, edge), ~std::size_t{0}).value);
    EXPECT_EQ(find_clique(SparseGraph(100'000, edge), 0).value, Clique());
    EXPECT_EQ(find_clique(SparseGraph(100'000, edge), 1).value->size(), 1U);
    EXPECT_TRUE(find_clique(SparseGraph(), 0).value);
    EXPECT_FALSE(find_clique(SparseGraph(), 1).value);
}

// A search may be done before it is stopped.
TEST(SparseMaxClique, StopsAndAnswersTheBestSoFar) {
    const SparseGraph graph = graph::random_sparse_graph(20'000, 200'000, 0, 3);
    const std::size_t largest = find_maximum_clique(graph).value.size();
    std::stop_source stop;
    stop.request_stop();
    for (const SearchOptions& options : {SearchOptions{.time_limit = std::chrono::nanoseconds(0)},
                                         SearchOptions{.node_limit = 10}, SearchOptions{.stop = stop.get_token()}}) {
        const auto found = find_maximum_clique(graph, {.search = options});
        EXPECT_TRUE(is_clique(graph, found.value));
        EXPECT_TRUE(found.status != Status::complete || found.value.size() == largest);
    }
}

TEST(SparseMaxClique, StoppedBeforehandIsWhatFitsAroundTheVertexWithMostNeighbours) {
    const SparseGraph graph = graph::random_sparse_graph(20'000, 200'000, 0, 3);
    std::stop_source stop;
    stop.request_stop();
    const auto found = find_maximum_clique(graph, {.search = {.stop = stop.get_token()}});
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.value, greedy_clique(graph));
    EXPECT_GE(found.value.size(), 2U);
    EXPECT_TRUE(is_clique(graph, found.value));
    std::size_t neighbours = 0;
    for (std::size_t v = 0; v < graph.size(); ++v) neighbours = std::max(neighbours, graph.degree(v));
    EXPECT_EQ(found.statistics.bound, static_cast<double>(neighbours + 1));
    EXPECT_FALSE(find_clique(graph, 9, {.search = {.stop = stop.get_token()}}).statistics.bound);
    EXPECT_EQ(find_all_cliques(graph, 3, 0, {.stop = stop.get_token()}).status, Status::cancelled);
}

TEST(SparseMaxClique, GoesOnFromACheckpoint) {
    const SparseGraph graph = graph::random_sparse_graph(20'000, 200'000, 0, 1);
    const auto whole = find_maximum_clique(graph);
    const scrump::test::Folder folder;
    SearchOptions options{.workers = 1, .pin = false, .node_limit = 200};
    options.checkpoints.file = folder / "checkpoint";
    const auto first = find_maximum_clique(graph, {.search = options});
    EXPECT_EQ(first.status, Status::node_limit);

    options.checkpoints.resume = options.checkpoints.file;
    options.node_limit.reset();
    options.localities = 2;
    options.seed = 5;
    const SparseGraph other = graph::random_sparse_graph(20'000, 200'000, 0, 2);
    EXPECT_NE(scrump::test::message_of([&] { find_maximum_clique(other, {.search = options}); }), "no error");
    const auto rest = find_maximum_clique(graph, {.search = options});
    EXPECT_EQ(rest.status, Status::complete);
    EXPECT_EQ(rest.value.size(), whole.value.size());
}

/// The first graph of `make(seed)` in which local search finds more than the greedy search: there the two leave
/// different parts of it to a search.
template <class Make>
std::optional<SparseGraph> graph_for_local_search(const Make& make) {
    const auto go_on = [] { return true; };
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SparseGraph graph = make(seed);
        const OrderedGraph ordered(graph);
        const std::size_t enough = ordered.largest_possible();
        const Clique greedy = search_greedily(ordered, {}, enough, go_on);
        if (search_core(ordered, greedy, enough, go_on).size() > greedy.size()) return graph;
    }
    return std::nullopt;
}

// A checkpoint is one of the user's graph, whatever part of it is searched.
TEST(SparseMaxClique, GoesOnWithAndWithoutLocalSearch) {
    const std::optional<SparseGraph> graphs[] = {
        graph_for_local_search([](std::uint64_t seed) { return graph::random_sparse_graph(20'000, 200'000, 7, seed); }),
        graph_for_local_search([](std::uint64_t seed) { return graph::power_law_graph(3000, 40'000, 2.2, 0, seed); })};
    ASSERT_TRUE(graphs[0] || graphs[1]);
    for (const std::optional<SparseGraph>& graph : graphs) {
        if (!graph) continue;
        const std::size_t largest = find_maximum_clique(*graph).value.size();
        for (const auto& [before, after] : {std::pair{true, false}, std::pair{false, true}}) {
            for (const std::optional<std::size_t> k :
                 {std::optional<std::size_t>(), std::optional(largest), std::optional(largest + 1)}) {
                const scrump::test::Folder folder;
                Settings settings{.search = {.workers = 1, .pin = false, .node_limit = 50}, .local_search = before};
                settings.search.checkpoints.file = folder / "checkpoint";
                const auto search = [&] {
                    if (k) return find_clique(*graph, *k, settings);
                    return find_maximum_clique(*graph, settings).transform([](Clique clique) {
                        return std::optional<Clique>(std::move(clique));
                    });
                };
                search();
                settings.search.checkpoints.resume = settings.search.checkpoints.file;
                settings.search.node_limit.reset();
                settings.local_search = after;
                const auto found = search();
                EXPECT_EQ(found.status, Status::complete);
                EXPECT_EQ(found.statistics.earlier.runs, 1U);
                ASSERT_EQ(found.value.has_value(), !k || *k <= largest);
                if (found.value) {
                    EXPECT_EQ(found.value->size(), largest);
                    EXPECT_TRUE(is_clique(*graph, *found.value));
                }
            }
        }
    }
}

TEST(SparseMaxClique, ANodeOfACliqueIsThatClique) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const OrderedGraph ordered(graph);
        const SparseSpace space(ordered, 0, {});
        const Clique clique = search_core(ordered, {}, 100, [] { return true; });
        const SparseNode<4> node = node_of<4>(space, clique);
        EXPECT_EQ(vertices_of(space, node), clique);
        EXPECT_EQ(SparseGenerator<4>::objective(space, node), static_cast<std::int32_t>(clique.size()));
    }
}

TEST(SparseMaxClique, TakesNothingForKnownThatIsNoClique) {
    const std::vector<SparseGraph::Edge> edge = {{0, 1}};
    const SparseGraph graph(3, edge);
    for (const Clique& known : {Clique{0, 2}, Clique{1, 1}, Clique{7}})
        EXPECT_THROW(find_maximum_clique(graph, {.search = {}, .known = known}), std::invalid_argument);
    EXPECT_EQ(find_maximum_clique(graph, {.search = {}, .known = {1, 0}}).value, (Clique{0, 1}));
}

TEST(SparseMaxClique, GivesTheKnownAnswers) {
    struct Known {
        const char* name;
        std::size_t largest;
    };
    for (const Known& known : {Known{"hamming8-4", 16}, Known{"keller4", 11}, Known{"p_hat300-1", 8}}) {
        const std::string file = "clique/" + std::string(known.name) + ".clq";
        SCRUMP_NEEDS_DATA(file);
        const SparseGraph graph = to_sparse(test::read(scrump::test::data(file)));
        EXPECT_EQ(search(graph, {}, {}, known.largest - 1).value->size(), known.largest) << known.name;
        EXPECT_EQ(find_maximum_clique(graph).value.size(), known.largest) << known.name;
    }
}

TEST(SparseGenerator, KeepsTheContract) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const SparseGraph graph = small_graph(seed);
        const OrderedGraph ordered(graph);
        const SparseSpace space(ordered, 0, {});
        const CheckReport report = scrump::check<SparseGenerator<4>>(space, root<4>(space), {.nodes = 1000});
        EXPECT_TRUE(report.ok()) << report;
    }
}

}  // namespace
}  // namespace scrump::maxclique
