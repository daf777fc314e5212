#pragma once
// Properties of edges beyond their two vertices: directions and labels.

#include <scrump/problems/graph/sparse_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace scrump::graph {

/// A directed edge.
struct Arc {
    SparseGraph::Vertex from = 0;
    SparseGraph::Vertex to = 0;
    std::uint64_t label = 0;

    bool operator==(const Arc&) const = default;
    bool operator<(const Arc& other) const {
        return std::tie(from, to, label) < std::tie(other.from, other.to, other.label);
    }
};

/// The edges of a graph that has directions or labels of edges, each as an arc for each of its directions; empty for a
/// graph whose edges are undirected and unlabelled.
class Arcs {
  public:
    Arcs() = default;

    /// Arcs in any order; loops are arcs from a vertex to itself. `labelled`: whether the labels are used; otherwise
    /// they are 0. Throws Error for two labels of one arc. O(arcs log arcs).
    explicit Arcs(std::vector<Arc> arcs, bool labelled = false);

    bool empty() const { return arcs_.empty(); }
    std::size_t size() const { return arcs_.size(); }
    bool labelled() const { return labelled_; }

    /// All arcs, ascending.
    const std::vector<Arc>& all() const { return arcs_; }

    /// The arc between these vertices; null if there is none. O(log arcs).
    const Arc* find(std::size_t from, std::size_t to) const;

    /// Whether some arc has no reverse arc with the same label.
    bool directed() const { return directed_; }

    /// Replaces each label from `first` on by its number in `numbers`.
    void relabel(const std::vector<std::uint64_t>& numbers, std::uint64_t first);

    bool operator==(const Arcs&) const = default;

  private:
    bool goes_back(const Arc& arc) const;

    std::vector<Arc> arcs_;
    bool labelled_ = false;
    bool directed_ = false;
};

}  // namespace scrump::graph
