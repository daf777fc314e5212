#pragma once
// A common subgraph, and what may still be added to it, in label classes: the node of all searches.

#include <scrump/problems/mcs/detail/space.hpp>

#include <cstdint>
#include <vector>

namespace scrump::mcs {

/// A left and a right vertex that are matched.
struct Pair {
    Vertex left = 0;
    Vertex right = 0;

    bool operator==(const Pair&) const = default;
};

/// The numbers of left and right vertices of one label, neither of them 0.
struct LabelClass {
    Vertex left = 0;
    Vertex right = 0;
    Vertex attached = 0;  ///< 1: adjacent to some matched vertex

    bool operator==(const LabelClass&) const = default;
};

/// A common subgraph, and the vertices that may still be added to it.
struct Node {
    std::vector<Pair> matched;
    std::vector<LabelClass> classes;
    std::vector<Vertex> left;   ///< the vertices of the classes, one class after another, ascending in each
    std::vector<Vertex> right;  ///< likewise, of the right graph
    std::int32_t limit = 0;     ///< no common subgraph in the subtree has more vertices

    template <class Archive>
    void serialize(Archive& archive) {
        archive(matched, classes, left, right, limit);
    }
};

}  // namespace scrump::mcs
