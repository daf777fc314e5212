#pragma once
// Small graphs with planted twins, and what they have in common by trying everything.

#include <scrump/base/random.hpp>
#include <scrump/problems/graph/labelled_graph.hpp>
#include <scrump/problems/mcs/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "problems/labelled_tables.hpp"

namespace scrump::mcs::test {

using scrump::test::Decorations;
using scrump::test::Table;

/// Adds vertices that are like others of the table; each has an edge with its twin, or none.
inline Table with_twins(const Table& table, std::size_t twins, SplitMix64& random) {
    Table grown = table;
    grown.size = table.size + twins;
    std::vector<std::size_t> like(grown.size);
    for (std::size_t v = 0; v < grown.size; ++v)
        like[v] = v < table.size ? v : random.below(static_cast<std::uint32_t>(table.size));
    grown.edges.assign(grown.size * grown.size, Table::none);
    const bool adjacent = random.below(2) == 0;
    for (std::size_t a = 0; a < grown.size; ++a)
        for (std::size_t b = 0; b < grown.size; ++b)
            if (like[a] != like[b])
                grown.edges[a * grown.size + b] = table.edge(like[a], like[b]);
            else if (a != b && adjacent)
                grown.edges[a * grown.size + b] = 0;
    for (std::size_t v = table.size; v < grown.size && !table.labels.empty(); ++v)
        grown.labels.push_back(table.labels[like[v]]);
    return grown;
}

/// A table of at most `most` vertices, at least one, up to half of them twins of others.
inline Table random_twins(std::uint32_t most, const Decorations& decorations, SplitMix64& random) {
    const std::uint32_t size = 1 + random.below(most);
    const std::uint32_t twins = random.below(size / 2 + 1);
    return with_twins(random_table(size - twins, random.unit(), decorations, random), twins, random);
}

/// Number of vertices of a largest common subgraph: tries every partial injection.
class MostInCommon {
  public:
    MostInCommon(const Table& first, const Table& second, bool connected)
        : first_(first), second_(second), connected_(connected), of_edges_(first.graph().edges) {
        extend(0);
    }
    std::size_t most() const { return most_; }

  private:
    void extend(std::size_t a) {
        if (a == first_.size) {
            if (pairs_.size() > most_ && (!connected_ || is_connected(of_edges_, pairs_))) most_ = pairs_.size();
            return;
        }
        extend(a + 1);
        for (std::size_t b = 0; b < second_.size; ++b) {
            const bool fits = std::ranges::all_of(pairs_, [&](const auto& pair) {
                return pair.second != b && first_.edge(a, pair.first) == second_.edge(b, pair.second) &&
                       first_.edge(pair.first, a) == second_.edge(pair.second, b);
            });
            if (!fits || first_.label(a) != second_.label(b)) continue;
            pairs_.emplace_back(a, b);
            extend(a + 1);
            pairs_.pop_back();
        }
    }

    const Table& first_;
    const Table& second_;
    bool connected_;
    graph::Graph of_edges_;
    Pairs pairs_;
    std::size_t most_ = 0;
};

}  // namespace scrump::mcs::test
