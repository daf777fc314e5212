#include <scrump/base/random.hpp>
#include <scrump/problems/graph/sparse_random_graphs.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

using Vertex = SparseGraph::Vertex;
using Edge = SparseGraph::Edge;

/// The binary logarithm of `x` ≥ 1 in units of 2^-32, digit by digit: squaring a mantissa doubles its logarithm.
std::uint64_t log2_of(std::uint64_t x) {
    std::uint64_t logarithm = 0;
    auto mantissa = static_cast<double>(x);
    while (mantissa >= 2) {
        mantissa *= 0.5;
        ++logarithm;
    }
    for (int digit = 0; digit < 32; ++digit) {
        mantissa *= mantissa;
        logarithm <<= 1;
        if (mantissa >= 2) {
            mantissa *= 0.5;
            ++logarithm;
        }
    }
    return logarithm;
}

/// 2^-x, `x` being in units of 2^-32.
class NegativePower {
  public:
    NegativePower() {
        double root = 0.5;
        for (double& each : roots_) each = root = std::sqrt(root);  // which IEEE 754 rounds as it does products
    }

    double operator()(std::uint64_t x) const {
        double power = 1;
        for (std::uint64_t whole = std::min<std::uint64_t>(x >> 32, 1000); whole > 0; --whole) power *= 0.5;
        for (std::size_t digit = 0; digit < roots_.size(); ++digit)
            if (((x >> (31 - digit)) & 1) != 0) power *= roots_[digit];
        return power;
    }

  private:
    std::array<double, 32> roots_;  // 2^-(1/2), 2^-(1/4), …
};

/// Weights of n vertices that fall with i as (i + 1)^-slope, from 2^32 on; at least 1.
std::vector<std::uint64_t> falling_weights(std::size_t n, double slope) {
    const auto slope_in_units = static_cast<std::uint64_t>(std::nearbyint(slope * 0x1p24));
    const NegativePower negative_power;
    std::vector<std::uint64_t> weights(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint64_t logarithm = (log2_of(i + 1) * slope_in_units) >> 24;
        weights[i] = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(negative_power(logarithm) * 0x1p32));
    }
    return weights;
}

/// Draws numbers with probabilities in proportion to weights, in constant time: of two candidates, one is chosen by the
/// toss of a biased coin (Walker, ACM Transactions on Mathematical Software 3, 1977; Vose 1991).
class WeightedDraw {
  public:
    /// Needs weights of at least 1 that add up, multiplied by their number, to less than 2^64.
    explicit WeightedDraw(std::vector<std::uint64_t> weights) : coins_(weights.size()) {
        const std::uint64_t number = weights.size();
        const std::uint64_t total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
        std::vector<Vertex> small;
        std::vector<Vertex> large;
        for (std::uint64_t i = 0; i < number; ++i) {
            weights[i] *= number;  // on average `total`, which is what each coin is to hold
            (weights[i] < total ? small : large).push_back(static_cast<Vertex>(i));
        }
        while (!small.empty() && !large.empty()) {
            const Vertex poor = small.back();
            const Vertex rich = large.back();
            small.pop_back();
            coins_[poor] = {share(weights[poor], total), rich};
            weights[rich] -= total - weights[poor];
            if (weights[rich] >= total) continue;
            large.pop_back();
            small.push_back(rich);
        }
        for (const auto& rest : {small, large})
            for (const Vertex i : rest) coins_[i] = {~std::uint32_t{0}, i};
    }

    Vertex operator()(SplitMix64& random) const {
        const Vertex i = random.below(static_cast<std::uint32_t>(coins_.size()));
        const Coin& coin = coins_[i];
        return static_cast<std::uint32_t>(random()) < coin.chance ? i : coin.other;
    }

  private:
    struct Coin {
        std::uint32_t chance = 0;  // of the number itself, in units of 2^-32
        Vertex other = 0;
    };

    static std::uint32_t share(std::uint64_t part, std::uint64_t total) {
        const double share = static_cast<double>(part) / static_cast<double>(total) * 0x1p32;
        return static_cast<std::uint32_t>(std::min(share, 0x1p32 - 1));
    }

    std::vector<Coin> coins_;
};

/// Up to `m` different edges, each with two ends that `draw()` draws, in ascending order. Each round draws as
/// many as are missing.
template <class Draw>
std::vector<Edge> draw_edges(std::uint64_t m, int rounds, const Draw& draw) {
    std::vector<Edge> edges;
    edges.reserve(m);
    for (int round = 0; round < rounds && edges.size() < m; ++round) {
        const auto before = static_cast<std::ptrdiff_t>(edges.size());
        for (std::uint64_t missing = m - edges.size(); missing > 0; --missing) {
            const Vertex a = draw();
            const Vertex b = draw();
            if (a != b) edges.push_back({std::min(a, b), std::max(a, b)});
        }
        std::sort(edges.begin() + before, edges.end());
        std::inplace_merge(edges.begin(), edges.begin() + before, edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    }
    return edges;
}

/// Adds the edges of a clique of `k` different random vertices.
void add_clique(std::vector<Edge>& edges, std::size_t n, std::size_t k, SplitMix64& random) {
    std::unordered_set<Vertex> chosen;
    std::vector<Vertex> clique;
    while (clique.size() < k) {
        const Vertex vertex = random.below(static_cast<std::uint32_t>(n));
        if (chosen.insert(vertex).second) clique.push_back(vertex);
    }
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < i; ++j) edges.push_back({clique[i], clique[j]});
}

/// Of a graph with more than half of all edges it is quicker to draw those that are not there.
std::vector<Edge> all_but(const std::vector<Edge>& missing, std::size_t n) {
    std::vector<Edge> edges;
    edges.reserve(n * (n - 1) / 2 - missing.size());
    auto next = missing.begin();
    for (Vertex a = 0; a < n; ++a)
        for (Vertex b = a + 1; b < n; ++b) {
            if (next != missing.end() && *next == Edge{a, b})
                ++next;
            else
                edges.push_back({a, b});
        }
    return edges;
}

}  // namespace

SparseGraph random_sparse_graph(std::size_t n, std::uint64_t m, std::size_t k, std::uint64_t seed) {
    SplitMix64 random(seed);
    const std::uint64_t pairs = n < 2 ? 0 : std::uint64_t{n} * (n - 1) / 2;
    // At most half of the drawn pairs were drawn before: 1,000 rounds suffice for all that fits into a memory.
    const std::uint64_t drawn = std::min(m, pairs - m);
    std::vector<Edge> edges = draw_edges(drawn, 1000, [&] { return random.below(static_cast<std::uint32_t>(n)); });
    if (drawn < m) edges = all_but(edges, n);
    add_clique(edges, n, k, random);
    return SparseGraph(n, edges);
}

SparseGraph power_law_graph(std::size_t n, std::uint64_t m, double exponent, std::size_t k, std::uint64_t seed) {
    constexpr int rounds = 64;
    SplitMix64 random(seed);
    const WeightedDraw draw(falling_weights(n, 1 / (exponent - 1)));
    std::vector<Edge> edges = draw_edges(m, rounds, [&] { return draw(random); });
    add_clique(edges, n, k, random);
    return SparseGraph(n, edges);
}

}  // namespace scrump::graph
