#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/graph/random_graphs.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace scrump::graph {
namespace {

/// `value` ≥ 0 as a fixed-point number with 32 bits after the point.
std::uint64_t fixed_point(double value) {
    return static_cast<std::uint64_t>(std::nearbyint(value * 0x1p32));
}

/// True with probability `chance` · 2^-32.
bool toss(SplitMix64& random, std::uint64_t chance) {
    return (random() >> 32) < chance;
}

/// Moves a uniformly random sample of `count` of the elements to the front (Fisher and Yates's shuffle, cut
/// short).
void sample_to_front(std::vector<std::size_t>& elements, std::size_t count, SplitMix64& random) {
    for (std::size_t i = 0; i < count; ++i)
        std::swap(elements[i], elements[i + random.below(static_cast<std::uint32_t>(elements.size() - i))]);
}

/// `k` random vertices, ascending, and the other n − k, ascending.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>> split_vertices(std::size_t n, std::size_t k,
                                                                             SplitMix64& random) {
    std::vector<std::size_t> vertices(n);
    std::iota(vertices.begin(), vertices.end(), std::size_t{0});
    sample_to_front(vertices, k, random);
    const auto middle = vertices.begin() + static_cast<std::ptrdiff_t>(k);
    std::sort(vertices.begin(), middle);
    std::sort(middle, vertices.end());
    return {{vertices.begin(), middle}, {middle, vertices.end()}};
}

void connect_all(Graph& graph, const std::vector<std::size_t>& vertices) {
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) graph.add_edge(vertices[i], vertices[j]);
}

/// Probabilities that two vertices are *not* adjacent.
struct Misses {
    double outside;  ///< neither is of the clique
    double across;   ///< one is
};

/// Brockington and Culberson's equations, in the complement, where the clique is an independent set and q = 1
/// − p the density. After i = depth − 1 of its vertices are chosen and their neighbours removed, r = (n −
/// k)(1 − x)^i of the outside vertices are left when outside and set are joined with probability x. A vertex
/// of the set then has degree x·r, that of a random graph of the vertices left, when
///     f(x) = (x − q) r − q (k − i − 1) = 0,
/// and an outside vertex has the same degree when pairs outside are joined with probability x (r − (k − i)) /
/// (r − 1).
std::optional<Misses> solve_camouflage(std::size_t n, std::size_t k, double p, unsigned depth) {
    const double q = 1 - p;
    if (depth == 0) return Misses{q, q};
    if (depth > k) return std::nullopt;
    const unsigned i = depth - 1;
    const double hidden = static_cast<double>(k);
    const auto left = [&](double x) {
        double r = static_cast<double>(n - k);
        for (unsigned chosen = 0; chosen < i; ++chosen) r *= 1 - x;
        return r;
    };
    const auto f = [&](double x) { return (x - q) * left(x) - q * (hidden - i - 1); };

    // f(q) ≤ 0, and f rises up to its only maximum, at (1 + i q) / (1 + i): the root sought lies between.
    double low = q;
    double high = (1 + i * q) / (1 + i);
    if (f(high) < 0) return std::nullopt;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = (low + high) / 2;
        (f(middle) < 0 ? low : high) = middle;
    }
    const double r = left(high);
    if (r <= 1) return std::nullopt;
    const Misses misses{high * (r - (hidden - i)) / (r - 1), high};
    if (!(misses.outside >= 0 && misses.outside <= 1)) return std::nullopt;
    return misses;
}

}  // namespace

Graph random_graph(std::size_t n, double p, std::uint64_t seed) {
    Graph graph(n);
    SplitMix64 random(seed);
    const std::uint64_t chance = fixed_point(p);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (toss(random, chance)) graph.add_edge(a, b);
    return graph;
}

Graph p_hat_graph(std::size_t n, double a, double b, std::uint64_t seed) {
    Graph graph(n);
    SplitMix64 random(seed);
    std::vector<std::uint64_t> weights(n);
    for (std::uint64_t& weight : weights) weight = fixed_point(a + (b - a) * random.unit());
    for (std::size_t v = 0; v < n; ++v)
        for (std::size_t u = 0; u < v; ++u)
            if (toss(random, (weights[u] + weights[v]) / 2)) graph.add_edge(u, v);
    return graph;
}

HiddenClique plant_clique(std::size_t n, std::size_t k, double p, std::uint64_t seed) {
    SplitMix64 random(seed);
    auto [clique, others] = split_vertices(n, k, random);
    Graph graph = random_graph(n, p, random());
    connect_all(graph, clique);
    return {std::move(graph), std::move(clique)};
}

HiddenClique hide_clique(std::size_t n, std::size_t k, double p, unsigned depth, std::uint64_t seed) {
    const auto misses = solve_camouflage(n, k, p, depth);
    if (!misses)
        throw UsageError("a clique of k=" + std::to_string(k) + " among n=" + std::to_string(n) +
                         " vertices of density p=" + std::to_string(p) + " can't be hidden at depth " +
                         std::to_string(depth) + "; expected a smaller depth, another k, or a larger n");
    SplitMix64 random(seed);
    Graph graph(n);
    auto [clique, others] = split_vertices(n, k, random);
    connect_all(graph, clique);

    const std::uint64_t chance = fixed_point(1 - misses->outside);
    const std::uint64_t missed_each = fixed_point(misses->across * static_cast<double>(k));
    std::vector<std::size_t> shuffled = clique;
    std::uint64_t missed = 0;  // what earlier vertices should have missed and, as nobody misses half a vertex, did not
    for (std::size_t i = 0; i < others.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            if (toss(random, chance)) graph.add_edge(others[i], others[j]);
        missed += missed_each;
        const std::size_t count = missed >> 32;
        missed &= 0xffffffff;
        sample_to_front(shuffled, count, random);
        for (std::size_t j = count; j < k; ++j) graph.add_edge(others[i], shuffled[j]);
    }
    return {std::move(graph), std::move(clique)};
}

}  // namespace scrump::graph
