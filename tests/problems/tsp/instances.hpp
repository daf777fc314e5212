#pragma once
// Small instances of every kind, and their shortest tours by dynamic programming.

#include <scrump/base/random.hpp>
#include <scrump/problems/tsp/detail/node.hpp>
#include <scrump/problems/tsp/metric.hpp>
#include <scrump/problems/tsp/tour.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace scrump::test {

/// M. Held and R. M. Karp, "A dynamic programming approach to sequencing problems", J. SIAM 10 (1962). Up to 12 cities
/// or so.
inline tsp::Length shortest_by_dynamic_programming(const tsp::Instance& instance) {
    const std::size_t cities = instance.size();
    if (cities < 2) return 0;
    const std::size_t last = cities - 1;  // where all paths begin
    constexpr tsp::Length unknown = std::numeric_limits<tsp::Length>::max();
    std::vector<tsp::Length> shortest((std::size_t{1} << last) * last, unknown);
    for (std::size_t city = 0; city < last; ++city)
        shortest[(std::size_t{1} << city) * last + city] = instance.distance(last, city);
    for (std::size_t set = 1; set < std::size_t{1} << last; ++set) {
        for (std::size_t end = 0; end < last; ++end) {
            const tsp::Length path = shortest[set * last + end];
            if (path == unknown) continue;
            for (std::size_t city = 0; city < last; ++city) {
                if ((set >> city & 1U) != 0) continue;
                tsp::Length& longer = shortest[(set | std::size_t{1} << city) * last + city];
                longer = std::min(longer, path + instance.distance(end, city));
            }
        }
    }
    tsp::Length best = unknown;
    const std::size_t all = (std::size_t{1} << last) - 1;
    for (std::size_t end = 0; end < last; ++end)
        best = std::min(best, shortest[all * last + end] + instance.distance(end, last));
    return best;
}

/// Distances at random from `least` to `most`: not metric.
inline tsp::Instance random_matrix(std::size_t cities, std::int64_t least, std::int64_t most, std::uint64_t seed) {
    SplitMix64 random(seed);
    tsp::Instance instance(cities);
    for (std::size_t a = 0; a < cities; ++a)
        for (std::size_t b = 0; b < a; ++b)
            instance.set_distance(a, b, least + random.below(static_cast<std::uint32_t>(most - least + 1)));
    return instance;
}

/// Points with coordinates from 0 to `side`: with a small side there are many ties and points that lie on one another.
inline tsp::Instance points(tsp::Metric metric, std::size_t cities, std::uint32_t side, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<tsp::Point> points(cities);
    for (tsp::Point& point : points)
        point = {static_cast<double>(random.below(side + 1)), static_cast<double>(random.below(side + 1))};
    tsp::Instance instance(cities);
    for (std::size_t a = 0; a < cities; ++a)
        for (std::size_t b = 0; b < a; ++b)
            instance.set_distance(a, b, static_cast<std::int64_t>(distance(metric, points[a], points[b])));
    return instance;
}

/// Of every kind: metric or not, many ties, negative distances, the longest ones that there may be.
inline std::vector<tsp::Instance> small_instances(std::size_t cities, std::uint64_t seed) {
    std::vector<tsp::Instance> instances;
    for (const tsp::Metric metric : {tsp::Metric::euclidean, tsp::Metric::euclidean_ceiling, tsp::Metric::manhattan,
                                     tsp::Metric::maximum, tsp::Metric::geographical, tsp::Metric::pseudo_euclidean}) {
        instances.push_back(points(metric, cities, 80, seed));
        instances.push_back(points(metric, cities, 2, seed));
    }
    instances.push_back(random_matrix(cities, 0, 0, seed));
    instances.push_back(random_matrix(cities, 0, 1, seed));
    instances.push_back(random_matrix(cities, 1, 100, seed));
    instances.push_back(random_matrix(cities, -50, 50, seed));
    instances.push_back(random_matrix(cities, tsp::longest - 100, tsp::longest, seed));
    instances.push_back(random_matrix(cities, -tsp::longest, tsp::longest, seed));
    return instances;
}

/// Any edges that make a tour, for tests of what must not be lost.
inline std::vector<tsp::Edge> edges_of(const tsp::Tour& tour) {
    std::vector<tsp::Edge> edges;
    for (std::size_t i = 0; i < tour.size(); ++i) edges.push_back({tour[i], tour[(i + 1) % tour.size()]});
    return edges;
}

inline bool same(tsp::Edge a, tsp::Edge b) {
    return a == b || (a.a == b.b && a.b == b.a);
}

/// Whether a tour uses all forced edges and no other than forced and open ones.
template <class Forced, class Open>
bool agrees(const tsp::Tour& tour, const Forced& forced, const Open& open) {
    const std::vector<tsp::Edge> edges = edges_of(tour);
    const auto holds = [](const auto& range, tsp::Edge edge) {
        return std::any_of(range.begin(), range.end(), [&](tsp::Edge other) { return same(edge, other); });
    };
    return std::all_of(forced.begin(), forced.end(), [&](tsp::Edge edge) { return holds(edges, edge); }) &&
           std::all_of(edges.begin(), edges.end(),
                       [&](tsp::Edge edge) { return holds(forced, edge) || holds(open, edge); });
}

/// All tours, each once. Up to 8 cities or so.
template <class Visit>
void for_each_tour(std::size_t cities, const Visit& visit) {
    tsp::Tour tour(cities);
    for (std::size_t city = 0; city < cities; ++city) tour[city] = static_cast<tsp::City>(city);
    do {
        if (cities < 3 || tour[1] < tour.back()) visit(tour);
    } while (std::next_permutation(tour.begin() + 1, tour.end()));
}

inline std::vector<tsp::Edge> all_edges(std::size_t cities) {
    std::vector<tsp::Edge> edges;
    for (std::size_t a = 0; a < cities; ++a)
        for (std::size_t b = a + 1; b < cities; ++b)
            edges.push_back({static_cast<tsp::City>(a), static_cast<tsp::City>(b)});
    return edges;
}

}  // namespace scrump::test
