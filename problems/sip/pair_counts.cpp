#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace scrump::sip {
namespace {

constexpr std::uint32_t most_counted = std::numeric_limits<std::uint16_t>::max();

std::uint16_t clamp(std::uint32_t count) {
    return static_cast<std::uint16_t>(std::min(count, most_counted));
}

// Steps that counting common neighbours takes along edges, and by rows.
std::uint64_t steps_by_lists(std::span<const std::uint32_t> degrees) {
    return std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0},
                           [](std::uint64_t sum, std::uint64_t degree) { return sum + degree * degree; });
}
std::uint64_t steps_by_rows(std::size_t vertices) {
    return vertices * vertices * (vertices / graph::Graph::word_bits + 1) * 2;
}

}  // namespace

std::vector<std::uint32_t> degrees_of(const graph::Graph& graph) {
    std::vector<std::uint32_t> degrees;
    for (std::size_t v = 0; v < graph.size(); ++v) degrees.push_back(static_cast<std::uint32_t>(graph.degree(v)));
    return degrees;
}

Effort affordable(const graph::Graph& graph) {
    constexpr std::uint64_t limit = 1'000'000'000;
    if (graph.size() == 0) return Effort::paths;
    const std::vector<std::uint32_t> degrees = degrees_of(graph);
    const std::uint64_t by_lists = steps_by_lists(degrees);
    if (std::min(by_lists, steps_by_rows(graph.size())) > limit) return Effort::adjacency;
    const std::uint64_t ends = std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0});
    const std::uint64_t steps = std::min(graph.size() * ends, by_lists * std::ranges::max(degrees));
    return steps > limit ? Effort::common_neighbours : Effort::paths;
}

PairCounter::PairCounter(const graph::Graph& graph, bool induced, Effort effort, std::uint16_t uncounted)
    : graph_(graph),
      induced_(induced),
      effort_(effort),
      uncounted_(uncounted),
      degrees_(degrees_of(graph)),
      by_lists_(steps_by_lists(degrees_) <= steps_by_rows(graph.size())),
      near_(by_lists_ && !induced && effort == Effort::paths),
      neighbours_(graph.size()),
      walks2_(graph.size()),
      walks3_(graph.size()) {
    for (std::size_t v = 0; v < graph.size(); ++v) {
        if (effort == Effort::adjacency) continue;  // a large graph's lists are larger than its matrix
        neighbours_[v].reserve(degrees_[v]);
        for_each_neighbour(graph, v, [&](std::size_t u) { neighbours_[v].push_back(static_cast<std::uint32_t>(u)); });
    }
    for (std::size_t count = 0; count < counts_of_induced; ++count)
        counts_[count].resize(graph.size(), counts(count) ? std::uint16_t{0} : uncounted);
    if (near_) return;
    around_.resize(graph.size());
    std::iota(around_.begin(), around_.end(), 0U);
}

void PairCounter::count(std::size_t v) {
    if (near_) {
        count_near(v);
    } else {
        count_all(v);
    }
}

void PairCounter::count_all(std::size_t v) {
    std::ranges::fill(counts_[adjacent], std::uint16_t{0});
    for_each_neighbour(graph_, v, [&](std::size_t u) { counts_[adjacent][u] = 1; });
    if (induced_) {
        for (std::size_t u = 0; u < graph_.size(); ++u)
            counts_[not_adjacent][u] = static_cast<std::uint16_t>(1 - counts_[adjacent][u]);
    }
    if (counts(common)) count_common(v);
    if (counts(neither)) count_others(v);
    if (counts(paths)) count_paths(v);
    for (std::size_t count = 0; count < counts_of_induced; ++count)
        if (!counts(count)) std::ranges::fill(counts_[count], uncounted_);
    for (std::vector<std::uint16_t>& counts : counts_) counts[v] = 0;
}

void PairCounter::count_common(std::size_t v) {
    std::ranges::fill(walks2_, 0U);
    if (by_lists_) {
        for (const std::uint32_t w : neighbours_[v])
            for (const std::uint32_t u : neighbours_[w]) ++walks2_[u];
    } else {
        const auto row = graph_.row(v);
        for (std::size_t u = 0; u < graph_.size(); ++u) {
            const auto other = graph_.row(u);
            int both = 0;
            for (std::size_t w = 0; w < row.size(); ++w) both += std::popcount(row[w] & other[w]);
            walks2_[u] = static_cast<std::uint32_t>(both);
        }
    }
    for (std::size_t u = 0; u < graph_.size(); ++u) counts_[common][u] = clamp(walks2_[u]);
}

void PairCounter::count_near(std::size_t v) {
    forget_around();
    const auto walk = [&](std::vector<std::uint32_t>& walks, std::uint32_t to, std::uint32_t ways) {
        if (walks2_[to] == 0 && walks3_[to] == 0) around_.push_back(to);
        walks[to] += ways;
    };
    for (const std::uint32_t w : neighbours_[v])
        for (const std::uint32_t u : neighbours_[w]) walk(walks2_, u, 1);
    for (std::size_t i = 0, two_edges_away = around_.size(); i < two_edges_away; ++i)
        for (const std::uint32_t u : neighbours_[around_[i]]) walk(walks3_, u, walks2_[around_[i]]);
    for (const std::uint32_t u : around_) {
        counts_[common][u] = clamp(walks2_[u]);
        counts_[paths][u] = clamp(walks3_[u]);
    }
    for (const std::uint32_t u : neighbours_[v]) {  // walks of three edges led there
        counts_[adjacent][u] = 1;
        counts_[paths][u] = clamp(walks3_[u] - static_cast<std::uint32_t>(degree(v) + degree(u) - 1));
    }
    counts_[adjacent][v] = counts_[common][v] = counts_[paths][v] = 0;
}

void PairCounter::forget_around() {
    for (const std::uint32_t u : around_) {
        walks2_[u] = walks3_[u] = 0;
        counts_[adjacent][u] = counts_[common][u] = counts_[paths][u] = 0;
    }
    around_.clear();
}

// Of the walks v - w - x - u, those with x = v or w = u are not paths: such walks exist only if v and u are adjacent.
void PairCounter::count_paths(std::size_t v) {
    std::ranges::fill(walks3_, 0U);
    for (std::size_t x = 0; x < graph_.size(); ++x) {
        if (walks2_[x] == 0) continue;
        for (const std::uint32_t u : neighbours_[x]) walks3_[u] += walks2_[x];
    }
    for (const std::uint32_t u : neighbours_[v]) walks3_[u] -= static_cast<std::uint32_t>(degree(v) + degree(u) - 1);
    for (std::size_t u = 0; u < graph_.size(); ++u) counts_[paths][u] = clamp(walks3_[u]);
}

void PairCounter::count_others(std::size_t v) {
    for (std::size_t u = 0; u < graph_.size(); ++u) {
        if (u == v) continue;
        const std::uint32_t shared = walks2_[u] + counts_[adjacent][u];  // of the neighbours, and the other itself
        const std::uint32_t first = degrees_[v] - shared;
        const std::uint32_t second = degrees_[u] - shared;
        counts_[only_first][u] = clamp(first);
        counts_[only_second][u] = clamp(second);
        counts_[neither][u] = clamp(static_cast<std::uint32_t>(graph_.size()) - 2 - first - second - walks2_[u]);
    }
}

}  // namespace scrump::sip
