#include <scrump/base/deadline.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/weighted_generator.hpp>
#include <scrump/problems/maxclique/detail/weighted_local_search.hpp>
#include <scrump/problems/maxclique/weighted.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <problems/maxclique/graphs.hpp>
#include <problems/maxclique/weighted_graphs.hpp>
#include <search/problems.hpp>
#include <support/data.hpp>
#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stop_token>
#include <string>
#include <type_traits>

namespace scrump::maxclique {
namespace {

using test::one_worker;

static_assert(NodeGenerator<WeightedGenerator<1>> && CountsChildren<WeightedGenerator<1>>);
static_assert(HasBound<WeightedGenerator<7>> && KnowsIncumbent<WeightedGenerator<7>>);
static_assert(ReportsPruning<WeightedGenerator<7>> && std::copy_constructible<WeightedGenerator<7>>);
static_assert(std::is_same_v<ObjectiveOf<WeightedGenerator<1>>, Weight>);
static_assert(std::is_trivially_copyable_v<WeightedNode<1>> && std::is_trivially_copyable_v<WeightedNode<1024>>);

constexpr double weighted_densities[] = {0, 0.2, 0.5, 0.7, 0.9, 0.97, 1};

/// Finds the heaviest clique below `node` if it is heavier than `best`; checks each bound that it meets.
template <std::size_t W>
void search(const WeightedSpace<W>& space, const WeightedNode<W>& node, Weight& best) {
    using G = WeightedGenerator<W>;
    best = std::max(best, G::objective(space, node));
    G generator(space, node, best);
    std::uint64_t left = generator.remaining();
    for (WeightedNode<W> child; generator.next(child);) {
        ASSERT_EQ(generator.remaining(), --left);
        Weight below = best;
        search(space, child, below);
        if (below > best) {
            ASSERT_LE(below, G::bound(space, child));
            ASSERT_LE(below, G::dual_bound(space, child));
            best = below;
        }
    }
}

// A ring of five has three colours.
TEST(WeightedDualBound, SharesWeightsOutAmongIndependentSets) {
    graph::Graph ring(5);
    for (std::size_t v = 0; v < 5; ++v) ring.add_edge(v, (v + 1) % 5);
    const auto bound = [&](const std::vector<Weight>& weights) {
        const auto space = make_weighted_space<1>(ring, weights);
        return WeightedGenerator<1>::dual_bound(space, root(space));
    };
    EXPECT_EQ(bound({2, 2, 2, 2, 2}), 6);
    // Colours: 9 or less for each of three; shared out: what the heaviest pair has, and little more.
    EXPECT_GE(bound({9, 1, 9, 1, 1}), 10);
    EXPECT_LE(bound({9, 1, 9, 1, 1}), 12);
}

template <class Words>
class WeightedCliqueGenerator : public testing::Test {};

using WeightedWords = testing::Types<std::integral_constant<std::size_t, 1>, std::integral_constant<std::size_t, 3>,
                                     std::integral_constant<std::size_t, 9>>;
TYPED_TEST_SUITE(WeightedCliqueGenerator, WeightedWords);

TYPED_TEST(WeightedCliqueGenerator, EnumeratesEachCliqueOnceWithItsWeight) {
    constexpr std::size_t W = TypeParam::value;
    const graph::Graph graph = test::spread(test::random_graph(12, 0.6, 7), W);
    const std::vector<Weight> weights = test::random_weights(graph.size(), 9, 3);
    const auto space = make_weighted_space<W>(graph, weights);
    std::vector<std::uint64_t> counts(graph.size() + 1);
    const auto walk = [&](const auto& again, const WeightedNode<W>& node) -> void {
        const std::vector<std::size_t> clique = vertices_of(space, node);
        ++counts[clique.size()];
        ASSERT_TRUE(is_clique(graph, clique));
        ASSERT_EQ(node.weight, weight_of(clique, weights));
        WeightedGenerator<W> generator(space, node);
        for (WeightedNode<W> child; generator.next(child);) again(again, child);
    };
    walk(walk, root(space));
    while (counts.back() == 0) counts.pop_back();
    EXPECT_EQ(counts, test::count_cliques(graph));
}

TYPED_TEST(WeightedCliqueGenerator, FindsAHeavierCliqueForEveryIncumbentThatIsNotTheBest) {
    constexpr std::size_t W = TypeParam::value;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        for (const double density : weighted_densities) {
            const graph::Graph small = test::random_graph(12, density, seed);
            const std::uint32_t greatest = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 5 : 1000;
            const std::vector<Weight> weights = test::random_weights(small.size(), greatest, seed);
            const Weight heaviest = test::greatest_weight(small, weights);
            const auto space = make_weighted_space<W>(test::spread(small, W), test::spread(weights, W));
            for (const Weight to_beat : {Weight{-1}, Weight{0}, heaviest / 2, heaviest - 1, heaviest, heaviest + 1}) {
                Weight best = to_beat;
                search(space, root(space), best);
                ASSERT_EQ(best, std::max(to_beat, heaviest)) << "density " << density << " seed " << seed;
            }
        }
    }
}

TEST(WeightedCliqueGenerator, AllWaysToTheBranchingSetAgree) {
#if SCRUMP_HAS_FAST_BITS
    if (!fast_bits()) GTEST_SKIP() << "this processor does not gather bits fast";
    constexpr std::size_t W = 9;
    SplitMix64 random(5);
    for (const double density : {0.2, 0.6, 0.9}) {
        const graph::Graph graph = test::random_graph(500, density, 11);
        const auto space = make_weighted_space<W>(graph, test::random_weights(500, 100, 4));
        BitSet<W> candidates = BitSet<W>::first_n(500);
        while (candidates.any()) {
            for (const Weight budget : {0, 50, 200, 500, 1000, 2000, 4000}) {
                const BitSet<W> plain = detail::plain_weighted_branching_set(space, candidates, budget);
                ASSERT_EQ(detail::wide_weighted_branching_set(space, candidates, budget), plain);
                ASSERT_EQ(detail::fast_weighted_branching_set(space, candidates, budget), plain);
            }
            BitSet<W> fewer = candidates;
            candidates.for_each([&](std::size_t v) {
                if (random.below(4) == 0) fewer.reset(v);
            });
            candidates = fewer;
        }
    }
#endif
}

TEST(WeightedOrder, HasAllVerticesOnceAndWithEqualWeightsIsADegeneracyOrder) {
    const graph::Graph graph = test::random_graph(80, 0.5, 2);
    const std::vector<std::size_t> order = weighted_order(graph, std::vector<Weight>(80, 7));
    std::vector<std::size_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::size_t> all(80);
    std::iota(all.begin(), all.end(), std::size_t{0});
    ASSERT_EQ(sorted, all);
    for (std::size_t last = 80; last-- > 0;) {
        const auto degree = [&](std::size_t v) {
            return std::count_if(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                                 [&](std::size_t u) { return graph.adjacent(u, v); });
        };
        for (std::size_t i = 0; i < last; ++i) ASSERT_LE(degree(order[last]), degree(order[i]));
    }
}

/// As its page describes it: again and again the vertex of least rank, the first of these, which the last one replaces.
std::vector<std::size_t> plain_order(const graph::Graph& graph, const std::vector<Weight>& weights) {
    std::vector<std::size_t> left(graph.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    const auto rank = [&](std::size_t v) {
        Weight around = 0;
        for (const std::size_t u : left)
            if (graph.adjacent(u, v)) around += weights[u];
        return static_cast<double>(around) - static_cast<double>(graph.size()) / 64 * static_cast<double>(weights[v]);
    };
    std::vector<std::size_t> order;
    while (!left.empty()) {
        const auto chosen = std::ranges::min_element(left, {}, rank);
        order.insert(order.begin(), *chosen);
        *chosen = left.back();
        left.pop_back();
    }
    return order;
}

TEST(WeightedOrder, IsThatOfItsDescription) {
    for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 300U}) {
        const graph::Graph graph = test::random_graph(size, 0.5, size);
        for (const std::uint32_t greatest : {0U, 1U, 3U, 1'000'000U}) {
            const std::vector<Weight> weights = test::random_weights(size, greatest, 7);
            ASSERT_EQ(weighted_order(graph, weights), plain_order(graph, weights)) << size << " " << greatest;
        }
    }
}

TEST(WeightedOrder, IsGivenUpAtItsDeadline) {
    const graph::Graph graph = test::random_graph(10, 0.5, 1);
    const Deadline passed({}, std::chrono::nanoseconds(0));
    const Deadline::Scope scope(passed);
    EXPECT_THROW(weighted_order(graph, test::random_weights(10, 9, 1)), Stopped);
}

TEST(WeightedLocalSearch, FindsTheHeaviestCliquesOfSmallGraphs) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const graph::Graph graph = test::random_graph(16, 0.6, seed);
        const std::vector<Weight> weights = test::random_weights(16, 30, seed);
        WeightedLocalSearch search(graph, weights, seed);
        const auto clique = search.improve(2'000, 0);
        ASSERT_TRUE(clique && is_clique(graph, *clique));
        EXPECT_EQ(search.value(*clique), test::greatest_weight(graph, weights));
        EXPECT_FALSE(search.improve(100, search.value(*clique)));
    }
}

TEST(WeightedLocalSearch, IsTheSameForTheSameSeedHoweverItsStepsAreDivided) {
    const graph::Graph graph = test::random_graph(100, 0.7, 1);
    const std::vector<Weight> weights = test::random_weights(100, 50, 1);
    WeightedLocalSearch whole(graph, weights, 9);
    WeightedLocalSearch parts(graph, weights, 9);
    const auto clique = whole.improve(300, 0);
    Weight best = 0;
    std::optional<std::vector<std::size_t>> last;
    for (int part = 0; part < 30; ++part) {
        if (auto better = parts.improve(10, best)) {
            best = parts.value(*better);
            last = std::move(better);
        }
    }
    EXPECT_EQ(clique, last);
}

TEST(WeightedLocalSearch, WalksOnInGraphsWithLittleToDo) {
    EXPECT_FALSE(WeightedLocalSearch(graph::Graph(0), {}, 1).improve(10, 0));
    const std::vector<Weight> nothing(3, 0);
    EXPECT_FALSE(WeightedLocalSearch(graph::Graph(3), nothing, 1).improve(9'000, 0));
    const std::vector<Weight> one{5};
    EXPECT_EQ(WeightedLocalSearch(graph::Graph(1), one, 1).improve(9'000, 0), (std::vector<std::size_t>{0}));
}

TEST(MaximumWeightClique, AgreesWithTryingAllSets) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const graph::Graph graph =
            test::random_graph(1 + seed % 13, weighted_densities[seed % std::size(weighted_densities)], seed);
        const std::uint32_t greatest = seed % 2 == 0 ? 3 : 500;
        const std::vector<Weight> weights = test::random_weights(graph.size(), greatest, seed);
        const auto found =
            find_maximum_weight_clique(graph, weights, {.search = one_worker, .local_search = seed % 3 == 0});
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.weight, test::greatest_weight(graph, weights)) << seed;
        ASSERT_TRUE(is_clique(graph, found.value.clique));
        ASSERT_TRUE(std::is_sorted(found.value.clique.begin(), found.value.clique.end()));
    }
}

TEST(MaximumWeightClique, IsTheSameInEverySizeClass) {
    const graph::Graph small = test::random_graph(20, 0.7, 5);
    const std::vector<Weight> weights = test::random_weights(20, 50, 5);
    const Weight heaviest = test::greatest_weight(small, weights);
    for (const std::size_t factor : {1U, 4U, 10U, 20U, 40U, 70U, 100U}) {
        const auto found = find_maximum_weight_clique(test::spread(small, factor), test::spread(weights, factor, 1),
                                                      {.search = one_worker, .local_search = false});
        EXPECT_EQ(found.value.weight, heaviest) << 20 * factor << " vertices";
    }
}

TEST(MaximumWeightClique, WithEqualWeightsIsAMaximumClique) {
    for (const double density : {0.3, 0.7, 0.9}) {
        const graph::Graph graph = test::random_graph(90, density, 4);
        const std::size_t size = find_maximum_clique(graph, {.search = one_worker}).value.size();
        const std::vector<Weight> weights(90, 3);
        const auto found = find_maximum_weight_clique(graph, weights, {.search = one_worker});
        EXPECT_EQ(found.value.weight, static_cast<Weight>(3 * size));
        EXPECT_EQ(found.value.clique.size(), size);
    }
}

TEST(MaximumWeightClique, WeighsAsMuchAsWeightsMayAddUpTo) {
    graph::Graph graph(10);
    for (std::size_t a = 0; a < 10; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (a != 7 || b != 3) graph.add_edge(a, b);
    const std::vector<Weight> weights(10, max_total_weight / 10);
    EXPECT_EQ(find_maximum_weight_clique(graph, weights, {.search = one_worker}).value.weight,
              max_total_weight / 10 * 9);

    std::vector<Weight> one(10, 0);
    one[3] = max_total_weight;
    const auto found = find_maximum_weight_clique(graph, one, {.search = one_worker});
    EXPECT_EQ(found.value.weight, max_total_weight);
    EXPECT_EQ(std::count(found.value.clique.begin(), found.value.clique.end(), std::size_t{3}), 1);
}

TEST(MaximumWeightClique, OfNothingWeighsNothing) {
    const auto none = find_maximum_weight_clique(graph::Graph(0), {}, {.search = one_worker});
    EXPECT_EQ(none.status, Status::complete);
    EXPECT_TRUE(none.value.clique.empty());
    const std::vector<Weight> nothing(5, 0);
    EXPECT_EQ(find_maximum_weight_clique(test::random_graph(5, 0.5, 1), nothing, {.search = one_worker}).value.weight,
              0);
}

TEST(MaximumWeightClique, IsTheSameInEveryWay) {
    const graph::Graph graph = test::random_graph(60, 0.7, 5);
    const std::vector<Weight> weights = test::random_weights(60, 100, 6);
    const Weight expected = find_maximum_weight_clique(graph, weights, {.search = one_worker}).value.weight;
    for (const scrump::test::Way& way : scrump::test::all_ways()) {
        const auto found = find_maximum_weight_clique(graph, weights, {.search = way.options()});
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.weight, expected)
            << way.skeleton.describe() << " " << way.workers << " " << way.localities;
    }
    for (const char* policy : {"random", "hierarchical:steal=chunk,chunk=3", "performance-driven"}) {
        SearchOptions options{.workers = 2, .localities = 2, .pin = false};
        options.policy = Policy::parse(policy);
        ASSERT_EQ(find_maximum_weight_clique(graph, weights, {.search = options}).value.weight, expected) << policy;
    }
}

TEST(MaximumWeightClique, StartsFromWhatIsKnown) {
    const graph::Graph graph = test::random_graph(60, 0.6, 8);
    const std::vector<Weight> weights = test::random_weights(60, 40, 8);
    const auto best = find_maximum_weight_clique(graph, weights, {.search = one_worker});
    const auto again = find_maximum_weight_clique(
        graph, weights, {.search = one_worker, .local_search = false, .known = best.value.clique});
    EXPECT_EQ(again.value.clique, best.value.clique);
    EXPECT_THROW(find_maximum_weight_clique(graph, weights, {.search = one_worker, .known = {0, 0}}),
                 std::invalid_argument);
}

TEST(MaximumWeightClique, StopsWithTheBestKnown) {
    const graph::Graph graph = test::random_graph(150, 0.9, 1);
    const std::vector<Weight> weights = test::random_weights(150, 100, 1);
    SearchOptions options = one_worker;
    options.node_limit = 10;
    const auto found = find_maximum_weight_clique(graph, weights, {.search = options});
    EXPECT_EQ(found.status, Status::node_limit);
    EXPECT_GT(found.value.weight, 0);
    options.node_limit.reset();
    options.time_limit = std::chrono::nanoseconds(0);
    EXPECT_EQ(find_maximum_weight_clique(graph, weights, {.search = options}).status, Status::time_limit);
}

TEST(MaximumWeightClique, StoppedBeforehandIsWhatFitsInOrderOfWeight) {
    graph::Graph path(4);
    for (const std::size_t v : {0U, 1U, 2U}) path.add_edge(v, v + 1);
    const std::vector<Weight> weights = {1, 9, 2, 3};
    std::stop_source stop;
    stop.request_stop();
    Settings settings{.search = one_worker};
    settings.search.stop = stop.get_token();
    const auto found = find_maximum_weight_clique(path, weights, settings);
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.value.clique, (Clique{1, 2}));
    EXPECT_EQ(found.value.weight, 11);
    EXPECT_EQ(found.statistics.bound, 14) << "the third vertex and its neighbours";
    settings.known = {3, 2};
    EXPECT_EQ(find_maximum_weight_clique(path, std::vector<Weight>{1, 9, 4, 4}, settings).value.clique, (Clique{1, 2}));
    EXPECT_EQ(find_maximum_weight_clique(path, std::vector<Weight>{9, 1, 8, 8}, settings).value.clique, (Clique{2, 3}));
}

TEST(MaximumWeightClique, GoesOnFromACheckpoint) {
    const graph::Graph graph = test::random_graph(120, 0.8, 3);
    const std::vector<Weight> weights = test::random_weights(120, 100, 3);
    const Weight expected = find_maximum_weight_clique(graph, weights, {.search = one_worker}).value.weight;
    const scrump::test::Folder folder;
    SearchOptions options{.skeleton = Skeleton::sequential(), .node_limit = 50};
    options.checkpoints.file = folder / "state";
    const Settings stopped{.search = options, .local_search = false};
    ASSERT_EQ(find_maximum_weight_clique(graph, weights, stopped).status, Status::node_limit);

    SearchOptions rest{.workers = 2, .pin = false};
    rest.checkpoints.resume = options.checkpoints.file;
    const auto found = find_maximum_weight_clique(graph, weights, {.search = rest});
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value.weight, expected);
    EXPECT_EQ(found.statistics.earlier.runs, 1U);

    std::vector<Weight> others = weights;
    ++others[17];
    EXPECT_THROW(find_maximum_weight_clique(graph, others, {.search = rest}), Error);
}

TEST(MaximumWeightClique, RefusesWeightsThatCannotBe) {
    const graph::Graph graph(3);
    const auto refusal = [&](std::vector<Weight> weights) {
        return scrump::test::message_of([&] { find_maximum_weight_clique(graph, weights); });
    };
    EXPECT_EQ(refusal({1, 2}), "maximum weight clique: there are 2 weights for 3 vertices");
    EXPECT_EQ(refusal({1, -2, 3}), "maximum weight clique: the weight of vertex 2 of 3 is negative: -2");
    EXPECT_EQ(refusal({1, max_total_weight, 0}),
              "maximum weight clique: the weights add up to more than 1000000000000000000");
    EXPECT_EQ(refusal({std::numeric_limits<Weight>::max(), std::numeric_limits<Weight>::max(), 0}),
              "maximum weight clique: the weights add up to more than 1000000000000000000");
    EXPECT_EQ(refusal({0, 0, max_total_weight}), "no error");
}

/// With the weights that the literature gives to the DIMACS graphs: i mod 200 + 1 for vertex i from 1.
TEST(MaximumWeightClique, GivesTheKnownAnswers) {
    struct Known {
        const char* name;
        Weight heaviest;
    };
    for (const Known& known : {Known{"C125.9", 2529}, Known{"brock200_4", 2107}, Known{"hamming8-4", 1472},
                               Known{"keller4", 1153}, Known{"p_hat300-1", 1057}}) {
        const std::string file = "clique/" + std::string(known.name) + ".clq";
        SCRUMP_NEEDS_DATA(file);
        const graph::Graph graph = test::read(scrump::test::data(file));
        std::vector<Weight> weights(graph.size());
        for (std::size_t v = 0; v < weights.size(); ++v) weights[v] = static_cast<Weight>((v + 1) % 200 + 1);
        EXPECT_EQ(find_maximum_weight_clique(graph, weights, {.search = one_worker}).value.weight, known.heaviest)
            << known.name;
    }
}

TEST(WeightedCliques, KeepTheContract) {
    for (const std::size_t vertices : {12U, 60U}) {
        const graph::Graph graph = test::random_graph(vertices, 0.7, 2);
        const auto space = make_weighted_space<1>(graph, test::random_weights(vertices, 9, 3));
        const CheckReport report = scrump::check<WeightedGenerator<1>>(space, root(space), {.nodes = 2000});
        EXPECT_TRUE(report.ok()) << report;
    }
}

}  // namespace
}  // namespace scrump::maxclique
