#pragma once
// The size of a largest clique by plain branch and bound with a greedy colouring, independent of the library's
// searches: small enough to be seen right, fast enough for graphs of a few hundred vertices.

#include <scrump/problems/graph/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace scrump::test {

class CliqueNumber {
  public:
    explicit CliqueNumber(const graph::Graph& graph) : graph_(graph) {
        std::vector<std::size_t> all;
        for (std::size_t v = 0; v < graph.size(); ++v) all.push_back(v);
        extend(0, all);
    }

    std::size_t value() const { return best_; }

  private:
    void extend(std::size_t size, const std::vector<std::size_t>& candidates) {
        best_ = std::max(best_, size);
        // Colour classes are independent sets: a clique takes at most one vertex from each.
        std::vector<std::vector<std::size_t>> classes;
        for (const std::size_t v : candidates) {
            const auto fits = [&](const std::vector<std::size_t>& colour) {
                return std::ranges::none_of(colour, [&](std::size_t u) { return graph_.adjacent(u, v); });
            };
            const auto colour = std::ranges::find_if(classes, fits);
            (colour == classes.end() ? classes.emplace_back() : *colour).push_back(v);
        }
        std::vector<std::size_t> rest;
        for (const auto& colour : classes) rest.insert(rest.end(), colour.begin(), colour.end());
        for (std::size_t colours = classes.size(); colours > 0; --colours) {
            for (std::size_t taken = classes[colours - 1].size(); taken > 0; --taken) {
                if (size + colours <= best_) return;
                const std::size_t v = rest.back();
                rest.pop_back();
                std::vector<std::size_t> neighbours;
                for (const std::size_t u : rest)
                    if (graph_.adjacent(u, v)) neighbours.push_back(u);
                extend(size + 1, neighbours);
            }
        }
    }

    const graph::Graph& graph_;
    std::size_t best_ = 0;
};

inline std::size_t clique_number(const graph::Graph& graph) {
    return CliqueNumber(graph).value();
}

}  // namespace scrump::test
