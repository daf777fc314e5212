#include <scrump/problems/tsp/detail/cut.hpp>
#include <scrump/problems/tsp/detail/cutting_planes.hpp>
#include <scrump/problems/tsp/detail/generator.hpp>
#include <scrump/problems/tsp/detail/linear_program.hpp>
#include <scrump/problems/tsp/detail/priced_edges.hpp>
#include <scrump/problems/tsp/detail/separation.hpp>

#include <gtest/gtest.h>

#include <problems/tsp/instances.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

namespace scrump::tsp {
namespace {

std::vector<City> shuffled(std::size_t cities, SplitMix64& random) {
    std::vector<City> order(cities);
    std::iota(order.begin(), order.end(), City{0});
    for (std::size_t i = cities; i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    return order;
}

/// A subtour elimination, or a comb of three teeth with two or three cities each.
Cut random_cut(std::size_t cities, SplitMix64& random) {
    std::vector<City> order = shuffled(cities, random);
    if (cities < 6 || random.below(2) == 0) {
        order.resize(1 + random.below(static_cast<std::uint32_t>(cities - 1)));
        return {{order}};
    }
    Cut comb{{{order[0], order[2], order[4]}, {order[0], order[1]}, {order[2], order[3]}, {order[4], order[5]}}};
    if (cities > 6) {
        comb.sets[0].push_back(order[6]);
        if (random.below(2) == 0) comb.sets[1].push_back(order[6]);
    }
    if (cities > 7 && random.below(2) == 0) comb.sets[2].push_back(order[7]);
    return comb;
}

std::vector<Cut> random_cuts(std::size_t cities, SplitMix64& random) {
    std::vector<Cut> cuts;
    for (std::uint32_t i = random.below(4); i > 0; --i) cuts.push_back(random_cut(cities, random));
    return cuts;
}

double crossings(const Cut& cut, std::size_t cities, const std::vector<Valued>& solution) {
    Crossings of_cut(cities);
    of_cut.load(cut);
    double sum = 0;
    for (const Valued& each : solution) sum += each.value * of_cut.of(each.edge);
    return sum;
}

/// The mean of some tours and of pairs of cycles: two edges at each city.
std::vector<Valued> fractional(std::size_t cities, SplitMix64& random) {
    std::vector<double> values(cities * cities);
    const std::size_t parts = 1 + random.below(3);
    for (std::size_t part = 0; part < parts; ++part) {
        const std::vector<City> order = shuffled(cities, random);
        const std::size_t first =
            random.below(2) == 0 ? cities : 3 + random.below(static_cast<std::uint32_t>(cities - 5));
        for (std::size_t i = 0; i < cities; ++i) {
            const std::size_t begin = i < first ? 0 : first;
            const std::size_t end = i < first ? first : cities;
            const auto [a, b] = std::minmax(order[i], order[i + 1 == end ? begin : i + 1]);
            values[a * cities + b] += 1 / static_cast<double>(parts);
        }
    }
    std::vector<Valued> solution;
    for (const Edge edge : test::all_edges(cities)) {
        const double value = values[std::min(edge.a, edge.b) * cities + std::max(edge.a, edge.b)];
        if (value > 0) solution.push_back({edge, value});
    }
    return solution;
}

double left_by(std::size_t set, const std::vector<Valued>& solution) {
    double sum = 0;
    for (const auto& [edge, value] : solution)
        if ((set >> edge.a & 1U) != (set >> edge.b & 1U)) sum += value;
    return sum;
}

TEST(Cut, HoldsForAllTours) {
    SplitMix64 random(1);
    for (int i = 0; i < 100; ++i) {
        const std::size_t cities = 4 + random.below(5);
        Cut cut = random_cut(cities, random);
        ASSERT_TRUE(holds_for_tours(cut, cities));
        Crossings of_cut(cities);
        Length least = 1000;
        for (int form = 0; form < 2; ++form) {
            of_cut.load(cut);
            test::for_each_tour(cities, [&](const Tour& tour) {
                Length sum = 0;
                for (const Edge edge : test::edges_of(tour)) sum += of_cut.of(edge);
                least = std::min(least, sum);
                ASSERT_GE(sum, least_crossings(cut));
            });
            normalise(cut, cities);
            ASSERT_TRUE(holds_for_tours(cut, cities));
        }
        EXPECT_EQ(least, least_crossings(cut));
    }
}

TEST(Cut, IsRefusedIfToursMayViolateIt) {
    const Cut comb{{{0, 2, 4}, {0, 1}, {2, 3}, {4, 5}}};
    EXPECT_TRUE(holds_for_tours(comb, 7));
    EXPECT_FALSE(holds_for_tours(comb, 5));                                      // no such city
    EXPECT_FALSE(holds_for_tours({}, 7));                                        // no set
    EXPECT_FALSE(holds_for_tours({{{}}}, 7));                                    // empty
    EXPECT_FALSE(holds_for_tours({{{0, 1, 2}}}, 3));                             // all cities
    EXPECT_FALSE(holds_for_tours({{{0, 1, 1}}}, 7));                             // one twice
    EXPECT_FALSE(holds_for_tours({{{0, 2, 4}, {0, 1}, {2, 3}}}, 7));             // two teeth
    EXPECT_FALSE(holds_for_tours({{{0, 2, 4}, {0, 1}}}, 7));                     // one tooth
    EXPECT_FALSE(holds_for_tours({{{0, 2, 4}, {0, 1}, {2, 1}, {4, 5}}}, 7));     // teeth overlap
    EXPECT_FALSE(holds_for_tours({{{0, 2, 4}, {0, 1}, {2, 3}, {5, 6}}}, 7));     // outside the handle
    EXPECT_FALSE(holds_for_tours({{{0, 2, 4, 6}, {0, 1}, {2, 3}, {4, 6}}}, 7));  // inside the handle
}

TEST(Generator, RefusesNodesWithAFalseCut) {
    const Instance instance = test::points(Metric::euclidean, 7, 50, 1);
    const Space space(instance);
    Node node = root(space);
    node.cuts = {{{{0, 2, 4}, {0, 1}, {2, 3}, {4, 5}}}};
    EXPECT_TRUE(Generator::valid(space, node));
    node.cuts.front().sets.pop_back();
    EXPECT_FALSE(Generator::valid(space, node));
}

TEST(PricedEdges, BoundEveryTourFromBelowWithAnyPrices) {
    SplitMix64 random(4);
    unsigned bounds = 0;
    for (int i = 0; i < 300; ++i) {
        const std::size_t cities = 4 + random.below(5);
        const Instance instance = i % 3 == 0 ? test::random_matrix(cities, -longest, longest, random())
                                             : test::points(Metric::euclidean, cities, 40, random());
        std::vector<Edge> forced;
        std::vector<Edge> open;
        for (const Edge edge : test::all_edges(cities)) {
            const std::uint32_t die = random.below(20);
            if (die < 2) {
                forced.push_back(edge);
            } else if (die > 4) {
                open.push_back(edge);
            }
        }
        const Scaled most = std::array{20 * scale, longest * scale, max_multiplier}[random.below(3)];
        const std::vector<Cut> cuts = random_cuts(cities, random);
        Prices prices{std::vector<Scaled>(cities), std::vector<Scaled>(cuts.size())};
        for (Scaled& price : prices.cities) price = static_cast<Scaled>((2 * random.unit() - 1) * double(most));
        for (Scaled& price : prices.cuts) price = static_cast<Scaled>(random.unit() * double(most));
        PricedEdges priced;
        priced.price(instance, forced, open, cuts, prices);
        if (priced.bound() == PricedEdges::none) continue;
        ++bounds;
        test::for_each_tour(cities, [&](const Tour& tour) {
            if (!test::agrees(tour, forced, open)) return;
            const Scaled length = length_of(instance, tour) * scale;
            ASSERT_LE(priced.bound(), length);
            const std::vector<Edge> edges = test::edges_of(tour);
            for (std::size_t e = 0; e < open.size(); ++e) {
                const bool has = std::ranges::any_of(edges, [&](Edge edge) { return test::same(edge, open[e]); });
                ASSERT_LE(priced.bound() + (has ? priced.costs()[e] : -priced.costs()[e]), length);
            }
        });
    }
    EXPECT_GT(bounds, 200U);
}

TEST(PricedEdges, GiveNoBoundWhereSumsMightOverflow) {
    const Instance instance = test::random_matrix(6, 0, 9, 1);
    const std::vector<Cut> cut{{{{0, 1}}}};
    PricedEdges priced;
    const auto bound_with = [&](Scaled city, Scaled of_cut) {
        Prices prices{std::vector<Scaled>(6), {of_cut}};
        prices.cities[3] = city;
        priced.price(instance, {}, test::all_edges(6), cut, prices);
        return priced.bound();
    };
    EXPECT_NE(bound_with(0, 0), PricedEdges::none);
    EXPECT_NE(bound_with(-max_multiplier, 0), PricedEdges::none);
    EXPECT_EQ(bound_with(-max_multiplier - 1, 0), PricedEdges::none);
    EXPECT_EQ(bound_with(0, -1), PricedEdges::none);
    EXPECT_EQ(bound_with(0, std::numeric_limits<Scaled>::max()), PricedEdges::none);
}

TEST(SmallCuts, HaveOneBelowTwoExactlyIfThereIsOne) {
    SplitMix64 random(6);
    unsigned violated = 0;
    for (int i = 0; i < 300; ++i) {
        const std::size_t cities = 6 + random.below(4);
        const std::vector<Valued> solution = fractional(cities, random);
        double least = 2;
        for (std::size_t set = 1; set + 1 < std::size_t{1} << (cities - 1); ++set)
            least = std::min(least, left_by(set, solution));
        const std::vector<LeftBy> found = small_cuts(cities, solution, 2.5);
        for (const LeftBy& each : found) {
            EXPECT_TRUE(holds_for_tours({{each.set}}, cities));
            EXPECT_NEAR(each.sum, crossings({{each.set}}, cities, solution), 1e-9);
            EXPECT_LT(each.sum, 2.5);
        }
        const bool finds = std::ranges::any_of(found, [](const LeftBy& each) { return each.sum < 2 - 1e-9; });
        EXPECT_EQ(finds, least < 2 - 1e-9);
        violated += finds ? 1 : 0;
    }
    EXPECT_GT(violated, 50U);
    EXPECT_LT(violated, 250U);
}

/// Two triangles of halves, joined by three edges: the smallest solution that violates a blossom.
std::vector<Valued> prism() {
    return {{{0, 1}, 0.5}, {{1, 2}, 0.5}, {{0, 2}, 0.5}, {{3, 4}, 0.5}, {{4, 5}, 0.5},
            {{3, 5}, 0.5}, {{0, 3}, 1},   {{1, 4}, 1},   {{2, 5}, 1}};
}

TEST(Combs, AreFoundWhereTheyWerePlanted) {
    std::vector<Valued> solution = prism();
    ASSERT_TRUE(std::ranges::none_of(small_cuts(6, solution, 3), [](const LeftBy& each) { return each.sum < 2; }));
    const std::vector<Cut> blossoms = violated_combs(6, solution, {});
    ASSERT_FALSE(blossoms.empty());
    EXPECT_EQ(blossoms.front().sets.size(), 4U);
    EXPECT_NEAR(crossings(blossoms.front(), 6, solution), 9, 1e-9);
    // One of the joining edges becomes a square with one edge, whose cities are a tooth only together.
    solution = {{{0, 1}, 0.5}, {{1, 2}, 0.5}, {{0, 2}, 0.5}, {{3, 4}, 0.5}, {{4, 5}, 0.5}, {{3, 5}, 0.5}, {{0, 6}, 0.5},
                {{0, 7}, 0.5}, {{6, 7}, 1},   {{6, 3}, 0.5}, {{7, 3}, 0.5}, {{1, 4}, 1},   {{2, 5}, 1}};
    const std::vector<Cut> combs = violated_combs(8, solution, {});
    ASSERT_FALSE(combs.empty());
    EXPECT_NEAR(crossings(combs.front(), 8, solution), 9, 1e-9);
}

TEST(Combs, AreViolatedAndHoldForTours) {
    SplitMix64 random(7);
    for (int i = 0; i < 100; ++i) {
        // The prism with other numbers, and with longer paths between its triangles.
        const std::size_t cities = 7 + random.below(12);
        const std::vector<City> names = shuffled(cities, random);
        std::vector<Valued> solution;
        for (const auto& [edge, value] : prism())
            if (value < 1) solution.push_back({{names[edge.a], names[edge.b]}, value});
        std::array<City, 3> ends{0, 1, 2};
        for (std::size_t city = 6; city < cities; ++city) {
            City& end = ends[random.below(3)];
            solution.push_back({{names[end], names[city]}, 1});
            end = static_cast<City>(city);
        }
        for (std::size_t path = 0; path < 3; ++path) solution.push_back({{names[ends[path]], names[path + 3]}, 1});
        const std::vector<Cut> combs = violated_combs(cities, solution, small_cuts(cities, solution, 2.9));
        EXPECT_FALSE(combs.empty());
        for (const Cut& comb : combs) {
            EXPECT_TRUE(holds_for_tours(comb, cities));
            EXPECT_LT(crossings(comb, cities, solution), static_cast<double>(least_crossings(comb)));
        }
    }
    for (int i = 0; i < 400; ++i) {
        const std::size_t cities = 7 + random.below(6);
        const std::vector<Valued> solution = fractional(cities, random);
        for (const Cut& comb : violated_combs(cities, solution, small_cuts(cities, solution, 2.9))) {
            EXPECT_TRUE(holds_for_tours(comb, cities));
            EXPECT_LT(crossings(comb, cities, solution), static_cast<double>(least_crossings(comb)));
        }
    }
}

TEST(LinearProgram, IsSolvedAndProvedInfeasible) {
    if (!LinearProgram::available()) GTEST_SKIP() << "built without Clp";
    // A triangle: all three edges.
    LinearProgram program(3);
    LinearProgramPart columns;
    for (const auto& [a, b, cost] : {std::array{0, 1, 5}, {1, 2, 6}, {0, 2, 7}}) {
        columns.put(a, 1);
        columns.put(b, 1);
        columns.end(cost);
    }
    program.add_columns(columns);
    ASSERT_EQ(program.solve(100), LinearProgram::End::optimal);
    EXPECT_NEAR(program.cost(), 18, 1e-6);
    for (const double value : program.values()) EXPECT_NEAR(value, 1, 1e-6);
    const LinearProgram::Basis basis = program.basis();
    program.limit(1, 0, 0);
    EXPECT_EQ(program.solve(100), LinearProgram::End::infeasible);
    program.limit(1, 0, 1);
    program.return_to(basis);
    EXPECT_EQ(program.solve(100), LinearProgram::End::optimal);
    LinearProgramPart row;
    row.put(0, 1);
    row.end(2);
    program.add_rows(row);
    EXPECT_EQ(program.solve(100), LinearProgram::End::infeasible);
}

TEST(CuttingPlanes, LoseNoTourThatIsShortEnough) {
    if (!LinearProgram::available()) GTEST_SKIP() << "built without Clp";
    SplitMix64 random(12);
    std::array<unsigned, 3> ends{};
    CuttingPlanes planes;
    for (int i = 0; i < 600; ++i) {
        const std::size_t cities = 5 + random.below(4);
        const Instance instance = i % 2 == 0 ? test::random_matrix(cities, -10, 30, random())
                                             : test::points(Metric::euclidean, cities, 20, random());
        std::vector<Edge> forced;
        std::vector<Edge> open;
        for (const Edge edge : test::all_edges(cities)) {
            const std::uint32_t die = random.below(24);
            if (die == 0) {
                forced.push_back(edge);
            } else if (die > 4) {
                open.push_back(edge);
            }
        }
        std::optional<Length> shortest;
        test::for_each_tour(cities, [&](const Tour& tour) {
            if (test::agrees(tour, forced, open) && (!shortest || length_of(instance, tour) < *shortest))
                shortest = length_of(instance, tour);
        });
        const Length most = shortest ? *shortest + random.below(20) - 2 : 1000;
        EdgeSet edges;
        edges.assign(cities, forced, open);
        const bool hurried = i % 7 == 0;
        const AscentEnd end =
            planes.raise(instance, edges, random_cuts(cities, random), most * scale, [&] { return hurried; });
        ++ends[static_cast<std::size_t>(end)];
        const bool exists = shortest && *shortest <= most;
        if (end == AscentEnd::above) {
            ASSERT_FALSE(exists);
            continue;
        }
        if (end == AscentEnd::tour) {
            ASSERT_TRUE(shortest);
            ASSERT_EQ(length_of(instance, planes.tour()), *shortest);
            ASSERT_TRUE(test::agrees(planes.tour(), forced, open));
        }
        if (!exists) continue;
        ASSERT_LE(planes.bound(), *shortest * scale);
        test::for_each_tour(cities, [&](const Tour& tour) {
            if (length_of(instance, tour) > most) return;
            ASSERT_EQ(test::agrees(tour, forced, open), test::agrees(tour, edges.forced(), edges.open()));
        });
        for (const Cut& cut : planes.binding_cuts()) ASSERT_TRUE(holds_for_tours(cut, cities));
    }
    for (const unsigned count : ends) EXPECT_GT(count, 20U);
}

}  // namespace
}  // namespace scrump::tsp
