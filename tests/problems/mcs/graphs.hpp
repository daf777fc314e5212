#pragma once
// Small graphs, and what they have in common by trying everything.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/mcs/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "problems/random_graph.hpp"

namespace scrump::mcs::test {

using graph::complement;
using scrump::test::random_graph;

/// The cycle through all `vertices`, of which there are at least three.
inline graph::Graph cycle(std::size_t vertices) {
    graph::Graph graph(vertices);
    for (std::size_t v = 0; v < vertices; ++v) graph.add_edge(v, (v + 1) % vertices);
    return graph;
}

/// Tries every partial injection, one vertex of the first graph after another.
class BruteForce {
  public:
    BruteForce(const graph::Graph& first, const graph::Graph& second, bool connected)
        : first_(first), second_(second), connected_(connected) {
        extend(0);
    }
    std::size_t most() const { return most_; }

  private:
    void extend(std::size_t a) {
        if (a == first_.size()) {
            if (!connected_ || is_connected(first_, pairs_)) most_ = std::max(most_, pairs_.size());
            return;
        }
        extend(a + 1);
        for (std::size_t b = 0; b < second_.size(); ++b) {
            const bool fits = std::all_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
                return pair.second != b && first_.adjacent(a, pair.first) == second_.adjacent(b, pair.second);
            });
            if (!fits) continue;
            pairs_.emplace_back(a, b);
            extend(a + 1);
            pairs_.pop_back();
        }
    }

    const graph::Graph& first_;
    const graph::Graph& second_;
    bool connected_;
    Pairs pairs_;
    std::size_t most_ = 0;
};

}  // namespace scrump::mcs::test
